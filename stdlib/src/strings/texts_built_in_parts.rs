//! Makes long texts and lists in parts, for packages strings and bytes: see [`long_texts`](super::long_texts).

use super::long_texts::{LONGEST_NEEDLE, Text, count_part, window_end};
use super::search;
use super::transform;
use crate::unicode::tables::{MappedCase, is_space};
use crate::unicode::utf8;
use memchr::memmem::{self, Finder};
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{NativeCx, Outcome, Output, PausedOutput, StringList};
use std::ops::ControlFlow::{self, Break, Continue};

/// The number of strings of a list that are made or read in one part.
const PART_ELEMENTS: usize = WORK_PART_BYTES / size_of::<GoStr>();

/// Appends bytes of `from`, from `*at` on, to `out`, at most `*work` bytes; updates both. Returns true when all bytes
/// of `from` are written.
fn put_within_budget(out: &mut Output<'_>, from: &[u8], at: &mut usize, work: &mut usize) -> bool {
    // If the program has a data race, `from` may change meanwhile.
    let n = from.len().saturating_sub(*at).min(*work);
    out.append(from.get(*at..*at + n).unwrap_or_default());
    *at += n;
    *work -= n;
    *at >= from.len()
}

/// Returns `n` copies of `s`, whose total size fits into the address space; nil if the result is empty.
pub(crate) fn repeat_text<T: Text>(cx: &mut NativeCx, s: T, n: usize) -> Outcome<GoSlice<u8>> {
    let size = s.len().saturating_mul(n);
    if size == 0 {
        return Outcome::Return(GoSlice::nil());
    }
    // The unit to copy: some repetitions of a short `s`, or one of a long `s`, which is copied in parts.
    let unit =
        if s.len() <= WORK_PART_BYTES { WORK_PART_BYTES / s.len() * s.len() } else { s.len() };
    cx.make_in_parts(
        |cx| (cx.make_bytes(size, size), 0),
        |_, (made, done)| {
            let work = made.edit_elements(|made| {
                if *done < unit.min(size) {
                    return grow_repeat_unit(&mut made[..unit.min(size)], &s, *done);
                }
                let from = *done % unit;
                let n = (unit - from).min(size - *done).min(WORK_PART_BYTES);
                made.copy_within(from..from + n, *done);
                n
            });
            *done += work;
            if *done == size { Break(*made) } else { Continue(work) }
        },
        |(made, _)| made.ptr(),
    )
}

/// Extends the first unit, of which `done` bytes are written, by repeating `s`. Returns the number of new bytes.
fn grow_repeat_unit(unit: &mut [u8], s: &[u8], done: usize) -> usize {
    if done >= s.len() {
        let n = done.min(unit.len() - done);
        unit.copy_within(..n, done);
        return n;
    }
    let n = (s.len() - done).min(unit.len() - done).min(WORK_PART_BYTES);
    unit[done..done + n].copy_from_slice(&s[done..done + n]);
    n
}

/// The progress of replacing.
enum ReplaceProgress {
    /// Counts the occurrences, as far as the size of the result depends on them.
    Counting {
        from: usize,
        count: usize,
    },
    /// Knows the positions of all occurrences, because `old` is long.
    Known(Vec<usize>),
    Writing(PausedOutput, WriteProgress),
}

/// The progress in writing the result.
#[derive(Default)]
struct WriteProgress {
    /// The number of bytes of the text that are written or replaced.
    processed_bytes: usize,
    /// If the next occurrence is known: its position, and the number of bytes of its replacement that are written.
    next_occurrence: Option<(usize, usize)>,
    /// The number of occurrences that were replaced.
    replaced_count: usize,
    /// The positions of all occurrences, if they were found beforehand.
    known_positions: Option<Vec<usize>>,
}

/// The arguments of a replacement.
struct Replacement<'a> {
    text: &'a [u8],
    finder: Finder<'a>,
    new: &'a [u8],
    max_count: usize,
}

