//! Searching in bytes, for packages strings and bytes.
//!
//! A module of its own because both packages, and both kinds of memory, share it.

use crate::unicode::tables::{is_space, simple_fold};
use crate::unicode::utf8;
use memchr::memmem;

/// Go's result of a search: the index, or -1.
pub(crate) fn or_minus_one(found: Option<usize>) -> isize {
    found.map_or(-1, |i| i as isize)
}

/// The first `needle` in `s`.
pub(crate) fn index(s: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, s),
        _ => memmem::find(s, needle),
    }
}

/// The last `needle` in `s`.
pub(crate) fn last_index(s: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(s.len()),
        [byte] => memchr::memrchr(*byte, s),
        _ => memmem::rfind(s, needle),
    }
}

/// How many `needle`s that do not overlap are in `s`; the number of runes and one more for an empty one.
pub(crate) fn count(s: &[u8], needle: &[u8]) -> usize {
    match needle {
        [] => utf8::count(s) + 1,
        [byte] => memchr::memchr_iter(*byte, s).count(),
        _ => memmem::find_iter(s, needle).count(),
    }
}

/// A set of runes given as a string; invalid bytes of it count as U+FFFD.
pub(crate) struct RuneSet<'a> {
    ascii: u128,
    rest: Option<&'a [u8]>,
}

impl<'a> RuneSet<'a> {
    pub(crate) fn new(chars: &'a [u8]) -> Self {
        let ascii = chars.iter().filter(|b| b.is_ascii()).fold(0, |set, b| set | 1u128 << b);
        Self { ascii, rest: (!chars.is_ascii()).then_some(chars) }
    }

    pub(crate) fn has(&self, rune: u32) -> bool {
        if rune < 0x80 {
            return self.ascii >> rune & 1 != 0;
        }
        self.rest.is_some_and(|chars| utf8::runes(chars).any(|(_, r, _)| r == rune))
    }
}

/// The first rune of `s` that is in `chars`.
pub(crate) fn index_any(s: &[u8], chars: &[u8]) -> Option<usize> {
    let set = RuneSet::new(chars);
    utf8::runes(s).find(|&(_, rune, _)| set.has(rune)).map(|(at, ..)| at)
}

/// The last rune of `s` that is in `chars`.
pub(crate) fn last_index_any(s: &[u8], chars: &[u8]) -> Option<usize> {
    let set = RuneSet::new(chars);
    let mut end = s.len();
    while end > 0 {
        let (rune, size) = utf8::decode_last(&s[..end]);
        end -= size;
        if set.has(rune) {
            return Some(end);
        }
    }
    None
}

/// What is left of `s` without the leading (if `left`) and trailing (if `right`) runes for which `drop` holds, as bounds.
pub(crate) fn trim(
    s: &[u8],
    left: bool,
    right: bool,
    drop: impl Fn(u32) -> bool,
) -> (usize, usize) {
    let (mut from, mut to) = (0, s.len());
    while left && from < to {
        let (rune, size) = utf8::decode(&s[from..]);
        if !drop(rune) {
            break;
        }
        from += size;
    }
    while right && from < to {
        let (rune, size) = utf8::decode_last(&s[from..to]);
        if !drop(rune) {
            break;
        }
        to -= size;
    }
    (from, to)
}

/// The bounds of `s` without white space around it.
pub(crate) fn trim_space(s: &[u8]) -> (usize, usize) {
    trim(s, true, true, is_space)
}

/// The bounds of the runs of `s` without white space.
pub(crate) fn fields(s: &[u8]) -> Vec<(usize, usize)> {
    // Counted first, in plain bytes: a list that grew by doubling would take several times the memory.
    let is_start = |pair: &[u8]| pair[0].is_ascii_whitespace() && !pair[1].is_ascii_whitespace();
    let mut fields = Vec::with_capacity(1 + s.windows(2).filter(|w| is_start(w)).count());
    let mut start = None;
    for (at, rune, _) in utf8::runes(s) {
        match (is_space(rune), start) {
            (true, Some(from)) => {
                fields.push((from, at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(from) = start {
        fields.push((from, s.len()));
    }
    fields
}

/// The bounds of the parts of `s` between `sep`s, each with the first `save` bytes of its separator; at most `n` if that is not negative.
pub(crate) fn split(s: &[u8], sep: &[u8], save: usize, n: isize) -> Vec<(usize, usize)> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let mut parts = Vec::new();
    let mut from = 0;
    if sep.is_empty() {
        while from < s.len() && parts.len() + 1 < most {
            let size = utf8::decode(&s[from..]).1;
            parts.push((from, from + size));
            from += size;
        }
        if from < s.len() {
            parts.push((from, s.len()));
        }
        return parts;
    }
    let finder = memmem::Finder::new(sep);
    while parts.len() + 1 < most {
        let Some(at) = finder.find(&s[from..]) else { break };
        parts.push((from, from + at + save));
        from += at + sep.len();
    }
    parts.push((from, s.len()));
    parts
}

/// Whether `s` and `t` are equal under simple case folding.
pub(crate) fn equal_fold(s: &[u8], t: &[u8]) -> bool {
    let (mut s, mut t) = (utf8::runes(s), utf8::runes(t));
    loop {
        match (s.next(), t.next()) {
            (None, None) => return true,
            (Some((_, a, _)), Some((_, b, _))) => {
                if !same_fold(a, b) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

fn same_fold(a: u32, b: u32) -> bool {
    if a == b {
        return true;
    }
    if a < 0x80 && b < 0x80 {
        return (a as u8).eq_ignore_ascii_case(&(b as u8));
    }
    let mut r = simple_fold(a);
    while r != a {
        if r == b {
            return true;
        }
        r = simple_fold(r);
    }
    false
}
