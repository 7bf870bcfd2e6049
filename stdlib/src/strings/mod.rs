//! Natives of package strings.

pub(crate) mod search;
pub(crate) mod transform;

use crate::unicode::tables::Case;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Output};
use search::{RuneSet, or_minus_one};

fn split(cx: &mut NativeCx, s: GoStr, sep: GoStr, save: usize, n: isize) -> GoSlice<GoStr> {
    if n == 0 {
        return GoSlice::nil();
    }
    // Counted first: a list that grew would need several times the memory.
    cx.strings(search::count_parts(&s, &sep, n), |part| {
        search::split(&s, &sep, save, n, |from, to| part(s.slice(from, to)));
    })
}

fn fields(cx: &mut NativeCx, s: GoStr) -> GoSlice<GoStr> {
    cx.strings(search::count_fields(&s), |field| {
        search::fields(&s, |from, to| field(s.slice(from, to)));
    })
}

fn join(cx: &mut NativeCx, elems: GoSlice<GoStr>, sep: GoStr) -> GoStr {
    if let [only] = *elems {
        return only;
    }
    let parts = elems.iter().fold(0, |sum: usize, e| sum.saturating_add(e.len()));
    let seps = sep.len().saturating_mul(elems.len().saturating_sub(1));
    let mut out = Output::new(cx, parts.saturating_add(seps));
    for (i, elem) in elems.iter().enumerate() {
        if i > 0 {
            out.put(&sep);
        }
        out.put(elem);
    }
    out.string()
}

fn replace(cx: &mut NativeCx, s: GoStr, old: GoStr, new: GoStr, n: isize) -> GoStr {
    if !transform::has_any(&s, &old, n) {
        return s;
    }
    let mut out = Output::new(cx, transform::replaced_size(&s, &old, &new, n));
    let _ = transform::replace(&mut out, &s, &old, &new, n);
    out.string()
}

fn change_case(cx: &mut NativeCx, s: GoStr, case: Case) -> GoStr {
    if !transform::has_other_case(&s, case) {
        return s;
    }
    let mut out = Output::new(cx, s.len());
    transform::change_case(&mut out, &s, case);
    out.string()
}

fn to_valid(cx: &mut NativeCx, s: GoStr, with: GoStr) -> GoStr {
    if transform::is_valid(&s) {
        return s;
    }
    let mut out = Output::new(cx, s.len());
    transform::to_valid(&mut out, &s, &with);
    out.string()
}

/// `n` times `s`, which together fit into an address; nil if that is empty.
pub(crate) fn repeat(cx: &mut NativeCx, s: &[u8], n: usize) -> GoSlice<u8> {
    let size = s.len().saturating_mul(n);
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
        Native::new("IndexRune", |s: GoStr, r: i32| or_minus_one(search::index_rune(&s, r))),
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
        Native::new("replace", replace),
        Native::new("split", split),
        Native::new("Join", join),
        Native::new("Fields", fields),
        Native::new("ToUpper", |cx: &mut NativeCx, s: GoStr| change_case(cx, s, Case::Upper)),
        Native::new("ToLower", |cx: &mut NativeCx, s: GoStr| change_case(cx, s, Case::Lower)),
        Native::new("ToTitle", |cx: &mut NativeCx, s: GoStr| change_case(cx, s, Case::Title)),
        Native::new("ToValidUTF8", to_valid),
        Native::new("TrimSpace", |s: GoStr| {
            let (from, to) = search::trim_space(&s);
            s.slice(from, to)
        }),
        Native::new("TrimLeft", |s: GoStr, cutset: GoStr| trim(s, &cutset, true, false)),
        Native::new("TrimRight", |s: GoStr, cutset: GoStr| trim(s, &cutset, false, true)),
    ]
}
