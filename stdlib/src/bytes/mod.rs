//! Natives of package bytes: those of package strings for slices of bytes.

use crate::strings::repeat;
use crate::strings::search::{self, RuneSet, or_minus_one};
use crate::strings::transform;
use crate::unicode::tables::Case;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Output};

/// A slice of bytes as Go passes it.
type Bytes = GoSlice<u8>;

fn replace(cx: &mut NativeCx, s: Bytes, old: Bytes, new: Bytes, n: isize) -> Bytes {
    if !transform::has_any(&s, &old, n) {
        return if s.is_empty() { GoSlice::nil() } else { cx.bytes(&s) };
    }
    let mut out = Output::new(cx, transform::replaced_size(&s, &old, &new, n));
    let _ = transform::replace(&mut out, &s, &old, &new, n);
    not_nil(out)
}

/// What was written; never nil.
fn not_nil(out: Output<'_>) -> Bytes {
    let mut out = out;
    if out.is_empty() {
        out.reserve(1);
    }
    out.bytes()
}

/// A copy in another case; never nil.
fn change_case(cx: &mut NativeCx, s: Bytes, case: Case) -> Bytes {
    if !transform::has_other_case(&s, case) {
        return cx.bytes(&s);
    }
    let mut out = Output::new(cx, s.len());
    transform::change_case(&mut out, &s, case);
    out.bytes()
}

fn to_valid(cx: &mut NativeCx, s: Bytes, with: Bytes) -> Bytes {
    if transform::is_valid(&s) {
        return cx.bytes(&s);
    }
    let mut out = Output::new(cx, s.len());
    transform::to_valid(&mut out, &s, &with);
    not_nil(out)
}

fn trim_bounds(s: Bytes, cutset: GoStr, left: bool, right: bool) -> (usize, usize) {
    let set = RuneSet::new(&cutset);
    search::trim(&s, left, right, |rune| set.has(rune))
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("Equal", |a: Bytes, b: Bytes| *a == *b),
        Native::new("Compare", |a: Bytes, b: Bytes| (*a).cmp(&*b) as isize),
        Native::new("Index", |s: Bytes, t: Bytes| or_minus_one(search::index(&s, &t))),
        Native::new("LastIndex", |s: Bytes, t: Bytes| or_minus_one(search::last_index(&s, &t))),
        Native::new("IndexRune", |s: Bytes, r: i32| or_minus_one(search::index_rune(&s, r))),
        Native::new("IndexByte", |s: Bytes, c: u8| or_minus_one(memchr::memchr(c, &s))),
        Native::new("LastIndexByte", |s: Bytes, c: u8| or_minus_one(memchr::memrchr(c, &s))),
        Native::new("IndexAny", |s: Bytes, t: GoStr| or_minus_one(search::index_any(&s, &t))),
        Native::new("LastIndexAny", |s: Bytes, t: GoStr| {
            or_minus_one(search::last_index_any(&s, &t))
        }),
        Native::new("Count", |s: Bytes, t: Bytes| search::count(&s, &t)),
        Native::new("EqualFold", |s: Bytes, t: Bytes| search::equal_fold(&s, &t)),
        Native::new("repeat", |cx: &mut NativeCx, s: Bytes, n: usize| {
            if s.is_empty() || n == 0 { cx.bytes(&[]) } else { repeat(cx, &s, n) }
        }),
        Native::new("replace", replace),
        Native::new("ToUpper", |cx: &mut NativeCx, s: Bytes| change_case(cx, s, Case::Upper)),
        Native::new("ToLower", |cx: &mut NativeCx, s: Bytes| change_case(cx, s, Case::Lower)),
        Native::new("ToTitle", |cx: &mut NativeCx, s: Bytes| change_case(cx, s, Case::Title)),
        Native::new("ToValidUTF8", to_valid),
        Native::new("trimBounds", trim_bounds),
        Native::new("spaceBounds", |s: Bytes| search::trim_space(&s)),
    ]
}
