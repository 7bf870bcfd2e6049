//! Natives of package bytes: those of package strings for slices of bytes.

use crate::strings::repeat;
use crate::strings::search::{self, RuneSet, or_minus_one};
use crate::strings::transform;
use crate::unicode::tables::Case;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};

/// A slice of bytes as Go passes it.
type Bytes = GoSlice<u8>;

/// The new bytes if there are any, else a copy of the old ones; never nil.
fn or_copy(cx: &mut NativeCx, new: Option<Vec<u8>>, old: Bytes) -> Bytes {
    match new {
        Some(new) => cx.bytes(&new),
        None => cx.bytes(&old),
    }
}

fn replace(cx: &mut NativeCx, s: Bytes, old: Bytes, new: Bytes, n: isize) -> Bytes {
    cx.need(transform::replaced_size(&s, &old, &new, n));
    match transform::replace(&s, &old, &new, n) {
        Some(new) => cx.bytes(&new),
        None if s.is_empty() => GoSlice::nil(),
        None => cx.bytes(&s),
    }
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
        Native::new("ToUpper", |cx: &mut NativeCx, s: Bytes| {
            or_copy(cx, transform::change_case(&s, Case::Upper), s)
        }),
        Native::new("ToLower", |cx: &mut NativeCx, s: Bytes| {
            or_copy(cx, transform::change_case(&s, Case::Lower), s)
        }),
        Native::new("ToTitle", |cx: &mut NativeCx, s: Bytes| {
            or_copy(cx, transform::change_case(&s, Case::Title), s)
        }),
        Native::new("ToValidUTF8", |cx: &mut NativeCx, s: Bytes, with: Bytes| {
            or_copy(cx, transform::to_valid(&s, &with), s)
        }),
        Native::new("trimBounds", trim_bounds),
        Native::new("spaceBounds", |s: Bytes| search::trim_space(&s)),
    ]
}
