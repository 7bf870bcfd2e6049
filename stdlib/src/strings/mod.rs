//! Natives of package strings.

pub(crate) mod long_texts;
pub(crate) mod search;
pub(crate) mod texts_built_in_parts;
pub(crate) mod transform;

use crate::unicode::tables::{MappedCase, is_space};
use long_texts::Text;
use minigo_vm::convert::{FullyReadSlice, GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome, Output, PausedOutput};

fn split(
    cx: &mut NativeCx,
    s: GoStr,
    sep: GoStr,
    save: usize,
    n: isize,
) -> Outcome<GoSlice<GoStr>> {
    if n == 0 {
        return Outcome::Return(GoSlice::nil());
    }
    if s.len() > WORK_PART_BYTES / size_of::<GoStr>() {
        if sep.is_empty() {
            return texts_built_in_parts::explode_text(cx, s, n);
        }
        return texts_built_in_parts::split(cx, s, sep, save, n);
    }
    // The parts are counted first: a growing list would need several times the memory.
    Outcome::Return(cx.strings(search::count_parts(&s, &sep, n), |part| {
        search::split(&s, &sep, save, n, |from, to| part(s.slice(from, to)));
    }))
}

fn fields(cx: &mut NativeCx, s: GoStr) -> Outcome<GoSlice<GoStr>> {
    if s.len() > WORK_PART_BYTES / size_of::<GoStr>() {
        return texts_built_in_parts::fields(cx, s);
    }
    Outcome::Return(cx.strings(search::count_fields(&s), |field| {
        search::fields(&s, |from, to| field(s.slice(from, to)));
    }))
}

fn join(
    cx: &mut NativeCx,
    FullyReadSlice(elems): FullyReadSlice<GoStr>,
    sep: GoStr,
) -> Outcome<GoStr> {
    if let [only] = *elems {
        return Outcome::Return(only);
    }
    let seps = sep.len().saturating_mul(elems.len().saturating_sub(1));
    let few = elems.len() <= WORK_PART_BYTES / size_of::<GoStr>();
    let parts = || elems.iter().fold(0, |sum: usize, e| sum.saturating_add(e.len()));
    let size = if few { parts().saturating_add(seps) } else { usize::MAX };
    if size > WORK_PART_BYTES {
        return texts_built_in_parts::join(cx, elems, sep)
            .map(cx, |cx, out| out.resume_writing(cx).string());
    }
    let mut out = Output::new(cx, size);
    for (i, elem) in elems.iter().enumerate() {
        if i > 0 {
            out.append(&sep);
        }
        out.append(elem);
    }
    Outcome::Return(out.string())
}

fn replace(cx: &mut NativeCx, s: GoStr, old: GoStr, new: GoStr, n: isize) -> Outcome<GoStr> {
    let made = replace_text(cx, s, old, new, n);
    made.map(cx, move |cx, out| match out {
        None => s,
        Some(out) => out.resume_writing(cx).string(),
    })
}

/// Returns the text of `s` with the first `n` occurrences of `old` replaced; none if there is no occurrence.
pub(crate) fn replace_text<T: Text>(
    cx: &mut NativeCx,
    s: T,
    old: T,
    new: T,
    n: isize,
) -> Outcome<Option<PausedOutput>> {
    if s.len() <= WORK_PART_BYTES {
        if !transform::has_occurrence(&s, &old, n) {
            return Outcome::Return(None);
        }
        let size = transform::replaced_size(&s, &old, &new, n);
        if size <= WORK_PART_BYTES {
            let mut out = Output::new(cx, size);
            let _ = transform::replace(&mut out, &s, &old, &new, n);
            return Outcome::Return(Some(out.pause_writing()));
        }
    }
    texts_built_in_parts::replace(cx, s, old, new, n)
}

fn change_case(cx: &mut NativeCx, s: GoStr, case: MappedCase) -> Outcome<GoStr> {
    let changed = changed_case_text(cx, s, case);
    changed.map(cx, move |cx, out| out.map_or(s, |out| out.resume_writing(cx).string()))
}

