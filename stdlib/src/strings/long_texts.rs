//! Searching and comparing texts of any length, for packages strings and bytes. The work is divided into parts, and
//! other goroutines may run between two parts.
//!
//! A part is a window of the text. A window overlaps the previous one by the length that a match may span, or it ends
//! at a rune boundary. So [`search`] finds the same in windows as in the whole text. A short text is one window.

use super::search::{self, RuneSet, or_minus_one};
use crate::unicode::utf8;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{NativeCx, Outcome};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Deref;

/// A text among a native's arguments: a string or a slice of bytes.
pub(crate) trait Text: Deref<Target = [u8]> + Copy + Send + 'static {
    /// Whether a result is a copy even if nothing changes.
    const ALWAYS_COPIES_RESULT: bool;
}

impl Text for GoStr {
    const ALWAYS_COPIES_RESULT: bool = false;
}

impl Text for GoSlice<u8> {
    const ALWAYS_COPIES_RESULT: bool = true;
}

/// The length in bytes of the longest needle that is searched for in windows. With a longer one, most of a window would
/// overlap the previous window.
pub(crate) const LONGEST_NEEDLE: usize = WORK_PART_BYTES / 4;

/// Returns the end of the window of about `size` bytes that begins at `from`, at a rune boundary.
pub(crate) fn window_end(s: &[u8], from: usize, size: usize) -> usize {
    if s.len() - from <= size {
        return s.len();
    }
    let end = from + size;
    // In valid UTF-8, at most three continuation bytes follow each other.
    (end.saturating_sub(3)..=end).rev().find(|&at| s[at] & 0xC0 != 0x80).unwrap_or(end)
}

/// Returns the beginning of the window of about `size` bytes that ends at `to`, at a rune boundary.
fn window_before(s: &[u8], to: usize, size: usize) -> usize {
    if to <= size { 0 } else { window_end(s, 0, to - size) }
}

/// Searches the whole of `s` at once, without a P, which suits a needle that is itself long. See
/// [`NativeCx::compute_without_p_if_long`] for `cost`.
fn search_whole_text<T: Text, N: Text>(
    cx: &mut NativeCx,
    s: T,
    needle: N,
    cost: usize,
    find: impl FnOnce(&[u8], &[u8]) -> isize + Send + 'static,
) -> Outcome<isize> {
    let roots = [s.as_ptr(), needle.as_ptr()];
    cx.compute_without_p_if_long(
        cost,
        roots,
        move || find(&s, &needle),
        |_, found| Outcome::Return(found),
    )
}

/// Does as [`search::index`], in parts.
pub(crate) fn index<T: Text, N: Text>(cx: &mut NativeCx, s: T, needle: N) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(search::index(&s, &needle)));
    }
    if needle.len() > LONGEST_NEEDLE {
        return search_whole_text(cx, s, needle, s.len(), |s, needle| {
            or_minus_one(search::index(s, needle))
        });
    }
    find_first(cx, s, needle.len(), move |part| search::index(part, &needle))
}

/// Returns the first position at which `find` finds a match of `len` bytes, or -1.
fn find_first<T: Text>(
    cx: &mut NativeCx,
    s: T,
    len: usize,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Outcome<isize> {
    let overlap = len.saturating_sub(1);
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = s.len().min(*from + WORK_PART_BYTES);
            match find(&s[*from..end]) {
                Some(at) => Break((*from + at) as isize),
                None if end == s.len() => Break(-1),
                None => {
                    *from = end - overlap;
                    Continue(WORK_PART_BYTES)
                }
            }
        },
    )
}

/// Returns the first position of a byte, or -1.
pub(crate) fn index_byte<T: Text>(cx: &mut NativeCx, s: T, byte: u8) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(memchr::memchr(byte, &s)));
    }
    find_first(cx, s, 1, move |part| memchr::memchr(byte, part))
}

/// Returns the last position of a byte, or -1.
pub(crate) fn last_index_byte<T: Text>(cx: &mut NativeCx, s: T, byte: u8) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(memchr::memrchr(byte, &s)));
    }
    find_last(cx, s, 1, move |part| memchr::memrchr(byte, part))
}

/// Does as [`search::last_index`], in parts.
pub(crate) fn last_index<T: Text>(cx: &mut NativeCx, s: T, needle: T) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(search::last_index(&s, &needle)));
    }
    if needle.len() > LONGEST_NEEDLE {
        return search_whole_text(cx, s, needle, s.len(), |s, needle| {
            or_minus_one(search::last_index(s, needle))
        });
    }
    find_last(cx, s, needle.len(), move |part| search::last_index(part, &needle))
}

