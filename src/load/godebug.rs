//! The settings of GODEBUG that a program is built with: those that its Go version has by default, those of the main
//! module's `go.mod` or of `go.work`, and those of `//go:debug` lines in its main package.
//!
//! The names of the settings are Go's (`internal/godebugs`), and error messages have the go command's words.

use std::collections::BTreeMap;

use minigo_syntax::ast::File;
use minigo_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Source, Span};
use minigo_syntax::token::Token;

use super::modules::RELEASE;
use super::modules::module::Module;
use minigo_modules::release::Release;

/// The beginning of a line with a setting.
const DIRECTIVE: &str = "//go:debug";

/// The setting that names the Go version whose defaults are used.
const DEFAULT: &str = "default";

/// A setting `name=value`, and the line of the file that contains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The setting's name.
    pub name: String,
    /// The setting's value.
    pub value: String,
    /// The line of the setting in its file.
    pub line: usize,
}

/// The settings whose default has never changed.
const UNCHANGED_SETTINGS: &str = "
    allowmultiplevcs dataindependenttiming embedfollowsymlinks execerrdot fips140 fips140ems gocachehash gocachetest
    gocacheverify htmlmetacontenturlescape http2client http2debug http2server installgoroot jstmpllitinterp
    multipartmaxheaders multipartmaxparts netdns randautoseed tarinsecurepath tlsmaxrsasize x509usefallbackroots
    zipinsecurepath
";

/// The settings whose default has changed: name, the N of the Go 1.N that changed it, and the default before.
const CHANGED_DEFAULTS: &[(&str, u32, &str)] = &[
    ("containermaxprocs", 25, "0"),
    ("cryptocustomrand", 26, "1"),
    ("decoratemappings", 25, "0"),
    ("gotestjsonbuildtext", 24, "1"),
    ("httpcookiemaxnum", 24, "0"),
    ("httplaxcontentlength", 22, "1"),
    ("httpmuxgo121", 22, "1"),
    ("httpservecontentkeepheaders", 23, "1"),
    ("httpservecontentmaxranges", 26, "1"),
    ("multipathtcp", 24, "0"),
    ("netedns0", 19, "0"),
    ("panicnil", 21, "1"),
    ("randseednop", 24, "0"),
    ("rsa1024min", 24, "0"),
    ("tlsmlkem", 24, "0"),
    ("tlssecpmlkem", 26, "0"),
    ("tlssha1", 25, "1"),
    ("tracebacklabels", 27, "0"),
    ("updatemaxprocs", 25, "0"),
    ("urlmaxqueryparams", 24, "0"),
    ("urlstrictcolons", 26, "0"),
    ("winreadlinkvolume", 23, "0"),
    ("winsymlink", 23, "0"),
    ("x509negativeserial", 23, "1"),
    ("x509rsacrt", 24, "0"),
    ("x509sha256skid", 25, "0"),
    ("x509sslcertoverrideplatform", 27, "0"),
    ("x509usepolicies", 24, "0"),
];

/// The settings that Go has removed: name, the N of the Go 1.N that removed it, and the values that cannot be set any
/// more.
const REMOVED_SETTINGS: &[(&str, u32, &[&str])] = &[
    ("x509sha1", 24, &["1"]),
    ("tlskyber", 24, &["0"]),
    ("gotypesalias", 27, &["0"]),
    ("tlsunsafeekm", 27, &["1"]),
    ("tlsrsakex", 27, &["1"]),
    ("tls3des", 27, &["1"]),
    ("tls10server", 27, &["1"]),
    ("x509keypairleaf", 27, &["0"]),
    ("asynctimerchan", 27, &["1", "2"]),
];

/// Checks a setting; `what` is the word in messages for the place where it stands.
///
/// # Errors
/// Returns a message that says what is wrong with the setting.
pub fn check_setting(what: &str, name: &str, value: &str) -> Result<(), String> {
    for (called, unwanted) in [("space", &[' ', '\t'][..]), ("comma", &[','])] {
        for (part, text) in [("key", name), ("value", value)] {
            if text.contains(unwanted) {
                return Err(format!("{part} contains {called}"));
            }
        }
    }
    if name == DEFAULT {
        let Some(release) = value.strip_prefix("go").and_then(Release::parse) else {
            return Err("value for default= must be goVERSION".to_owned());
        };
        return match Some(release) > Release::parse(RELEASE) {
            true => Err(format!("default={value} too new (toolchain is go{RELEASE})")),
            false => Ok(()),
        };
    }
    let mut known = UNCHANGED_SETTINGS
        .split_ascii_whitespace()
        .chain(CHANGED_DEFAULTS.iter().map(|(name, ..)| *name));
    if known.any(|known| known == name) {
        return Ok(());
    }
    match REMOVED_SETTINGS.iter().find(|(removed, ..)| *removed == name) {
        Some((_, since, values)) if values.contains(&value) => Err(format!(
            "removed GODEBUG {name:?} set to old value {value:?} (https://go.dev/doc/godebug#go-1{since})"
        )),
        Some(_) => Ok(()),
        None => Err(format!("unknown {what} {name:?}")),
    }
}

