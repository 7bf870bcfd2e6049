//! Natives of package internal/ordered: sorting without comparisons in Go, in steps of bounded length.

use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};
use std::cmp::Ordering;

/// What is sorted here.
trait Element: Copy + 'static {
    /// Go's order.
    fn order(&self, other: &Self) -> Ordering;

    /// Tells a marking of the elements that are about to change places. Those without pointers have nothing to tell.
    fn overwrite(_: &NativeCx, _: &mut [Self]) {}
}

impl Element for i64 {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl Element for f64 {
    /// NaNs first, and all zeros equal.
    fn order(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or_else(|| other.is_nan().cmp(&self.is_nan()))
    }
}

impl Element for GoStr {
    fn order(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }

    fn overwrite(cx: &NativeCx, x: &mut [Self]) {
        cx.overwrite(x.as_mut_ptr().cast(), size_of_val(x));
    }
}

/// Sorts all at once. A copy is sorted, since other goroutines may write to the slice meanwhile: the program's fault, but elements that
/// change while they are compared have no order, which makes the library's sort panic.
fn sort<T: Element>(cx: &mut NativeCx, mut x: GoSlice<T>) {
    T::overwrite(cx, &mut x);
    let mut copy = x.to_vec();
    copy.sort_unstable_by(T::order);
    x.copy_from_slice(&copy);
}

/// How many elements a step of a partition looks at: some tenths of a millisecond.
const STEP: usize = 1 << 16;

/// A step of Hoare's partition: elements that equal the pivot change places, so that many of them end in the middle.
fn split<T: Element>(cx: &mut NativeCx, mut x: GoSlice<T>, i: i64, j: i64) -> (i64, i64) {
    let (mut i, mut j) = (i as usize, j as usize);
    if i == 0 {
        choose_pivot(cx, &mut x);
        i = 1;
    }
    let pivot = x[0];
    let (from, to) = (i, j);
    while i <= j && (i - from) + (to - j) < STEP {
        // Both ends move on by a few elements at a time: what lies between two exchanges is short, or sorted already.
        while i <= j && i - from < STEP && x[i].order(&pivot) == Ordering::Less {
            i += 1;
        }
        while i <= j && to - j < STEP && x[j].order(&pivot) == Ordering::Greater {
            j -= 1;
        }
        if i > j || i - from >= STEP || to - j >= STEP {
            break;
        }
        if i < j {
            T::overwrite(cx, &mut x[i..=i]);
            T::overwrite(cx, &mut x[j..=j]);
            x.swap(i, j);
        }
        i += 1;
        j -= 1;
    }
    (i as i64, j as i64)
}

/// Puts the median of three medians of three first.
fn choose_pivot<T: Element>(cx: &NativeCx, x: &mut [T]) {
    let at = |k: usize| (x.len() - 1) / 8 * k;
    let median = |a: usize, b: usize, c: usize| {
        let (low, high) = if x[a].order(&x[b]).is_gt() { (b, a) } else { (a, b) };
        if x[c].order(&x[low]).is_lt() {
            low
        } else if x[c].order(&x[high]).is_gt() {
            high
        } else {
            c
        }
    };
    let [a, b, c] = [0, 3, 6].map(|k| median(at(k), at(k + 1), at(k + 2)));
    let pivot = median(a, b, c);
    T::overwrite(cx, &mut x[..1]);
    T::overwrite(cx, &mut x[pivot..=pivot]);
    x.swap(0, pivot);
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("sortInts", sort::<i64>),
        Native::new("sortFloats", sort::<f64>),
        Native::new("sortStrings", sort::<GoStr>),
        Native::new("splitInts", split::<i64>),
        Native::new("splitFloats", split::<f64>),
        Native::new("splitStrings", split::<GoStr>),
    ]
}
