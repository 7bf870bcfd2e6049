//! Making new bytes from old, for packages strings and bytes.
//!
//! A module of its own beside searching because these allocate: `None` says that the result is the input itself.

use crate::unicode::tables::{Case, to_case};
use crate::unicode::utf8;

/// How many bytes [`replace`] makes at most, if that is more than the input has.
pub(crate) fn replaced_size(s: &[u8], old: &[u8], new: &[u8], n: isize) -> usize {
    if new.len() <= old.len() {
        return s.len();
    }
    // No more than one for each byte are replaced, so counting is only worth it where that would be much.
    let most = usize::try_from(n).unwrap_or(usize::MAX).min(s.len() / old.len().max(1) + 1);
    let grown = new.len() - old.len();
    if most.saturating_mul(grown) < 1 << 16 {
        return s.len() + most * grown;
    }
    let count = super::search::count(s, old);
    s.len().saturating_add(count.min(most).saturating_mul(grown))
}

/// `s` with the first `n` `old`s (all if `n` is negative) replaced by `new`; an empty `old` is before every rune and at the end.
pub(crate) fn replace(s: &[u8], old: &[u8], new: &[u8], n: isize) -> Option<Vec<u8>> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let mut out = Vec::with_capacity(s.len());
    let mut from = 0;
    let mut done = 0;
    if old.is_empty() {
        while done < most {
            out.extend_from_slice(new);
            done += 1;
            let size = utf8::decode(&s[from..]).1;
            out.extend_from_slice(&s[from..from + size]);
            from += size;
            if size == 0 {
                break;
            }
        }
    } else {
        let finder = memchr::memmem::Finder::new(old);
        while done < most {
            let Some(at) = finder.find(&s[from..]) else { break };
            out.extend_from_slice(&s[from..from + at]);
            out.extend_from_slice(new);
            from += at + old.len();
            done += 1;
        }
    }
    if done == 0 {
        return None;
    }
    out.extend_from_slice(&s[from..]);
    Some(out)
}

/// `s` with every rune mapped to a case. Invalid bytes become U+FFFD, unless nothing changes at all.
pub(crate) fn change_case(s: &[u8], case: Case) -> Option<Vec<u8>> {
    if s.is_ascii() {
        return match case {
            Case::Lower => s.iter().any(u8::is_ascii_uppercase).then(|| s.to_ascii_lowercase()),
            Case::Upper | Case::Title => {
                s.iter().any(u8::is_ascii_lowercase).then(|| s.to_ascii_uppercase())
            }
        };
    }
    let mut out = Vec::with_capacity(s.len());
    for (_, rune, _) in utf8::runes(s) {
        utf8::push(&mut out, to_case(case, rune));
    }
    (out != s).then_some(out)
}

/// `s` with each run of invalid bytes replaced by `replacement`.
pub(crate) fn to_valid(s: &[u8], replacement: &[u8]) -> Option<Vec<u8>> {
    if std::str::from_utf8(s).is_ok() {
        return None;
    }
    let mut out = Vec::with_capacity(s.len() + replacement.len());
    let mut in_run = false;
    for (at, rune, size) in utf8::runes(s) {
        let invalid = rune == utf8::ERROR && size == 1;
        if !invalid {
            out.extend_from_slice(&s[at..at + size]);
        } else if !in_run {
            out.extend_from_slice(replacement);
        }
        in_run = invalid;
    }
    Some(out)
}

/// The parts in a row with `sep` between them.
pub(crate) fn join<'a>(parts: impl Iterator<Item = &'a [u8]>, sep: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, part) in parts.enumerate() {
        if i > 0 {
            out.extend_from_slice(sep);
        }
        out.extend_from_slice(part);
    }
    out
}
