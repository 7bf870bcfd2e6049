//! Claims about the scheduler's counters: `steal >= 1`.

use crate::inspect::{Counters, Kind};

/// What a counter must have come to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim<'t> {
    text: &'t str,
    kind: Kind,
    how: How,
    number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    AtLeast,
    AtMost,
    Exactly,
}

impl<'t> Claim<'t> {
    /// Reads a claim.
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let wrong = |why: &str| format!("{text:?} is no claim: {why}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[name, how, number] = &words[..] else {
            return Err(wrong("it has a counter, >=, <= or ==, and a number"));
        };
        let named = Kind::ALL.iter().find(|kind| kind.text() == name);
        let how = match how {
            ">=" => How::AtLeast,
            "<=" => How::AtMost,
            "==" => How::Exactly,
            _ => return Err(wrong("its comparison is >=, <= or ==")),
        };
        Ok(Self {
            text,
            kind: *named.ok_or_else(|| wrong("there is no such counter"))?,
            how,
            number: number.parse().map_err(|_| wrong("it ends with a number"))?,
        })
    }

    /// What the counter says, in a line, and whether that is what was claimed.
    pub(super) fn judge(&self, before: &Counters, after: &Counters) -> (String, bool) {
        let count = after.of(self.kind) - before.of(self.kind);
        let holds = match self.how {
            How::AtLeast => count >= self.number,
            How::AtMost => count <= self.number,
            How::Exactly => count == self.number,
        };
        let name = self.kind.text();
        match holds {
            true => (format!("{name}: {count}"), true),
            false => {
                (format!("{name}: {count}, but the chapter claims {}", self.text.trim()), false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_or_not() {
        let none = Counters::default();
        let judge = |text| Claim::parse(text).unwrap().judge(&none, &none);
        assert_eq!(judge("steal == 0"), ("steal: 0".into(), true));
        assert_eq!(judge("steal <= 3"), ("steal: 0".into(), true));
        let told = "steal: 0, but the chapter claims steal >= 1".to_owned();
        assert_eq!(judge("steal >= 1"), (told, false));
    }

    #[test]
    fn what_is_no_claim_is_refused() {
        for text in ["", "steal", "steal > 1", "stael >= 1", "steal >= x", "steal >= 1 2"] {
            assert!(Claim::parse(text).is_err(), "{text}");
        }
    }
}
