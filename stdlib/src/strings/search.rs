//! Searching in bytes, for packages strings and bytes.
//!
//! Strings and slices of bytes share these functions.

use crate::unicode::tables::{is_space, simple_fold};
use crate::unicode::utf8;
use memchr::memmem;

/// Converts the result of a search to Go's: the index, or -1.
pub(crate) fn or_minus_one(found: Option<usize>) -> isize {
    found.map_or(-1, |i| i as isize)
}

/// Returns the index of the first `needle` in `s`.
pub(crate) fn index(s: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, s),
        _ => memmem::find(s, needle),
    }
}

/// Returns the index of the first `rune` in `s`; invalid bytes count as U+FFFD.
pub(crate) fn index_rune(s: &[u8], rune: i32) -> Option<usize> {
    match char::from_u32(rune as u32)? {
        c @ char::REPLACEMENT_CHARACTER => {
            utf8::decode_runes(s).find(|&(_, found, _)| found == c as u32).map(|(at, ..)| at)
        }
        c => index(s, c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Returns the index of the last `needle` in `s`.
pub(crate) fn last_index(s: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(s.len()),
        [byte] => memchr::memrchr(*byte, s),
        _ => memmem::rfind(s, needle),
    }
}

/// Returns the number of non-overlapping `needle`s in `s`; for an empty `needle`, the number of runes plus one.
pub(crate) fn count_occurrences(s: &[u8], needle: &[u8]) -> usize {
    match needle {
        [] => utf8::count_runes(s) + 1,
        [byte] => memchr::memchr_iter(*byte, s).count(),
        _ => memmem::find_iter(s, needle).count(),
    }
}

/// Returns the number of non-overlapping `needle`s in `s`, and the end of the last one. `needle` must not be empty.
pub(crate) fn count_and_last_end(s: &[u8], needle: &[u8]) -> (usize, usize) {
    if let [byte] = needle {
        return (memchr::memchr_iter(*byte, s).count(), 0);
    }
    memmem::find_iter(s, needle).fold((0, 0), |(count, _), at| (count + 1, at + needle.len()))
}

/// A set of runes given as a string; invalid bytes in the string count as U+FFFD.
pub(crate) struct RuneSet<'a> {
    ascii_bits: u128,
    other_runes: Option<&'a [u8]>,
}

impl<'a> RuneSet<'a> {
    pub(crate) fn new(chars: &'a [u8]) -> Self {
        let ascii = chars.iter().filter(|b| b.is_ascii()).fold(0, |set, b| set | 1u128 << b);
        Self { ascii_bits: ascii, other_runes: (!chars.is_ascii()).then_some(chars) }
    }

    /// Returns the index of the first rune of `s` that is in the set.
    pub(crate) fn first_index(&self, s: &[u8]) -> Option<usize> {
        utf8::decode_runes(s).find(|&(_, rune, _)| self.contains_rune(rune)).map(|(at, ..)| at)
    }

    /// Returns the index of the last rune of `s` that is in the set.
    pub(crate) fn last_index(&self, s: &[u8]) -> Option<usize> {
        let mut end = s.len();
        while end > 0 {
            let (rune, size) = utf8::decode_last(&s[..end]);
            end -= size;
            if self.contains_rune(rune) {
                return Some(end);
            }
        }
        None
    }

    pub(crate) fn contains_rune(&self, rune: u32) -> bool {
        if rune < 0x80 {
            return self.ascii_bits >> rune & 1 != 0;
        }
        self.other_runes.is_some_and(|chars| utf8::decode_runes(chars).any(|(_, r, _)| r == rune))
    }
}

/// Returns the index of the first rune of `s` that is in `chars`.
pub(crate) fn index_any(s: &[u8], chars: &[u8]) -> Option<usize> {
    RuneSet::new(chars).first_index(s)
}

/// Returns the index of the last rune of `s` that is in `chars`.
pub(crate) fn last_index_any(s: &[u8], chars: &[u8]) -> Option<usize> {
    RuneSet::new(chars).last_index(s)
}

/// Returns the bounds of `s` without the leading (if `left`) and trailing (if `right`) runes for which `drop` holds.
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

/// Calls `each` with the bounds of each field of `s`, a run without white space.
pub(crate) fn fields(s: &[u8], mut each: impl FnMut(usize, usize)) {
    let mut start = None;
    for (at, rune, _) in utf8::decode_runes(s) {
        match (is_space(rune), start) {
            (true, Some(from)) => {
                each(from, at);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(from) = start {
        each(from, s.len());
    }
}

/// Returns the number of calls of `each` that [`fields`] would make.
pub(crate) fn count_fields(s: &[u8]) -> usize {
    let mut count = 0;
    if s.is_ascii() {
        // ASCII bytes, so that the compiler can vectorise the comparison.
        let space = |byte: u8| byte == b' ' || byte.wrapping_sub(b'\t') < 5;
        let begins = |pair: &&[u8]| space(pair[0]) && !space(pair[1]);
        count += usize::from(s.first().is_some_and(|&first| !space(first)));
        count += s.windows(2).filter(begins).count();
    } else {
        fields(s, |_, _| count += 1);
    }
    count
}

/// Calls `each` with the bounds of the parts of `s` between separators, each part including the first `save` bytes of
/// the separator behind it. Makes at most `n` calls if `n` is not negative.
pub(crate) fn split(
    s: &[u8],
    sep: &[u8],
    save: usize,
    n: isize,
    mut each: impl FnMut(usize, usize),
) {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let (mut from, mut parts) = (0, 1);
    if sep.is_empty() {
        while from < s.len() && parts < most {
            let size = utf8::decode(&s[from..]).1;
            each(from, from + size);
            from += size;
            parts += 1;
        }
        if from < s.len() {
            each(from, s.len());
        }
        return;
    }
    let finder = memmem::Finder::new(sep);
    while parts < most {
        let Some(at) = finder.find(&s[from..]) else { break };
        each(from, from + at + save);
        from += at + sep.len();
        parts += 1;
    }
    each(from, s.len());
}

/// Returns the number of calls of `each` that [`split`] would make.
pub(crate) fn count_parts(s: &[u8], sep: &[u8], n: isize) -> usize {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let all = if sep.is_empty() { utf8::count_runes(s) } else { count_occurrences(s, sep) + 1 };
    all.min(most)
}

/// Reports whether `s` and `t` are equal under simple case folding.
pub(crate) fn equal_fold(s: &[u8], t: &[u8]) -> bool {
    equal_fold_up_to_limit(s, t, &mut 0, &mut 0, usize::MAX).is_some_and(|equal| equal)
}

/// Compares as [`equal_fold`] does, from `i` and `j` on. Returns `None` when the comparison has reached `limit` in
/// `s`: a later call can continue at the new `i` and `j`.
pub(crate) fn equal_fold_up_to_limit(
    s: &[u8],
    t: &[u8],
    i: &mut usize,
    j: &mut usize,
    limit: usize,
) -> Option<bool> {
    while *i < limit {
        let ((a, size), (b, other)) = (utf8::decode(&s[*i..]), utf8::decode(&t[*j..]));
        if size == 0 || other == 0 {
            return Some(size == other);
        }
        if !same_fold(a, b) {
            return Some(false);
        }
        *i += size;
        *j += other;
    }
    None
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