/// Returns `s` with the first `n` occurrences of `old` replaced by `new`; none if there is no occurrence and no copy is
/// needed.
pub(crate) fn replace<T: Text>(
    cx: &mut NativeCx,
    s: T,
    old: T,
    new: T,
    n: isize,
) -> Outcome<Option<PausedOutput>> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    if old.len() > LONGEST_NEEDLE && !cx.is_resumed() {
        return cx.compute_state_without_p_if_long(
            s.len(),
            [s.as_ptr(), old.as_ptr()],
            move || ReplaceProgress::Known(memmem::find_iter(&s, &*old).take(most).collect()),
        );
    }
    let wanted = Replacement { text: &s, finder: Finder::new(&*old), new: &new, max_count: most };
    let begin = |_: &mut NativeCx| ReplaceProgress::Counting { from: 0, count: 0 };
    let step = |cx: &mut NativeCx, state: &mut ReplaceProgress| -> ControlFlow<_, usize> {
        let (count, known) = match state {
            ReplaceProgress::Counting { from, count } => {
                if !wanted.count_part(from, count) {
                    return Continue(WORK_PART_BYTES);
                }
                (*count, None)
            }
            ReplaceProgress::Known(known) => (known.len(), Some(std::mem::take(known))),
            ReplaceProgress::Writing(written, put) => {
                let mut out = written.resume_writing(cx);
                let is_end = wanted.put_part(&mut out, put);
                *written = out.pause_writing();
                return if is_end { Break(Some(*written)) } else { Continue(WORK_PART_BYTES) };
            }
        };
        if count.min(most) == 0 && !T::ALWAYS_COPIES_RESULT {
            return Break(None);
        }
        let out = PausedOutput::new(cx, wanted.result_size(count));
        *state = ReplaceProgress::Writing(
            out,
            WriteProgress { known_positions: known, ..WriteProgress::default() },
        );
        Continue(WORK_PART_BYTES)
    };
    cx.make_in_parts(begin, step, |state| match state {
        ReplaceProgress::Writing(written, _) => written.root(),
        _ => std::ptr::null(),
    })
}

impl Replacement<'_> {
    /// Counts the occurrences in the next window; returns true when no more need to be counted.
    fn count_part(&self, from: &mut usize, count: &mut usize) -> bool {
        let old = self.finder.needle();
        if !old.is_empty() {
            return count_part(self.text, old, from, count) || *count >= self.max_count;
        }
        let end = window_end(self.text, *from, WORK_PART_BYTES);
        *count += utf8::count_runes(&self.text[*from..end]);
        *from = end;
        let is_end = end == self.text.len();
        *count += usize::from(is_end);
        is_end || *count >= self.max_count
    }

    /// Returns the size of the result in bytes, if there are `count` occurrences.
    fn result_size(&self, count: usize) -> usize {
        let (old, new) = (self.finder.needle().len(), self.new.len());
        let count = count.min(self.max_count);
        self.text.len().saturating_add(count.saturating_mul(new)).saturating_sub(count * old)
    }

    /// Writes at most one part; returns true at the end.
    fn put_part(&self, out: &mut Output<'_>, put: &mut WriteProgress) -> bool {
        let mut work = WORK_PART_BYTES;
        while work > 0 {
            let end = match put.next_occurrence {
                Some((at, _)) => at,
                None => match self.next_occurrence(put, work) {
                    Ok(at) => {
                        put.next_occurrence = Some((at, 0));
                        at
                    }
                    Err(end) => end,
                },
            };
            if !put_within_budget(out, &self.text[..end], &mut put.processed_bytes, &mut work) {
                return false;
            }
            if let Some((at, written)) = &mut put.next_occurrence {
                if !put_within_budget(out, self.new, written, &mut work) {
                    return false;
                }
                let replaced = self.finder.needle().len();
                (put.processed_bytes, put.replaced_count, put.next_occurrence) =
                    (*at + replaced, put.replaced_count + 1, None);
                work = work.saturating_sub(replaced.max(1));
            } else if end == self.text.len() {
                return true;
            }
        }
        false
    }

    /// Returns the position of the next occurrence, or as an error the position up to which there is none.
    fn next_occurrence(&self, put: &WriteProgress, work: usize) -> Result<usize, usize> {
        let (s, old) = (self.text, self.finder.needle());
        if put.replaced_count == self.max_count {
            return Err(s.len());
        }
        if let Some(known) = &put.known_positions {
            return known.get(put.replaced_count).copied().ok_or(s.len());
        }
        if old.is_empty() {
            // An empty `old` occurs before each rune and at the end.
            let size =
                if put.replaced_count == 0 { 0 } else { utf8::decode(&s[put.processed_bytes..]).1 };
            return if put.replaced_count > 0 && size == 0 {
                Err(s.len())
            } else {
                Ok(put.processed_bytes + size)
            };
        }
        let end = s.len().min(put.processed_bytes + work.max(2 * old.len()));
        match self.finder.find(&s[put.processed_bytes..end]) {
            Some(at) => Ok(put.processed_bytes + at),
            // The end of the window may be the beginning of an occurrence.
            None if end < s.len() => Err(end - (old.len() - 1)),
            None => Err(end),
        }
    }
}

