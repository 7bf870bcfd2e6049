//! The go command's settings: environment variables, the file that `go env -w` writes, and build flags from the command
//! line or `GOFLAGS`.

use std::path::PathBuf;

use serde::Serialize;

use super::fs_view::FsView;

/// Flags that decide which files and modules a program is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BuildFlags {
    /// `-tags`: build tags, divided by commas.
    pub tags: Option<String>,
    /// `-mod`: `readonly`, `mod` or `vendor`.
    pub module_mode: Option<String>,
    /// `-modfile`: the file that is read instead of the main module's `go.mod`.
    pub mod_file: Option<PathBuf>,
    /// `-race`: whether data races are detected. Files can depend on race detection by the tag `race`.
    pub race: bool,
    /// The values of `-ldflags`, in their order: flags of the linker. `-X` sets the value of a variable.
    pub ldflags: Vec<String>,
    /// `-trimpath`: files are named by import paths and modules, not by their directories.
    pub trimpath: bool,
    /// Files are named by absolute paths in messages, as the go command has them.
    pub whole_file_names: bool,
    /// Flags that are only recorded in the build info: names and values.
    pub recorded: Vec<(String, String)>,
    /// Whether minigo has made the module in the working directory for this command alone: settings about the user's
    /// own modules do not apply then.
    pub is_temporary: bool,
    /// Whether modules that the module cache lacks are downloaded.
    pub downloads: bool,
}

impl BuildFlags {
    /// A copy of these flags, completed by the flags of `GOFLAGS` that are not among them.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with `GOFLAGS`.
    pub fn with_environment(&self, fs: &FsView) -> Result<Self, String> {
        check_module_setting(fs).map_err(go_message)?;
        let mut all = self.clone();
        let mut ldflags = Vec::new();
        for (name, value) in go_flags(fs).map_err(go_message)? {
            let value = value.unwrap_or_default();
            match name.as_str() {
                "tags" => all.tags = all.tags.or(Some(value)),
                "mod" => all.module_mode = all.module_mode.or(Some(value)),
                "modfile" => all.mod_file = all.mod_file.or(Some(value.into())),
                "race" => all.race |= is_true(&value),
                "ldflags" => ldflags.push(value),
                "trimpath" => all.trimpath |= is_true(&value),
                _ => {}
            }
        }
        // Values of the command line come behind those of the environment, so they take precedence.
        all.ldflags.splice(0..0, ldflags);
        if let Some(file) = &all.mod_file {
            check_mod_file(&file.to_string_lossy()).map_err(go_message)?;
        }
        Ok(all)
    }

    /// Reports whether these flags set the tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        if self.race && tag == "race" {
            return true;
        }
        let tags = self.tags.as_deref().unwrap_or_default();
        tags.split([',', ' ', '\t']).any(|set| set == tag)
    }
}

/// A message as the go command prints it.
fn go_message(why: String) -> String {
    format!("go: {why}")
}

/// Refuses a `GO111MODULE` that the go command does not know.
///
/// # Errors
/// Returns a message in the go command's words, without the prefix `go:`.
pub fn check_module_setting(fs: &FsView) -> Result<(), String> {
    match go_env(fs, "GO111MODULE").as_deref() {
        None | Some("on" | "auto" | "off") => Ok(()),
        Some(other) => Err(format!("unknown environment setting GO111MODULE={other}")),
    }
}

/// Reports whether `GO111MODULE=off` switches modules off.
#[must_use]
pub fn are_modules_off(fs: &FsView) -> bool {
    go_env(fs, "GO111MODULE").is_some_and(|value| value == "off")
}

/// Refuses a `-modfile` whose name does not end in `.mod`, so that no name for its `.sum` file can be derived.
///
/// # Errors
/// Returns a message in the go command's words, without the prefix `go:`.
pub fn check_mod_file(file: &str) -> Result<(), String> {
    match file.is_empty() || file.ends_with(".mod") {
        true => Ok(()),
        false => Err(format!("-modfile={file}: file does not have .mod extension")),
    }
}

/// Reports whether the value of a switch turns it on.
fn is_true(value: &str) -> bool {
    matches!(value, "" | "1" | "t" | "T" | "true" | "TRUE" | "True")
}

/// The flags of all commands of the go command, and those of test binaries. Any of them may stand in `GOFLAGS`; a
/// command that does not have the flag ignores it.
const GO_FLAGS: &str = "\
    C a all artifacts asan asmflags bench benchmem benchtime blockprofile blockprofilerate buildmode buildvcs c \
    cache changed compat compiled compiler count cover covermode coverpkg coverprofile cpu cpuprofile \
    debug-actiongraph debug-runtime-trace debug-trace deps diff dropexclude dropgodebug dropignore dropreplace \
    droprequire dropretract droptool dropuse e exclude exec export f failfast find fix fixtool fmt fullpath fuzz \
    fuzzcache fuzzminimizetime fuzztime gccgoflags gcflags go godebug i ignore installsuffix json ldflags \
    linkshared list m memprofile memprofilerate mod modcache modcacherw modfile module msan mutexprofile \
    mutexprofilefraction n o outputdir overlay p parallel pgo pkgdir print r race replace require retract \
    retracted reuse run short shuffle skip t tags test testcache testsum timeout tool toolchain toolexec trace \
    trimpath u use v vendor versions vet vettool w work x appends asmdecl assign atomic bools buildtag cgocall \
    composites copylocks defers directive errorsas framepointer hostport httpresponse ifaceassert loopclosure \
    lostcancel nilfunc printf shift sigchanyzer slog stdmethods stdversion stringintconv structtag \
    testinggoroutine tests timeformat unmarshal unreachable unsafeptr unusedresult waitgroup \
";

