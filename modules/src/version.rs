//! A module at a version: compares versions, and escapes paths and versions for the module cache.

use std::cmp::Ordering;
use std::fmt;

/// The end of the version that a module has if a directory replaces all its versions.
pub(crate) const ZERO_VERSION_SUFFIX: &str = "0.0-00010101000000-000000000000";

/// A module at a version; the version of main modules and directories is empty.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct ModuleVersion {
    /// The module's path.
    pub path: String,
    /// The version, such as `v1.2.3`.
    pub version: String,
}

impl ModuleVersion {
    /// A module at a version.
    #[must_use]
    pub fn new(path: &str, version: &str) -> Self {
        Self { path: path.into(), version: version.into() }
    }

    /// The entry for this module's `go.mod` in go.sum.
    #[must_use]
    pub fn mod_file(&self) -> Self {
        Self { path: self.path.clone(), version: format!("{}/go.mod", self.version) }
    }
}

impl fmt::Display for ModuleVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version.as_str() {
            "" => f.write_str(&self.path),
            version => write!(f, "{}@{version}", self.path),
        }
    }
}

/// The numbers and the prerelease of a version, without the part behind `+`.
pub(crate) struct VersionParts<'v> {
    pub(crate) numbers: [&'v str; 3],
    pub(crate) prerelease: Option<&'v str>,
}

pub(crate) fn parse_parts(version: &str) -> Option<VersionParts<'_>> {
    let text = version.strip_prefix('v')?;
    let (text, build) = text.split_once('+').map_or((text, None), |(text, b)| (text, Some(b)));
    let (core, prerelease) = text.split_once('-').map_or((text, None), |(core, p)| (core, Some(p)));
    let mut numbers = core.split('.');
    let numbers = [numbers.next()?, numbers.next()?, numbers.next()?];
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let number = |n: &&str| digits(n) && (*n == "0" || !n.starts_with('0'));
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let valid_prerelease =
        |text: &str| text.split('.').all(|w| word(w) && (!digits(w) || number(&w)));
    let valid = core.split('.').count() == 3
        && numbers.iter().all(number)
        && prerelease.is_none_or(valid_prerelease)
        && build.is_none_or(|build| build.split('.').all(word));
    valid.then_some(VersionParts { numbers, prerelease })
}

/// Reports whether the text is a version such as `v1.2.3-pre+incompatible`.
#[must_use]
pub fn is_valid(version: &str) -> bool {
    parse_parts(version).is_some()
}

/// Compares versions. The empty version, of a main module, is above all others; a malformed version is below all.
#[must_use]
pub fn compare(a: &str, b: &str) -> Ordering {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (a, b) = match (parse_parts(a), parse_parts(b)) {
        (Some(a), Some(b)) => (a, b),
        (a, b) => return a.is_some().cmp(&b.is_some()),
    };
    let numbers = a.numbers.iter().zip(b.numbers).map(|(a, b)| number_order(a, b));
    numbers.fold(Ordering::Equal, Ordering::then).then_with(|| match (a.prerelease, b.prerelease) {
        (Some(a), Some(b)) => prerelease_order(a, b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    })
}

/// Compares versions. The empty version counts as malformed, so it is below all others.
#[must_use]
pub fn compare_semver(a: &str, b: &str) -> Ordering {
    match (a.is_empty(), b.is_empty()) {
        (false, false) => compare(a, b),
        (a, b) => b.cmp(&a),
    }
}

fn number_order(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn prerelease_order(a: &str, b: &str) -> Ordering {
    let is_number = |w: &str| w.bytes().all(|b| b.is_ascii_digit());
    let (mut left, mut right) = (a.split('.'), b.split('.'));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => match (is_number(a), is_number(b)) {
                (true, true) => number_order(a, b),
                (false, false) => a.cmp(b),
                (a, b) => b.cmp(&a),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// A path or a version as the module cache writes it, so that file names do not depend on case: `!a` for `A`.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            out.push('!');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_the_order_of_semantic_versioning() {
        let ascending = [
            "bad",
            "v0.0.0-20190101000000-aaaaaaaaaaaa",
            "v0.9.0",
            "v1.0.0-alpha",
            "v1.0.0-alpha.1",
            "v1.0.0-alpha.beta",
            "v1.0.0-beta.2",
            "v1.0.0-beta.11",
            "v1.0.0-rc.1",
            "v1.0.0",
            "v1.2.0",
            "v1.10.0",
            "v1.10.1-0.20200101000000-bbbbbbbbbbbb",
            "v2.0.0+incompatible",
            "",
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{a} {b}");
            }
        }
        for bad in ["v1", "v1.2", "1.2.3", "v1.02.3", "v1.2.3-", "v1.2.3-01", "v1.2.3.4"] {
            assert!(!is_valid(bad), "{bad}");
        }
    }

    #[test]
    fn upper_case_is_escaped() {
        assert_eq!(escaped("github.com/BurntSushi/toml"), "github.com/!burnt!sushi/toml");
    }
}
