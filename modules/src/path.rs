//! Module paths, import paths and file names: checks them, and splits paths into prefix and major version.

use crate::version::parse_parts;

/// The rules for a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// A module's path.
    Module,
    /// A package's path.
    Import,
    /// The name of a file in a module.
    File,
}

impl PathKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Import => "import",
            Self::File => "file",
        }
    }

    fn allows(self, c: char) -> bool {
        match self {
            Self::Module => c.is_ascii_alphanumeric() || "-._~".contains(c),
            Self::Import => c.is_ascii_alphanumeric() || "-._~+".contains(c),
            Self::File if c.is_ascii() => {
                c.is_ascii_alphanumeric() || "!#$%&()+,-.=@[]^_{}~ ".contains(c)
            }
            Self::File => c.is_alphabetic(),
        }
    }
}

/// The names that Windows reserves for devices.
const WINDOWS_DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Checks that a path follows the rules of its kind.
///
/// # Errors
/// Returns a message in the words of the go command.
pub fn check(path: &str, kind: PathKind) -> Result<(), String> {
    let malformed =
        |why: String| Err(format!("malformed {} path {}: {why}", kind.noun(), quote(path)));
    if let Err(why) = check_elements(path, kind) {
        return malformed(why);
    }
    if kind != PathKind::Module {
        return Ok(());
    }
    let first = path.split('/').next().unwrap_or_default();
    if first.is_empty() {
        return malformed("leading slash".into());
    }
    if !first.contains('.') {
        return malformed("missing dot in first path element".into());
    }
    if first.starts_with('-') {
        return malformed("leading dash in first path element".into());
    }
    let host = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    if let Some(c) = first.chars().find(|c| !host(*c)) {
        return malformed(format!("invalid char {c:?} in first path element"));
    }
    match split_major(path) {
        Some(_) => Ok(()),
        None => malformed("invalid version".into()),
    }
}

/// Checks the elements of a path in a module line or an import; the host name is not checked.
///
/// # Errors
/// Returns a message in the words of the go command.
pub fn check_elements(path: &str, kind: PathKind) -> Result<(), String> {
    if path.is_empty() {
        return Err("empty string".into());
    }
    if path.starts_with('-') && kind != PathKind::File {
        return Err("leading dash".into());
    }
    if path.contains("//") {
        return Err("double slash".into());
    }
    if path.ends_with('/') {
        return Err("trailing slash".into());
    }
    path.split('/').try_for_each(|element| check_element(element, kind))
}

fn check_element(element: &str, kind: PathKind) -> Result<(), String> {
    if element.is_empty() {
        return Err("empty path element".into());
    }
    if element.bytes().all(|b| b == b'.') {
        return Err(format!("invalid path element {}", quote(element)));
    }
    if element.starts_with('.') && kind == PathKind::Module {
        return Err("leading dot in path element".into());
    }
    if element.ends_with('.') {
        return Err("trailing dot in path element".into());
    }
    if let Some(c) = element.chars().find(|c| !kind.allows(*c)) {
        return Err(format!("invalid char {c:?}"));
    }
    let short = element.split('.').next().unwrap_or_default();
    if WINDOWS_DEVICES.contains(&short.to_ascii_lowercase().as_str()) {
        return Err(format!("{} disallowed as path element component on Windows", quote(short)));
    }
    let digits = short.trim_end_matches(|c: char| c.is_ascii_digit());
    if kind != PathKind::File && digits.len() < short.len() && digits.ends_with('~') {
        return Err("trailing tilde and digits in path element".into());
    }
    Ok(())
}

/// Splits a path into its prefix and its major version, such as `example.com/m` and `/v2`, or `gopkg.in/yaml` and
/// `.v3`. The second part is empty if the path has no major version. Returns `None` if the major version is malformed.
#[must_use]
pub fn split_major(path: &str) -> Option<(&str, &str)> {
    if path.starts_with("gopkg.in/") {
        let plain = path.strip_suffix("-unstable").unwrap_or(path);
        let number = plain.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &plain[number.len()..];
        let prefix = number.strip_suffix(".v")?;
        let valid = !digits.is_empty() && (digits == "0" || !digits.starts_with('0'));
        return valid.then(|| path.split_at(prefix.len()));
    }
    let number = path.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let digits = &path[number.len()..];
    let Some(prefix) = number.strip_suffix("/v").filter(|_| !digits.is_empty()) else {
        return Some((path, ""));
    };
    let valid = !digits.contains('.') && !digits.starts_with('0') && digits != "1";
    valid.then(|| path.split_at(prefix.len()))
}