/// A flag of `GOFLAGS`: its name, and its value if it has one.
pub type GivenFlag = (String, Option<String>);

/// The flags in `GOFLAGS` with their values.
///
/// # Errors
/// Returns a message that says what is wrong with `GOFLAGS`, without the prefix `go:`.
pub fn go_flags(fs: &FsView) -> Result<Vec<GivenFlag>, String> {
    let text = go_env(fs, "GOFLAGS").unwrap_or_default();
    let wrong = |why: String| format!("parsing $GOFLAGS: {why}");
    let fields =
        quoted_fields(&text).map_err(|quote| wrong(format!("unterminated {quote} string")))?;
    let mut flags = Vec::new();
    for field in fields {
        let name = field.strip_prefix("--").or_else(|| field.strip_prefix('-'));
        let name = name.filter(|name| !name.is_empty() && !name.starts_with(['-', '=']));
        let name = name.ok_or_else(|| wrong(format!("non-flag {field:?}")))?;
        let (name, value) =
            name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
        if !name.starts_with("test.")
            && !GO_FLAGS.split_ascii_whitespace().any(|known| known == name)
        {
            return Err(wrong(format!("unknown flag -{name}")));
        }
        flags.push((name.to_owned(), value.map(str::to_owned)));
    }
    Ok(flags)
}

/// Splits a text into words divided by blanks; a word that begins with a quote ends at the next such quote.
///
/// # Errors
/// Returns an error for a quote that is not closed.
pub fn quoted_fields(text: &str) -> Result<Vec<String>, char> {
    let mut fields = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let field = match first {
            '"' | '\'' => {
                let end = rest[1..].find(first).ok_or(first)? + 1;
                let field = &rest[1..end];
                rest = &rest[end + 1..];
                field
            }
            _ => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let (field, after) = rest.split_at(end);
                rest = after;
                field
            }
        };
        fields.push(field.to_owned());
        rest = rest.trim_start();
    }
    Ok(fields)
}

/// The value of a go command variable: from the environment, or as `go env -w` has set it.
#[must_use]
pub fn go_env(fs: &FsView, name: &str) -> Option<String> {
    if fs.is_in_temporary_module() {
        match name {
            "GOWORK" => return Some("off".to_owned()),
            "GO111MODULE" => return Some("on".to_owned()),
            "GOFLAGS" => return None,
            _ => {}
        }
    }
    if let Some(value) = fs.env(name) {
        return Some(value);
    }
    let text = fs.read_text(&env_file(fs)?)?;
    let set = text.lines().filter_map(|line| line.split_once('='));
    let mut values = set.filter(|(key, _)| *key == name).map(|(_, value)| value);
    values.next_back().filter(|value| !value.is_empty()).map(str::to_owned)
}

/// The path of the file that `go env -w` writes; `None` if GOENV is `off` or no directory is known.
#[must_use]
pub fn env_file(fs: &FsView) -> Option<PathBuf> {
    match fs.env("GOENV") {
        Some(off) if off == "off" => None,
        Some(file) => Some(PathBuf::from(file)),
        None => {
            let config = fs.env("XDG_CONFIG_HOME").map(PathBuf::from);
            let config = config.or_else(|| Some(PathBuf::from(fs.env("HOME")?).join(".config")))?;
            Some(config.join("go/env"))
        }
    }
}

/// The directory of the module cache.
#[must_use]
pub fn module_cache(fs: &FsView) -> Option<PathBuf> {
    if let Some(dir) = go_env(fs, "GOMODCACHE") {
        return Some(dir.into());
    }
    let path = match go_env(fs, "GOPATH") {
        Some(list) => std::env::split_paths(&list).next()?,
        None => PathBuf::from(fs.env("HOME")?).join("go"),
    };
    Some(path.join("pkg/mod"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_be_quoted() {
        let fields = quoted_fields(" -mod=mod '-tags=a b'\t\"-x\" ").unwrap();
        assert_eq!(fields, ["-mod=mod", "-tags=a b", "-x"]);
        assert_eq!(quoted_fields("'-mod=mod"), Err('\''));
        let names: Vec<&str> = GO_FLAGS.split_ascii_whitespace().collect();
        assert!(
            names.contains(&"debug-actiongraph") && names.iter().all(|name| !name.ends_with('-'))
        );
        let flags = BuildFlags { tags: Some("a,b c".into()), ..BuildFlags::default() };
        assert!(flags.has_tag("a") && flags.has_tag("c") && !flags.has_tag("d"));
    }
}
