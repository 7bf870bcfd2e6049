//! Releases of Go, compared as the go command compares them: `1.21 < 1.21rc1 < 1.21.0 < 1.21.1`.

/// A version such as `1.27`, `1.27rc1` or `1.27.3`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Release {
    major: Number,
    minor: Number,
    patch: Number,
    /// `alpha`, `beta` or `rc`; empty for other versions.
    kind: String,
    number: Number,
}

/// A decimal number of any length, by its number of digits and the digits. A missing number is less than all others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Number(usize, String);

impl Number {
    fn new(digits: &str) -> Self {
        Self(digits.len(), digits.to_owned())
    }

    /// Cuts the number off the start of `text`.
    fn take_number(text: &mut &str) -> Option<Self> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        *text = rest;
        (digits == "0" || !digits.is_empty() && !digits.starts_with('0')).then(|| Self::new(digits))
    }
}

/// The first minor version N for which `1.N` and `1.N.0` differ.
const FIRST_STRICT_MINOR: &str = "21";

impl Release {
    /// Reads a version without the prefix `go`; `None` if it is malformed.
    #[must_use]
    pub fn parse(mut text: &str) -> Option<Self> {
        let rest = &mut text;
        let major = Number::take_number(rest)?;
        let mut found = Self {
            major,
            minor: Number::new("0"),
            patch: Number::new("0"),
            kind: String::new(),
            number: Number::default(),
        };
        if rest.is_empty() {
            return Some(found);
        }
        *rest = rest.strip_prefix('.')?;
        found.minor = Number::take_number(rest)?;
        if rest.is_empty() {
            if found.minor >= Number::new(FIRST_STRICT_MINOR) {
                found.patch = Number::default();
            }
            return Some(found);
        }
        found.patch = Number::default();
        if let Some(patch) = rest.strip_prefix('.') {
            *rest = patch;
            found.patch = Number::take_number(rest)?;
            return rest.is_empty().then_some(found);
        }
        let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let (kind, number) = rest.split_at(end);
        found.kind = kind.to_owned();
        *rest = number;
        if !rest.is_empty() {
            found.number = Number::take_number(rest)?;
        }
        (end > 0 && rest.is_empty()).then_some(found)
    }

    /// Reports whether this is a language version, such as `1.27`, and no release. Before Go 1.21 such a version is a
    /// language version and a release.
    #[must_use]
    pub fn is_language_version(&self) -> bool {
        self.has_strict_go_lines() && self.patch == Number::default() && self.kind.is_empty()
    }

    /// Reports whether this is a preview of a release, such as `1.27rc1`.
    #[must_use]
    pub fn is_prerelease(&self) -> bool {
        !self.kind.is_empty()
    }

    /// Reports whether the rules of Go 1.21 for `go` lines apply: no module may have an earlier version than its
    /// dependencies.
    #[must_use]
    pub fn has_strict_go_lines(&self) -> bool {
        Self::parse("1.21").is_some_and(|first| *self >= first)
    }
}

/// Reports whether the Go version `go` is `first` or later.
#[must_use]
pub fn is_release_at_least(go: &str, first: &str) -> bool {
    Release::parse(go) >= Release::parse(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_in_the_order_of_the_go_command() {
        let order = [
            "1",
            "1.2",
            "1.9.1",
            "1.20",
            "1.21",
            "1.21beta1",
            "1.21rc",
            "1.21rc1",
            "1.21rc2",
            "1.21.0",
            "1.21.10",
            "1.27",
            "1.27.3",
            "1.100",
            "2",
        ];
        let all: Vec<Option<Release>> = order.iter().map(|text| Release::parse(text)).collect();
        assert!(all.iter().all(Option::is_some));
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(Release::parse("1.20"), Release::parse("1.20.0"));
        for wrong in
            ["", "1.", "1.x", "01.2", "1.02", "1.21.0rc1", "1.21RC1", "1.21rc1x", "go1.21", "1.21-"]
        {
            assert_eq!(Release::parse(wrong), None, "{wrong}");
        }
    }
}
