//! Natives of package strings.

pub(crate) mod search;
pub(crate) mod transform;

use crate::unicode::tables::Case;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};
use search::{RuneSet, or_minus_one};

/// The new string if there is one, else the old one.
fn or_same(cx: &mut NativeCx, new: Option<Vec<u8>>, old: GoStr) -> GoStr {
    new.map_or(old, |new| cx.string(&new))
}

/// Parts of `s`, given by their bounds.
fn parts(cx: &mut NativeCx, s: GoStr, bounds: &[(usize, usize)]) -> GoSlice<GoStr> {
    cx.string_slice_of(bounds.iter().map(|&(from, to)| s.slice(from, to)))
}

fn split(cx: &mut NativeCx, s: GoStr, sep: GoStr, save: usize, n: isize) -> GoSlice<GoStr> {
    if n == 0 {
        return GoSlice::nil();
    }
    let bounds = search::split(&s, &sep, save, n);
    parts(cx, s, &bounds)
}

fn fields(cx: &mut NativeCx, s: GoStr) -> GoSlice<GoStr> {
    let bounds = search::fields(&s);
    parts(cx, s, &bounds)
}

fn join(cx: &mut NativeCx, elems: GoSlice<GoStr>, sep: GoStr) -> GoStr {
    match *elems {
        [only] => only,
        _ => {
            let parts: usize = elems.iter().map(|e| e.len()).sum();
            cx.need(parts + sep.len() * elems.len());
            cx.string(&transform::join(elems.iter().map(GoStr::bytes), &sep))
        }
    }
}

/// `n` times `s`, which together fit into an address; nil if that is empty.
pub(crate) fn repeat(cx: &mut NativeCx, s: &[u8], n: usize) -> GoSlice<u8> {
    let size = s.len() * n;
    if size == 0 {
        return GoSlice::nil();
    }
    let mut made = cx.make_bytes(size, size);
    made[..s.len()].copy_from_slice(s);
    let mut done = s.len();
    while done < size {
        let more = done.min(size - done);
        made.copy_within(..more, done);
        done += more;
    }
    made
}

fn trim(s: GoStr, cutset: &GoStr, left: bool, right: bool) -> GoStr {
    let set = RuneSet::new(cutset);
    let (from, to) = search::trim(&s, left, right, |rune| set.has(rune));
    s.slice(from, to)
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("Index", |s: GoStr, t: GoStr| or_minus_one(search::index(&s, &t))),
        Native::new("LastIndex", |s: GoStr, t: GoStr| or_minus_one(search::last_index(&s, &t))),
        Native::new("IndexByte", |s: GoStr, c: u8| or_minus_one(memchr::memchr(c, &s))),
        Native::new("LastIndexByte", |s: GoStr, c: u8| or_minus_one(memchr::memrchr(c, &s))),
        Native::new("IndexAny", |s: GoStr, t: GoStr| or_minus_one(search::index_any(&s, &t))),
        Native::new("LastIndexAny", |s: GoStr, t: GoStr| {
            or_minus_one(search::last_index_any(&s, &t))
        }),
        Native::new("Count", |s: GoStr, t: GoStr| search::count(&s, &t)),
        Native::new("EqualFold", |s: GoStr, t: GoStr| search::equal_fold(&s, &t)),
        Native::new("repeat", |cx: &mut NativeCx, s: GoStr, n: usize| {
            let made = repeat(cx, &s, n);
            GoStr::from_raw(made.ptr(), made.len())
        }),
        Native::new("replace", |cx: &mut NativeCx, s: GoStr, old: GoStr, new: GoStr, n: isize| {
            let size = transform::replaced_size(&s, &old, &new, n);
            cx.need(size);
            or_same(cx, transform::replace(&s, &old, &new, n), s)
        }),
        Native::new("split", split),
        Native::new("Join", join),
        Native::new("Fields", fields),
        Native::new("ToUpper", |cx: &mut NativeCx, s: GoStr| {
            or_same(cx, transform::change_case(&s, Case::Upper), s)
        }),
        Native::new("ToLower", |cx: &mut NativeCx, s: GoStr| {
            or_same(cx, transform::change_case(&s, Case::Lower), s)
        }),
        Native::new("ToTitle", |cx: &mut NativeCx, s: GoStr| {
            or_same(cx, transform::change_case(&s, Case::Title), s)
        }),
        Native::new("ToValidUTF8", |cx: &mut NativeCx, s: GoStr, with: GoStr| {
            or_same(cx, transform::to_valid(&s, &with), s)
        }),
        Native::new("TrimSpace", |s: GoStr| {
            let (from, to) = search::trim_space(&s);
            s.slice(from, to)
        }),
        Native::new("TrimLeft", |s: GoStr, cutset: GoStr| trim(s, &cutset, true, false)),
        Native::new("TrimRight", |s: GoStr, cutset: GoStr| trim(s, &cutset, false, true)),
    ]
}
