//! Natives of package sort: what needs no comparison in Go.

use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::Native;
use std::cmp::Ordering;

/// Go's order of floats: NaNs first, and all zeros equal.
fn compare_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("Ints", |mut x: GoSlice<i64>| x.sort_unstable()),
        Native::new("Float64s", |mut x: GoSlice<f64>| {
            x.sort_unstable_by(|a, b| compare_floats(*a, *b));
        }),
        Native::new("Strings", |mut x: GoSlice<GoStr>| {
            x.sort_unstable_by(|a, b| a.bytes().cmp(b.bytes()));
        }),
    ]
}

/// The natives of package slices, by name.
pub(crate) fn slices_natives() -> Vec<Native> {
    let names = [("Ints", "sortInts"), ("Float64s", "sortFloats"), ("Strings", "sortStrings")];
    let named = |native: Native| {
        let name = names.iter().find(|(of_sort, _)| *of_sort == native.name);
        Native { name: name.expect("the same natives").1, ..native }
    };
    natives().into_iter().map(named).collect()
}