/// The progress of splitting.
enum SplitProgress {
    Counting {
        from: usize,
        count: usize,
    },
    /// Knows the bounds of all parts, because the separator is long.
    Known(Vec<(usize, usize)>),
    Listing {
        list: StringList,
        from: usize,
        search_from: usize,
    },
}

impl SplitProgress {
    fn root(&self) -> *const u8 {
        match self {
            Self::Counting { .. } | Self::Known(_) => std::ptr::null(),
            Self::Listing { list, .. } => list.root(),
        }
    }
}

/// Does as [`search::split`], in parts; the separator must not be empty.
pub(crate) fn split(
    cx: &mut NativeCx,
    s: GoStr,
    sep: GoStr,
    save: usize,
    n: isize,
) -> Outcome<GoSlice<GoStr>> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    if sep.len() > LONGEST_NEEDLE && !cx.is_resumed() {
        return cx.compute_state_without_p_if_long(s.len(), [s.ptr(), sep.ptr()], move || {
            let mut parts = Vec::new();
            search::split(&s, &sep, save, n, |from, to| parts.push((from, to)));
            SplitProgress::Known(parts)
        });
    }
    let finder = Finder::new(&*sep);
    let step = |cx: &mut NativeCx, state: &mut SplitProgress| {
        match state {
            SplitProgress::Known(parts) => {
                // Long separators leave few parts, so one step suffices.
                let mut list = StringList::new(cx, parts.len());
                parts.iter().for_each(|&(from, to)| list.push(s.slice(from, to)));
                return Break(list.into_slice());
            }
            SplitProgress::Counting { from, count } => {
                if count_part(&s, &sep, from, count) || *count >= most {
                    let list = StringList::new(cx, (*count + 1).min(most));
                    *state = SplitProgress::Listing { list, from: 0, search_from: 0 };
                }
            }
            SplitProgress::Listing { list, from, search_from: looked } => {
                let end = s.len().min(*looked + WORK_PART_BYTES);
                let mut left = PART_ELEMENTS;
                while list.has_room_for(2)
                    && left > 0
                    && let Some(at) = finder.find(&s[*looked..end])
                {
                    list.push(s.slice(*from, *looked + at + save));
                    *looked += at + sep.len();
                    *from = *looked;
                    left -= 1;
                }
                if left > 0 && end == s.len() || !list.has_room_for(2) {
                    list.push(s.slice(*from, s.len()));
                    return Break(list.into_slice());
                }
                if left > 0 {
                    *looked = (*looked).max(end - (sep.len() - 1));
                }
            }
        }
        Continue(WORK_PART_BYTES)
    };
    cx.make_in_parts(|_| SplitProgress::Counting { from: 0, count: 0 }, step, SplitProgress::root)
}

