//! Makes new bytes from given ones, for packages strings and bytes.
//!
//! A result of `false` means that nothing was written, because the output would equal the input.

use crate::byte_sink::ByteSink;
use crate::unicode::tables::{MappedCase, to_case};
use crate::unicode::utf8;

/// Returns the room to reserve for the output of [`replace`]: its size in bytes if that may be much larger than `s`.
pub(crate) fn replaced_size(s: &[u8], old: &[u8], new: &[u8], n: isize) -> usize {
    if new.len() <= old.len() {
        return s.len();
    }
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let grown = new.len() - old.len();
    let count = super::search::count_occurrences(s, old);
    s.len().saturating_add(count.min(most).saturating_mul(grown))
}

/// Writes `s` with the first `n` occurrences of `old` (all if `n` is negative) replaced by `new`, if there is any. An
/// empty `old` occurs before every rune and at the end.
pub(crate) fn replace(out: &mut impl ByteSink, s: &[u8], old: &[u8], new: &[u8], n: isize) -> bool {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let mut from = 0;
    let mut done = 0;
    if old.is_empty() {
        while done < most {
            out.put(new);
            done += 1;
            let size = utf8::decode(&s[from..]).1;
            out.put(&s[from..from + size]);
            from += size;
            if size == 0 {
                break;
            }
        }
    } else {
        let finder = memchr::memmem::Finder::new(old);
        while done < most {
            let Some(at) = finder.find(&s[from..]) else { break };
            out.put(&s[from..from + at]);
            out.put(new);
            from += at + old.len();
            done += 1;
        }
    }
    if done != 0 {
        out.put(&s[from..]);
    }
    done != 0
}

/// Reports whether [`replace`] would replace anything.
pub(crate) fn has_occurrence(s: &[u8], old: &[u8], n: isize) -> bool {
    n != 0 && super::search::index(s, old).is_some()
}

/// Reports whether [`change_case`] would change anything.
pub(crate) fn changes_case(s: &[u8], case: MappedCase) -> bool {
    if s.is_ascii() {
        return match case {
            MappedCase::Lower => s.iter().any(u8::is_ascii_uppercase),
            MappedCase::Upper | MappedCase::Title => s.iter().any(u8::is_ascii_lowercase),
        };
    }
    utf8::decode_runes(s)
        .any(|(_, rune, size)| rune == utf8::RUNE_ERROR && size == 1 || to_case(case, rune) != rune)
}

/// Writes `s` with every rune mapped to the given case. Invalid bytes become U+FFFD.
pub(crate) fn change_case(out: &mut impl ByteSink, s: &[u8], case: MappedCase) {
    if s.is_ascii() {
        for part in s.chunks(CASE_CHUNK) {
            let mut copy = [0; CASE_CHUNK];
            let copy = &mut copy[..part.len()];
            copy.copy_from_slice(part);
            match case {
                MappedCase::Lower => copy.make_ascii_lowercase(),
                MappedCase::Upper | MappedCase::Title => copy.make_ascii_uppercase(),
            }
            out.put(copy);
        }
        return;
    }
    for (_, rune, _) in utf8::decode_runes(s) {
        let (bytes, size) = utf8::encode(to_case(case, rune));
        out.put(&bytes[..size]);
    }
}

/// The number of bytes whose case is changed at a time.
const CASE_CHUNK: usize = 256;

/// Writes `s` with each run of invalid bytes replaced by `replacement`. `in_run` says whether a run of invalid bytes
/// directly precedes `s`; the function sets it to whether such a run reaches the end of `s`.
pub(crate) fn to_valid_utf8(
    out: &mut impl ByteSink,
    s: &[u8],
    replacement: &[u8],
    in_run: &mut bool,
) {
    // Valid text is written in runs.
    let mut from = 0;
    for (at, rune, size) in utf8::decode_runes(s) {
        let invalid = rune == utf8::RUNE_ERROR && size == 1;
        if invalid {
            if !*in_run {
                out.put(&s[from..at]);
                out.put(replacement);
            }
            from = at + size;
        }
        *in_run = invalid;
    }
    out.put(&s[from..]);
}

/// Reports whether `s` is valid UTF-8.
pub(crate) fn is_valid_utf8(s: &[u8]) -> bool {
    std::str::from_utf8(s).is_ok()
}