/// The `//go:debug` lines above a file's package clause.
fn directive_lines<'s>(source: &'s Source, file: &File) -> Vec<(Pos, &'s str)> {
    if !source.text.contains(DIRECTIVE) {
        return Vec::new();
    }
    let above = Lexer::new(source).take_while(|(at, ..)| *at < file.package.pos);
    let comments = above.filter(|(_, token, _)| *token == Token::LineComment);
    let texts = comments
        .map(|(start, _, end)| (start, source.slice(Span::new(start, end)).trim_end_matches('\r')));
    texts.filter(|(_, text)| text.starts_with(DIRECTIVE)).collect()
}

/// The setting in a line; `None` if the line only begins like a setting.
fn parse_setting(line: &str) -> Result<Option<(&str, &str)>, String> {
    let missing = || Err("missing key=value".to_owned());
    let Some(blank) = line.find([' ', '\t']) else {
        return if line == DIRECTIVE { missing() } else { Ok(None) };
    };
    let Some((name, value)) = line[blank..].trim().split_once('=') else { return missing() };
    check_setting("//go:debug setting", name, value)?;
    Ok(Some((name, value)))
}

/// Reports what is wrong with the `//go:debug` lines of a directory's files.
pub(super) fn check_lines<'s>(
    files: impl Iterator<Item = (&'s Source, &'s File)>,
    diagnostics: &mut Diagnostics,
) {
    // External tests are a package of their own, so their settings are their own too.
    let mut seen = HashMap::default();
    for (source, file) in files {
        for (at, line) in directive_lines(source, file) {
            let wrong =
                |text: String| Diagnostic::error(Code::InvalidDirective, Span::at(at), text);
            match parse_setting(line) {
                Ok(Some((name, _))) => {
                    let key = (file.package.name.clone(), name.to_owned());
                    let earlier = *seen.entry(key).or_insert(at);
                    if earlier != at {
                        let repeated = wrong(format!("repeated //go:debug for {name}"));
                        diagnostics.push(
                            repeated
                                .with_go_compiler_label(Span::at(earlier), "previous //go:debug"),
                        );
                    }
                }
                Ok(None) => {}
                Err(why) => diagnostics.push(wrong(format!("invalid //go:debug: {why}"))),
            }
        }
    }
}

/// The value of GODEBUG for a program in this module, unless the environment sets it. The defaults of the Go version
/// come first, then the settings of the module or workspace, then those of the files; each is `name=value`, sorted by
/// name.
pub(super) fn godebug_value<'s>(
    module: Option<&Module>,
    files: impl Iterator<Item = (&'s Source, &'s File)>,
) -> String {
    let mut set: BTreeMap<String, String> = BTreeMap::new();
    let (mut release, settings) = module.map_or((RELEASE, [].as_slice()), Module::godebug);
    set.extend(settings.iter().map(|s| (s.name.clone(), s.value.clone())));
    for (source, file) in files {
        let all = directive_lines(source, file)
            .into_iter()
            .filter_map(|(_, line)| parse_setting(line).ok()?);
        set.extend(all.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    let chosen = set.remove(DEFAULT);
    if let Some(chosen) = &chosen {
        let chosen = chosen.strip_prefix("go").unwrap_or(chosen);
        release = if Release::parse(chosen).is_some() { chosen } else { release };
    }
    let minor = release.split('.').nth(1).filter(|_| release.starts_with("1."));
    // No defaults are known for a version like 1.21rc1, as for the go command.
    if let Some(minor) = minor.and_then(|minor| minor.parse::<u32>().ok()) {
        for (name, _, old) in CHANGED_DEFAULTS.iter().filter(|(_, changed, _)| minor < *changed) {
            set.entry((*name).to_owned()).or_insert_with(|| (*old).to_owned());
        }
    }
    let all: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    all.join(",")
}