/// Returns the text of `s` in another case; none if that equals `s`.
pub(crate) fn changed_case_text<T: Text>(
    cx: &mut NativeCx,
    s: T,
    case: MappedCase,
) -> Outcome<Option<PausedOutput>> {
    if s.len() > WORK_PART_BYTES {
        return texts_built_in_parts::change_case(cx, s, case);
    }
    if !transform::changes_case(&s, case) {
        return Outcome::Return(None);
    }
    let mut out = Output::new(cx, s.len());
    transform::change_case(&mut out, &s, case);
    Outcome::Return(Some(out.pause_writing()))
}

fn to_valid_utf8(cx: &mut NativeCx, s: GoStr, with: GoStr) -> Outcome<GoStr> {
    let valid = valid_utf8_text(cx, s, with);
    valid.map(cx, move |cx, out| out.map_or(s, |out| out.resume_writing(cx).string()))
}

/// Returns the text of `s` with its invalid bytes replaced; none if `s` is valid.
pub(crate) fn valid_utf8_text<T: Text>(
    cx: &mut NativeCx,
    s: T,
    with: T,
) -> Outcome<Option<PausedOutput>> {
    if s.len().saturating_mul(1 + with.len()) > WORK_PART_BYTES {
        return texts_built_in_parts::to_valid_utf8(cx, s, with);
    }
    if transform::is_valid_utf8(&s) {
        return Outcome::Return(None);
    }
    let mut out = Output::new(cx, s.len());
    transform::to_valid_utf8(&mut out, &s, &with, &mut false);
    Outcome::Return(Some(out.pause_writing()))
}

fn trim(cx: &mut NativeCx, s: GoStr, cutset: GoStr, ends: (bool, bool)) -> Outcome<GoStr> {
    long_texts::trim_cutset(cx, s, cutset, ends, |from, to| s.slice(from, to))
}

/// Returns the natives of package strings, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::chunked("Index", long_texts::index::<GoStr, GoStr>),
        Native::chunked("LastIndex", long_texts::last_index::<GoStr>),
        Native::chunked("IndexRune", long_texts::index_rune::<GoStr>),
        Native::chunked("IndexByte", long_texts::index_byte::<GoStr>),
        Native::chunked("LastIndexByte", long_texts::last_index_byte::<GoStr>),
        Native::chunked("IndexAny", long_texts::index_any::<GoStr>),
        Native::chunked("LastIndexAny", long_texts::last_index_any::<GoStr>),
        Native::chunked("Count", long_texts::count_occurrences::<GoStr>),
        Native::chunked("EqualFold", long_texts::equal_fold::<GoStr>),
        Native::chunked("repeat", |cx: &mut NativeCx, s: GoStr, n: usize| {
            let made = texts_built_in_parts::repeat_text(cx, s, n);
            made.map(cx, |_, made| {
                // SAFETY: a new object that nothing else writes to.
                unsafe { GoStr::from_raw(made.ptr(), made.len()) }
            })
        }),
        Native::chunked("replace", replace),
        Native::chunked("split", split),
        Native::chunked("Join", join),
        Native::chunked("Fields", fields),
        Native::chunked("ToUpper", |cx: &mut NativeCx, s: GoStr| {
            change_case(cx, s, MappedCase::Upper)
        }),
        Native::chunked("ToLower", |cx: &mut NativeCx, s: GoStr| {
            change_case(cx, s, MappedCase::Lower)
        }),
        Native::chunked("ToTitle", |cx: &mut NativeCx, s: GoStr| {
            change_case(cx, s, MappedCase::Title)
        }),
        Native::chunked("ToValidUTF8", to_valid_utf8),
        Native::chunked("TrimSpace", |cx: &mut NativeCx, s: GoStr| {
            long_texts::trim(cx, s, (true, true), WORK_PART_BYTES, is_space, |from, to| {
                s.slice(from, to)
            })
        }),
        Native::chunked("TrimLeft", |cx: &mut NativeCx, s: GoStr, cutset: GoStr| {
            trim(cx, s, cutset, (true, false))
        }),
        Native::chunked("TrimRight", |cx: &mut NativeCx, s: GoStr, cutset: GoStr| {
            trim(cx, s, cutset, (false, true))
        }),
    ]
}