/// Returns the runes of `s` as strings, at most `n` of them; the last one is then the rest of `s`.
pub(crate) fn explode_text(cx: &mut NativeCx, s: GoStr, n: isize) -> Outcome<GoSlice<GoStr>> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let step = |cx: &mut NativeCx, state: &mut SplitProgress| {
        match state {
            SplitProgress::Counting { from, count } => {
                let end = window_end(&s, *from, WORK_PART_BYTES);
                *count += utf8::count_runes(&s[*from..end]);
                *from = end;
                if end == s.len() || *count >= most {
                    let list = StringList::new(cx, (*count).min(most));
                    *state = SplitProgress::Listing { list, from: 0, search_from: 0 };
                }
            }
            SplitProgress::Known(_) => {
                unreachable!("splitting into runes never begins with known bounds")
            }
            SplitProgress::Listing { list, from, .. } => {
                let end = s.len().min(*from + PART_ELEMENTS);
                while *from < end && list.has_room_for(2) {
                    let size = utf8::decode(&s[*from..]).1;
                    list.push(s.slice(*from, *from + size));
                    *from += size;
                }
                if *from < s.len() && !list.has_room_for(2) {
                    list.push(s.slice(*from, s.len()));
                    *from = s.len();
                }
                if *from == s.len() {
                    return Break(list.into_slice());
                }
            }
        }
        Continue(WORK_PART_BYTES)
    };
    cx.make_in_parts(|_| SplitProgress::Counting { from: 0, count: 0 }, step, SplitProgress::root)
}

/// Does as [`search::fields`], in parts. In `SplitProgress`, `search_from` is the beginning of the window, and `from`
/// is the beginning of the field that reaches into the window, or the text's length if none does.
pub(crate) fn fields(cx: &mut NativeCx, s: GoStr) -> Outcome<GoSlice<GoStr>> {
    let none = s.len();
    let step = |cx: &mut NativeCx, state: &mut SplitProgress| {
        match state {
            SplitProgress::Counting { from, count } => {
                let end = window_end(&s, *from, WORK_PART_BYTES);
                *count += search::count_fields(&s[*from..end]);
                // A field that the window's end cuts is counted in the next window.
                let cut = end < s.len()
                    && !is_space(utf8::decode_last(&s[*from..end]).0)
                    && !is_space(utf8::decode(&s[end..]).0);
                *count -= usize::from(cut);
                *from = end;
                if end == s.len() {
                    let list = StringList::new(cx, *count);
                    *state = SplitProgress::Listing { list, from: none, search_from: 0 };
                }
            }
            SplitProgress::Known(_) => {
                unreachable!("splitting into fields never begins with known bounds")
            }
            SplitProgress::Listing { list, from, search_from: looked } => {
                // Every second byte may begin a field, so this window has at most `PART_ELEMENTS` of them.
                let end = window_end(&s, *looked, 2 * PART_ELEMENTS);
                for (at, rune, _) in utf8::decode_runes(&s[*looked..end]) {
                    let at = *looked + at;
                    match (is_space(rune), *from == none) {
                        (true, false) => {
                            list.push(s.slice(*from, at));
                            *from = none;
                        }
                        (false, true) => *from = at,
                        _ => {}
                    }
                }
                *looked = end;
                if end == s.len() {
                    if *from != none {
                        list.push(s.slice(*from, end));
                    }
                    return Break(list.into_slice());
                }
            }
        }
        Continue(WORK_PART_BYTES)
    };
    cx.make_in_parts(|_| SplitProgress::Counting { from: 0, count: 0 }, step, SplitProgress::root)
}

/// The progress of joining.
enum JoinProgress {
    Measuring {
        next_element: usize,
        size: usize,
    },
    /// Writes element `next`, of which `element_offset` bytes are written, after `separator_offset` bytes of the
    /// separator before it.
    Writing {
        out: PausedOutput,
        next_element: usize,
        element_offset: usize,
        separator_offset: usize,
    },
}