/// Returns the last position at which `find` finds a match of `len` bytes, or -1.
fn find_last<T: Text>(
    cx: &mut NativeCx,
    s: T,
    len: usize,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Outcome<isize> {
    let overlap = len.saturating_sub(1);
    cx.run_in_parts(
        |_| s.len(),
        |_, to| {
            let begin = to.saturating_sub(WORK_PART_BYTES);
            match find(&s[begin..*to]) {
                Some(at) => Break((begin + at) as isize),
                None if begin == 0 => Break(-1),
                None => {
                    *to = begin + overlap;
                    Continue(WORK_PART_BYTES)
                }
            }
        },
    )
}

/// Does as [`search::index_rune`], in parts.
pub(crate) fn index_rune<T: Text>(cx: &mut NativeCx, s: T, rune: i32) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(search::index_rune(&s, rune)));
    }
    match char::from_u32(rune as u32) {
        None => Outcome::Return(-1),
        Some(char::REPLACEMENT_CHARACTER) => {
            first_rune(cx, s, WORK_PART_BYTES, |part| search::index_rune(part, rune))
        }
        Some(c) => find_first(cx, s, c.len_utf8(), |part| search::index_rune(part, rune)),
    }
}

/// Returns the first position at which `find` finds a rune, or -1, in windows of `size` bytes.
fn first_rune<T: Text>(
    cx: &mut NativeCx,
    s: T,
    size: usize,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Outcome<isize> {
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = window_end(&s, *from, size);
            match find(&s[*from..end]) {
                Some(at) => Break((*from + at) as isize),
                None if end == s.len() => Break(-1),
                None => {
                    *from = end;
                    Continue(WORK_PART_BYTES)
                }
            }
        },
    )
}

/// Returns the window size for looking up each rune in `chars`; none if there are too many `chars` for parts of bounded
/// time.
fn window_size_for(chars: &[u8]) -> Option<usize> {
    if chars.is_ascii() {
        return (chars.len() <= WORK_PART_BYTES).then_some(WORK_PART_BYTES);
    }
    Some(WORK_PART_BYTES / chars.len()).filter(|size| *size >= 16)
}

/// Does as [`search::index_any`], in parts.
pub(crate) fn index_any<T: Text>(cx: &mut NativeCx, s: T, chars: GoStr) -> Outcome<isize> {
    if s.len().saturating_mul(chars.len()) <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(search::index_any(&s, &chars)));
    }
    let Some(size) = window_size_for(&chars) else {
        return search_whole_text(cx, s, chars, s.len().saturating_mul(chars.len()), |s, chars| {
            or_minus_one(search::index_any(s, chars))
        });
    };
    let set = RuneSet::new(&chars);
    first_rune(cx, s, size, |part| set.first_index(part))
}

/// Does as [`search::last_index_any`], in parts.
pub(crate) fn last_index_any<T: Text>(cx: &mut NativeCx, s: T, chars: GoStr) -> Outcome<isize> {
    if s.len().saturating_mul(chars.len()) <= WORK_PART_BYTES {
        return Outcome::Return(or_minus_one(search::last_index_any(&s, &chars)));
    }
    let Some(size) = window_size_for(&chars) else {
        return search_whole_text(cx, s, chars, s.len().saturating_mul(chars.len()), |s, chars| {
            or_minus_one(search::last_index_any(s, chars))
        });
    };
    let set = RuneSet::new(&chars);
    cx.run_in_parts(
        |_| s.len(),
        |_, to| {
            let begin = window_before(&s, *to, size);
            match set.last_index(&s[begin..*to]) {
                Some(at) => Break((begin + at) as isize),
                None if begin == 0 => Break(-1),
                None => {
                    *to = begin;
                    Continue(WORK_PART_BYTES)
                }
            }
        },
    )
}

/// Does as [`search::count`], in parts.
pub(crate) fn count_occurrences<T: Text>(cx: &mut NativeCx, s: T, needle: T) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(search::count_occurrences(&s, &needle) as isize);
    }
    if needle.is_empty() {
        return count_runes(cx, s, 1);
    }
    if needle.len() > LONGEST_NEEDLE {
        return search_whole_text(cx, s, needle, s.len(), |s, needle| {
            search::count_occurrences(s, needle) as isize
        });
    }
    cx.run_in_parts(
        |_| (0, 0),
        |_, (from, count)| match count_part(&s, &needle, from, count) {
            true => Break(*count as isize),
            false => Continue(WORK_PART_BYTES),
        },
    )
}

/// Counts the needles in the next window; returns true at the end of the text.
pub(crate) fn count_part(s: &[u8], needle: &[u8], from: &mut usize, count: &mut usize) -> bool {
    let end = s.len().min(*from + WORK_PART_BYTES);
    let (found, last) = search::count_and_last_end(&s[*from..end], needle);
    *count += found;
    *from = (*from + last).max(end - (needle.len() - 1).min(end));
    end == s.len()
}