/// Reports whether a version has the major version that a path's suffix names.
#[must_use]
pub fn fits_major(version: &str, suffix: &str) -> bool {
    if suffix.starts_with(".v") {
        let plain = suffix.strip_suffix("-unstable").unwrap_or(suffix);
        if version.starts_with("v0.0.0-") && plain == ".v1" {
            return true;
        }
        return major(version) == &plain[1..];
    }
    let major = major(version);
    if suffix.is_empty() {
        return major == "v0" || major == "v1" || version.ends_with("+incompatible");
    }
    major == &suffix[1..]
}

/// The major version of a version: `v2` of `v2.1.0`.
#[must_use]
pub fn major(version: &str) -> &str {
    version.find('.').map_or(version, |dot| &version[..dot])
}

/// The major version that a suffix of a path demands: `v2` of `/v2`.
#[must_use]
pub fn major_of_suffix(suffix: &str) -> &str {
    let plain = suffix.strip_suffix("-unstable").unwrap_or(suffix);
    plain.trim_start_matches(['/', '.'])
}

/// The possible paths of the module of a package: the path itself, then ever shorter prefixes.
pub fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.char_indices().rev().filter(|(_, c)| *c == '/').map(|(at, _)| &path[..at]);
    std::iter::once(path).chain(slashes)
}

/// Reports whether `path` is `prefix` or below it.
#[must_use]
pub fn has_prefix(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The full version: `v1.0.0` for `v1`; empty if the text is no version.
#[must_use]
pub fn canonical(version: &str) -> String {
    let (core, build) = version.split_once('+').map_or((version, ""), |(core, b)| (core, b));
    let dots = core.split('-').next().unwrap_or_default().matches('.').count();
    let full = match dots {
        _ if core.contains('-') => core.to_owned(),
        0 => format!("{core}.0.0"),
        1 => format!("{core}.0"),
        _ => core.to_owned(),
    };
    if dots < 2 && !build.is_empty() || parse_parts(&full).is_none() {
        return String::new();
    }
    if build == "incompatible" { format!("{full}+incompatible") } else { full }
}

/// A text in double quotes, as Go's `%q` writes it.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The original of a path that was escaped for the module cache; `None` if the text is no escaped path.
#[must_use]
pub fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut bang = false;
    for c in text.chars() {
        match c {
            _ if bang && !c.is_ascii_lowercase() => return None,
            _ if bang => {
                out.push(c.to_ascii_uppercase());
                bang = false;
            }
            '!' => bang = true,
            _ if c.is_ascii_uppercase() => return None,
            _ => out.push(c),
        }
    }
    (!bang).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_at_their_major_version() {
        for (path, wanted) in [
            ("a.b/c", Some(("a.b/c", ""))),
            ("a.b/c/v2", Some(("a.b/c", "/v2"))),
            ("a.b/c/v1", None),
            ("a.b/c/v02", None),
            ("gopkg.in/yaml.v3", Some(("gopkg.in/yaml", ".v3"))),
            ("gopkg.in/yaml", None),
            ("gopkg.in/x.v2-unstable", Some(("gopkg.in/x", ".v2-unstable"))),
        ] {
            assert_eq!(split_major(path), wanted, "{path}");
        }
    }

    #[test]
    fn paths_are_refused_as_the_go_command_does() {
        for (path, why) in [
            ("M@v1", "invalid char '@'"),
            ("com1.x/y", "\"com1\" disallowed as path element component on Windows"),
            ("a.b//c", "double slash"),
            ("a.b/c~1", "trailing tilde and digits in path element"),
            ("x/y", "missing dot in first path element"),
        ] {
            let wanted = format!("malformed module path {path:?}: {why}");
            assert_eq!(check(path, PathKind::Module), Err(wanted));
        }
        assert_eq!(canonical("v1"), "v1.0.0");
        assert_eq!(canonical("v1.2-x"), "");
        assert_eq!(canonical("v1.2.3+meta"), "v1.2.3");
    }
}