/// Returns the elements joined with `sep` between them.
pub(crate) fn join(cx: &mut NativeCx, elems: GoSlice<GoStr>, sep: GoStr) -> Outcome<PausedOutput> {
    let step = |cx: &mut NativeCx, state: &mut JoinProgress| {
        match state {
            JoinProgress::Measuring { next_element: next, size } => {
                let end = elems.len().min(*next + PART_ELEMENTS);
                for elem in &elems[*next..end] {
                    *size = size.saturating_add(elem.len()).saturating_add(sep.len());
                }
                *next = end;
                if end == elems.len() {
                    let out = PausedOutput::new(cx, size.saturating_sub(sep.len()));
                    *state = JoinProgress::Writing {
                        out,
                        next_element: 0,
                        element_offset: 0,
                        separator_offset: sep.len(),
                    };
                }
            }
            JoinProgress::Writing {
                out,
                next_element: next,
                element_offset: at,
                separator_offset: put,
            } => {
                let mut writer = out.resume_writing(cx);
                let (mut work, mut left) = (WORK_PART_BYTES, PART_ELEMENTS);
                while *next < elems.len()
                    && left > 0
                    && put_within_budget(&mut writer, &sep, put, &mut work)
                    && put_within_budget(&mut writer, &elems[*next], at, &mut work)
                {
                    (*next, *at, *put) = (*next + 1, 0, 0);
                    left -= 1;
                }
                *out = writer.pause_writing();
                if *next == elems.len() {
                    return Break(*out);
                }
            }
        }
        Continue(WORK_PART_BYTES)
    };
    cx.make_in_parts(
        |_| JoinProgress::Measuring { next_element: 0, size: 0 },
        step,
        |state| match state {
            JoinProgress::Measuring { .. } => std::ptr::null(),
            JoinProgress::Writing { out, .. } => out.root(),
        },
    )
}

/// The progress of changing a text window by window. `out` is `None` as long as no window has changed.
struct TextChangeProgress {
    changed_byte_count: usize,
    out: Option<PausedOutput>,
    in_invalid_run: bool,
}

/// Returns `s` with each window changed by `change`; `None` if `is_changed` holds for no window. Windows for `change`
/// have about `size` bytes.
fn transform_text_in_windows<T: Text>(
    cx: &mut NativeCx,
    s: T,
    size: usize,
    is_changed: impl Fn(&[u8]) -> bool,
    change: impl Fn(&mut Output<'_>, &[u8], &mut bool),
) -> Outcome<Option<PausedOutput>> {
    let step = |cx: &mut NativeCx, state: &mut TextChangeProgress| {
        let TextChangeProgress { changed_byte_count: from, out, in_invalid_run: in_run } = state;
        let end = window_end(&s, *from, if out.is_some() { size } else { WORK_PART_BYTES });
        let part = &s[*from..end];
        match out {
            Some(written) => {
                let mut writer = written.resume_writing(cx);
                change(&mut writer, part, in_run);
                *written = writer.pause_writing();
                *from = end;
            }
            None if is_changed(part) => {
                // Start again from the beginning: the windows that were only checked must be written too.
                *out = Some(PausedOutput::new(cx, s.len()));
                *from = 0;
            }
            None => *from = end,
        }
        if *from == s.len() { Break(*out) } else { Continue(WORK_PART_BYTES) }
    };
    let begin = |cx: &mut NativeCx| {
        let out = T::ALWAYS_COPIES_RESULT.then(|| PausedOutput::new(cx, s.len()));
        TextChangeProgress { changed_byte_count: 0, out, in_invalid_run: false }
    };
    cx.make_in_parts(begin, step, |state| state.out.map_or(std::ptr::null(), |out| out.root()))
}

/// Does as [`transform::change_case`], in parts; returns none if nothing changes.
pub(crate) fn change_case<T: Text>(
    cx: &mut NativeCx,
    s: T,
    case: MappedCase,
) -> Outcome<Option<PausedOutput>> {
    let is_changed = |part: &[u8]| transform::changes_case(part, case);
    transform_text_in_windows(cx, s, WORK_PART_BYTES / 2, is_changed, |out, part, _| {
        transform::change_case(out, part, case);
    })
}

/// Does as [`transform::to_valid_utf8`], in parts; returns none if nothing changes.
pub(crate) fn to_valid_utf8<T: Text, W: Text>(
    cx: &mut NativeCx,
    s: T,
    with: W,
) -> Outcome<Option<PausedOutput>> {
    let size = (WORK_PART_BYTES / (1 + with.len())).max(16);
    let is_changed = |part: &[u8]| !transform::is_valid_utf8(part);
    transform_text_in_windows(cx, s, size, is_changed, |out, part, run| {
        transform::to_valid_utf8(out, part, &with, run);
    })
}
