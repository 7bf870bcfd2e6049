//! Natives of package bytes: the natives of package strings, applied to slices of bytes.

use crate::strings::{
    changed_case_text, long_texts, replace_text, texts_built_in_parts, valid_utf8_text,
};
use crate::unicode::tables::{MappedCase, is_space};
use minigo_vm::convert::{FullyReadSlice, GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome, Output, PausedOutput};

/// A slice of bytes as Go passes it.
type Bytes = GoSlice<u8>;

fn replace(
    cx: &mut NativeCx,
    FullyReadSlice(s): FullyReadSlice<u8>,
    old: Bytes,
    new: Bytes,
    n: isize,
) -> Outcome<Bytes> {
    let made = replace_text(cx, s, old, new, n);
    made.map(cx, move |cx, out| match out {
        Some(out) => non_nil_bytes(out.resume_writing(cx)),
        None if s.is_empty() => GoSlice::nil(),
        None => cx.bytes(&s),
    })
}

/// Returns the bytes that were written; never nil.
fn non_nil_bytes(out: Output<'_>) -> Bytes {
    let mut out = out;
    if out.is_empty() {
        out.reserve_bytes(1);
    }
    out.bytes()
}

/// Returns the bytes that were written, or a copy of `s` if `out` is none; never nil.
fn written_or_copy(cx: &mut NativeCx, s: Bytes, out: Option<PausedOutput>) -> Bytes {
    match out {
        Some(out) => non_nil_bytes(out.resume_writing(cx)),
        None => cx.bytes(&s),
    }
}

/// Returns a copy in another case; never nil.
fn change_case(
    cx: &mut NativeCx,
    FullyReadSlice(s): FullyReadSlice<u8>,
    case: MappedCase,
) -> Outcome<Bytes> {
    let changed = changed_case_text(cx, s, case);
    changed.map(cx, move |cx, out| written_or_copy(cx, s, out))
}

fn to_valid(
    cx: &mut NativeCx,
    FullyReadSlice(s): FullyReadSlice<u8>,
    with: Bytes,
) -> Outcome<Bytes> {
    let valid = valid_utf8_text(cx, s, with);
    valid.map(cx, move |cx, out| written_or_copy(cx, s, out))
}

/// Reports whether both slices are equal. As in Go, the race detector sees a read of both whole slices if their lengths
/// are equal.
fn slices_equal(cx: &mut NativeCx, a: Bytes, b: Bytes) -> Outcome<bool> {
    if a.len() == b.len() {
        cx.race_read(a.ptr(), a.len());
        cx.race_read(b.ptr(), b.len());
    }
    long_texts::texts_equal(cx, a, b)
}

fn trim_bounds(
    cx: &mut NativeCx,
    s: Bytes,
    cutset: GoStr,
    left: bool,
    right: bool,
) -> Outcome<(usize, usize)> {
    let trimmed = long_texts::trim_cutset(cx, s, cutset, (left, right), |from, to| (from, to));
    report_trimmed_reads(cx, s, (left, right), trimmed)
}

fn space_bounds(cx: &mut NativeCx, s: Bytes) -> Outcome<(usize, usize)> {
    let ends = (true, true);
    let trimmed = long_texts::trim(cx, s, ends, WORK_PART_BYTES, is_space, |from, to| (from, to));
    report_trimmed_reads(cx, s, ends, trimmed)
}

/// Tells the race detector which bytes were read to find the bounds: the trimmed bytes, and one byte at each end that
/// stays.
fn report_trimmed_reads(
    cx: &mut NativeCx,
    s: Bytes,
    (left, right): (bool, bool),
    trimmed: Outcome<(usize, usize)>,
) -> Outcome<(usize, usize)> {
    trimmed.map(cx, |cx, (from, to)| {
        let (before, behind) = ((from + 1).min(s.len()), to.saturating_sub(1));
        if left {
            cx.race_read(s.ptr(), before);
        }
        if right && from < to {
            cx.race_read(s[behind..].as_ptr(), s.len() - behind);
        }
        (from, to)
    })
}

/// As in Go, the race detector sees a read of both whole slices if they are equal.
fn equal_fold(cx: &mut NativeCx, s: Bytes, t: Bytes) -> Outcome<bool> {
    let equal = long_texts::equal_fold(cx, s, t);
    equal.map(cx, |cx, equal| {
        if equal {
            cx.race_read(s.ptr(), s.len());
            cx.race_read(t.ptr(), t.len());
        }
        equal
    })
}

/// Returns the natives of package bytes, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::chunked("Equal", slices_equal),
        Native::chunked("Compare", long_texts::compare_texts::<Bytes>),
        Native::chunked("Index", long_texts::index::<Bytes, Bytes>),
        Native::chunked("LastIndex", long_texts::last_index::<Bytes>),
        Native::chunked("IndexRune", long_texts::index_rune::<Bytes>),
        Native::chunked("IndexByte", long_texts::index_byte::<Bytes>),
        Native::chunked("LastIndexByte", long_texts::last_index_byte::<Bytes>),
        Native::chunked("IndexAny", long_texts::index_any::<Bytes>),
        Native::chunked("LastIndexAny", long_texts::last_index_any::<Bytes>),
        Native::chunked(
            "Count",
            |cx: &mut NativeCx, FullyReadSlice(s): FullyReadSlice<u8>, sep: Bytes| {
                long_texts::count_occurrences(cx, s, sep)
            },
        ),
        Native::chunked("EqualFold", equal_fold),
        Native::chunked(
            "repeat",
            |cx: &mut NativeCx, FullyReadSlice(s): FullyReadSlice<u8>, n: usize| {
                if s.is_empty() || n == 0 {
                    return Outcome::Return(cx.bytes(&[]));
                }
                texts_built_in_parts::repeat_text(cx, s, n)
            },
        ),
        Native::chunked("replace", replace),
        Native::chunked("ToUpper", |cx: &mut NativeCx, s| change_case(cx, s, MappedCase::Upper)),
        Native::chunked("ToLower", |cx: &mut NativeCx, s| change_case(cx, s, MappedCase::Lower)),
        Native::chunked("ToTitle", |cx: &mut NativeCx, s| change_case(cx, s, MappedCase::Title)),
        Native::chunked("ToValidUTF8", to_valid),
        Native::chunked("trimBounds", trim_bounds),
        Native::chunked("spaceBounds", space_bounds),
    ]
}
