//! The go command's settings about modules.

use std::path::PathBuf;

/// The settings that say where modules come from, how they are verified, and where they are kept.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// `GOPROXY`.
    pub proxy: String,
    /// `GOSUMDB`.
    pub sum_db: String,
    /// `GONOSUMDB`, or `GOPRIVATE` if that is not set.
    pub no_sum_db: String,
    /// `GONOPROXY`, or `GOPRIVATE` if that is not set.
    pub no_proxy: String,
    /// `GOMODCACHE`.
    pub cache: Option<PathBuf>,
    /// The directory for the state of checksum databases: `$GOPATH/pkg/sumdb`.
    pub sum_db_state: Option<PathBuf>,
    /// `-modcacherw`: unpacked modules may be written to.
    pub cache_is_writable: bool,
    /// `-mod`.
    pub module_mode: Option<String>,
    /// `-modfile`.
    pub mod_file: Option<PathBuf>,
    /// `-tags`.
    pub tags: Vec<String>,
    /// `GOWORK`.
    pub go_work: Option<String>,
    /// The packages of the standard library, sorted.
    pub std_packages: &'static [&'static str],
    /// The sources of an installed Go's library, if the imports of its packages are wanted.
    pub std_sources: Option<PathBuf>,
    /// The release of Go that minigo implements, such as `1.27.3`.
    pub go_release: &'static str,
}

/// The default of `GOSUMDB`: the checksum database that is asked.
pub const SUM_DB: &str = "sum.golang.org";
/// The default of `GOPROXY`.
pub const PROXY: &str = "https://proxy.golang.org,direct";

/// Reports whether one of the comma-separated patterns matches the first elements of a path.
#[must_use]
pub fn matches_prefix(patterns: &str, path: &str) -> bool {
    patterns.split(',').any(|pattern| {
        let (patterns, elements) = (pattern.trim_end_matches('/').split('/'), path.split('/'));
        let patterns: Vec<&str> = patterns.collect();
        let elements: Vec<&str> = elements.collect();
        !pattern.is_empty()
            && patterns.len() <= elements.len()
            && patterns.iter().zip(elements).all(|(p, e)| glob(p.as_bytes(), e.as_bytes()))
    })
}

/// Reports whether a pattern with `*`, `?` and `[a-z]` matches an element of a path.
pub(crate) fn glob(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => (0..=text.len()).any(|at| glob(rest, &text[at..])),
        (Some((b'?', pattern)), Some((_, text))) => glob(pattern, text),
        (Some((b'[', pattern)), Some((byte, text))) => {
            let Some(end) = pattern.iter().position(|b| *b == b']') else { return false };
            let (class, rest) = (&pattern[..end], &pattern[end + 1..]);
            let (negated, class) = match class.split_first() {
                Some((b'^', class)) => (true, class),
                _ => (false, class),
            };
            let mut found = false;
            let mut at = 0;
            while at < class.len() {
                let range = class.get(at + 1) == Some(&b'-') && at + 2 < class.len();
                let last = if range { class[at + 2] } else { class[at] };
                found |= (class[at]..=last).contains(byte);
                at += if range { 3 } else { 1 };
            }
            found != negated && glob(rest, text)
        }
        (Some((b'\\', pattern)), Some((b, text))) => match pattern.split_first() {
            Some((p, pattern)) => p == b && glob(pattern, text),
            None => false,
        },
        (Some((p, pattern)), Some((b, text))) => p == b && glob(pattern, text),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_the_first_elements() {
        for (patterns, path, wanted) in [
            ("a.b", "a.b/c", true),
            ("a.b/c", "a.b", false),
            ("*.b,x", "a.b/c", true),
            ("x/[a-c]?", "x/bz/y", true),
            ("", "a", false),
        ] {
            assert_eq!(matches_prefix(patterns, path), wanted, "{patterns} {path}");
        }
    }
}