/// Returns the number of runes in `s`, plus `more`.
pub(crate) fn count_runes<T: Text>(cx: &mut NativeCx, s: T, more: isize) -> Outcome<isize> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(utf8::count_runes(&s) as isize + more);
    }
    cx.run_in_parts(
        |_| (0, more),
        |_, (from, count)| {
            let end = window_end(&s, *from, WORK_PART_BYTES);
            *count += utf8::count_runes(&s[*from..end]) as isize;
            *from = end;
            if end == s.len() { Break(*count) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Reports whether `s` is valid UTF-8.
pub(crate) fn is_valid_utf8<T: Text>(cx: &mut NativeCx, s: T) -> Outcome<bool> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(std::str::from_utf8(&s).is_ok());
    }
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = window_end(&s, *from, WORK_PART_BYTES);
            let is_valid = std::str::from_utf8(&s[*from..end]).is_ok();
            *from = end;
            if !is_valid || end == s.len() { Break(is_valid) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Does as [`search::equal_fold`], in parts.
pub(crate) fn equal_fold<T: Text>(cx: &mut NativeCx, s: T, t: T) -> Outcome<bool> {
    if s.len() + t.len() <= WORK_PART_BYTES {
        return Outcome::Return(search::equal_fold(&s, &t));
    }
    cx.run_in_parts(
        |_| (0, 0),
        |_, (i, j)| {
            let limit = *i + WORK_PART_BYTES / 2;
            match search::equal_fold_up_to_limit(&s, &t, i, j, limit) {
                Some(equal) => Break(equal),
                None => Continue(WORK_PART_BYTES),
            }
        },
    )
}

/// Compares two texts as [`Ord::cmp`] does, in parts.
pub(crate) fn compare_texts<T: Text>(cx: &mut NativeCx, a: T, b: T) -> Outcome<isize> {
    let least = a.len().min(b.len());
    if least <= WORK_PART_BYTES {
        return Outcome::Return((*a).cmp(&*b) as isize);
    }
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = least.min(*from + WORK_PART_BYTES / 2);
            let order = a[*from..end].cmp(&b[*from..end]);
            *from = end;
            match order {
                std::cmp::Ordering::Equal if end < least => Continue(WORK_PART_BYTES),
                std::cmp::Ordering::Equal => Break(a.len().cmp(&b.len()) as isize),
                order => Break(order as isize),
            }
        },
    )
}

/// Reports whether two texts are equal.
pub(crate) fn texts_equal<T: Text>(cx: &mut NativeCx, a: T, b: T) -> Outcome<bool> {
    if a.len() != b.len() || a.len() <= WORK_PART_BYTES {
        return Outcome::Return(*a == *b);
    }
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = a.len().min(*from + WORK_PART_BYTES / 2);
            let equal = a[*from..end] == b[*from..end];
            *from = end;
            if !equal || end == a.len() { Break(equal) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Does as [`search::trim`], in windows of `size` bytes; `drop` tells whether a rune is trimmed.
pub(crate) fn trim<T: Text, R: 'static>(
    cx: &mut NativeCx,
    s: T,
    (left, right): (bool, bool),
    size: usize,
    drop: impl Fn(u32) -> bool,
    result: impl Fn(usize, usize) -> R,
) -> Outcome<R> {
    if s.len() <= size {
        let (from, to) = search::trim(&s, left, right, drop);
        return Outcome::Return(result(from, to));
    }
    cx.run_in_parts(
        |_| (0, s.len(), left),
        |_, (from, to, lefts)| {
            // Trim from the left first, then from the right, up to the end of a window or a rune that stays.
            if *lefts {
                let end = window_end(&s[..*to], *from, size);
                let (stays, _) = search::trim(&s[*from..end], true, false, &drop);
                *from += stays;
                *lefts = *from == end && *from < *to;
            } else {
                let begin = window_before(&s[*from..], *to - *from, size) + *from;
                let (_, stays) = search::trim(&s[begin..*to], false, right, &drop);
                *to = begin + stays;
                if stays > 0 || begin == *from {
                    return Break(result(*from, *to));
                }
            }
            Continue(WORK_PART_BYTES)
        },
    )
}

/// Trims runes that are in the set `chars`.
pub(crate) fn trim_cutset<T: Text, R: 'static>(
    cx: &mut NativeCx,
    s: T,
    chars: GoStr,
    ends: (bool, bool),
    result: impl Fn(usize, usize) -> R,
) -> Outcome<R> {
    // Each rune may be compared with all of `chars`, so the more there are, the smaller is a part.
    let size =
        if chars.is_ascii() { WORK_PART_BYTES } else { (WORK_PART_BYTES / chars.len()).max(16) };
    let set = RuneSet::new(&chars);
    trim(cx, s, ends, size, |rune| set.contains_rune(rune), result)
}
