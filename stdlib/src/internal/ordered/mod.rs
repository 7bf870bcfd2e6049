//! Natives of package internal/ordered: sorting without comparisons in Go, in steps of bounded length.

use minigo_vm::convert::{Element, GoSlice, GoStr, Whole};
use minigo_vm::native::{Native, NativeCx};
use std::cmp::Ordering;

/// What is sorted here.
trait Ordered: Element + 'static {
    /// How many elements a step of a partition looks at: 64 KiB.
    const STEP: usize = 1 << 13;

    /// Go's order.
    fn order(&self, other: &Self) -> Ordering;

    /// Whether it comes before the other one.
    fn is_less(&self, other: &Self) -> bool {
        self.order(other).is_lt()
    }
}

impl Ordered for i64 {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl Ordered for f64 {
    /// NaNs first, and all zeros equal.
    fn order(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or_else(|| other.is_nan().cmp(&self.is_nan()))
    }

    /// Without a branch.
    fn is_less(&self, other: &Self) -> bool {
        (self < other) | (self.is_nan() & !other.is_nan())
    }
}

impl Ordered for GoStr {
    /// Their bytes lie anywhere.
    const STEP: usize = 1 << 12;

    fn order(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

/// Sorts all at once. A copy is sorted, since other goroutines may write to the slice meanwhile: the program's fault,
/// but elements that change while they are compared have no order, which makes the library's sort panic.
///
/// Elements that are in order already are not written, as in Go: goroutines may sort them at the same time.
fn sort<T: Ordered>(cx: &mut NativeCx, Whole(x): Whole<T>) {
    if x.is_sorted_by(|a, b| a.order(b).is_le()) {
        return;
    }
    let mut copy = x.to_vec();
    copy.sort_unstable_by(T::order);
    cx.race_write(x.ptr().cast(), size_of_val(&*x));
    x.put(cx, 0, &copy);
}

/// A step of Hoare's partition: elements that equal the pivot change places, so that many of them end in the middle.
fn split<T: Ordered>(cx: &mut NativeCx, x: GoSlice<T>, i: i64, j: i64) -> (i64, i64) {
    let (mut i, mut j) = (i as usize, j as usize);
    if i == 0 {
        choose_pivot(cx, &x);
        i = 1;
    }
    let pivot = x[0];
    let (first, last) = (i, j);
    let mut left = T::STEP;
    (i, j) = split_blocks(cx, &x, &pivot, i, j, &mut left);
    loop {
        while i <= j && left > 0 && x[i].is_less(&pivot) {
            i += 1;
            left -= 1;
        }
        while i <= j && left > 0 && pivot.is_less(&x[j]) {
            j -= 1;
            left -= 1;
        }
        if i > j || left == 0 {
            break;
        }
        swap(cx, &x, i, j);
        i += 1;
        j -= 1;
        left -= 1;
    }
    for looked_at in [&x[first..(i + 1).min(x.len())], &x[j.max(first)..=last]] {
        cx.race_read(looked_at.as_ptr().cast(), size_of_val(looked_at));
    }
    (i as i64, j as i64)
}

/// How many elements are compared before any of them changes places.
const BLOCK: usize = 64;

/// The same as long as there are two blocks to look at. Comparisons and exchanges are apart, so that none of the
/// processor's branches depends on an element: each that it foresees wrongly costs as much as ten comparisons.
fn split_blocks<T: Ordered>(
    cx: &mut NativeCx,
    x: &GoSlice<T>,
    pivot: &T,
    mut i: usize,
    mut j: usize,
    left: &mut usize,
) -> (usize, usize) {
    // Which elements of the block at each end are on the wrong side.
    let (mut low, mut high) = (Misplaced::NONE, Misplaced::NONE);
    while j + 1 - i >= 2 * BLOCK && *left >= 2 * BLOCK {
        if low.is_empty() {
            low = Misplaced::of(&x[i..i + BLOCK], |e| !e.is_less(pivot));
            *left -= BLOCK;
        }
        if high.is_empty() {
            high = Misplaced::of(&x[j + 1 - BLOCK..=j], |e| !pivot.is_less(e));
            *left -= BLOCK;
        }
        while let (Some(a), Some(b)) = (low.first(), high.last()) {
            swap(cx, x, i + a, j + 1 - BLOCK + b);
            low.remove(a);
            high.remove(b);
        }
        if low.is_empty() {
            i += BLOCK;
        }
        if high.is_empty() {
            j -= BLOCK;
        }
    }
    (i, j)
}

/// Some elements of a block: a bit for each.
#[derive(Clone, Copy)]
struct Misplaced(u64);

impl Misplaced {
    const NONE: Self = Self(0);

    fn of<T>(block: &[T], is_misplaced: impl Fn(&T) -> bool) -> Self {
        let bit = |(k, e)| u64::from(is_misplaced(e)) << k;
        Self(block.iter().enumerate().map(bit).fold(0, |all, bit| all | bit))
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    fn last(self) -> Option<usize> {
        (self.0 != 0).then(|| 63 - self.0.leading_zeros() as usize)
    }

    const fn remove(&mut self, k: usize) {
        self.0 &= !(1 << k);
    }
}

/// Which zeros `x` has: 1 for 0, 2 for -0.
fn zeros_in(Whole(x): Whole<f64>) -> i64 {
    let zeros = x.iter().filter(|f| **f == 0.0);
    zeros.fold(0, |seen, f| seen | if f.is_sign_negative() { 2 } else { 1 })
}

fn swap<T: Element>(cx: &mut NativeCx, x: &GoSlice<T>, i: usize, j: usize) {
    let (a, b) = (x[i], x[j]);
    if i != j {
        [i, j].iter().for_each(|&k| cx.race_write((&raw const x[k]).cast(), size_of::<T>()));
    }
    x.put(cx, i, &[b]);
    x.put(cx, j, &[a]);
}

/// Puts the median of three medians of three first.
fn choose_pivot<T: Ordered>(cx: &mut NativeCx, x: &GoSlice<T>) {
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
    swap(cx, x, 0, pivot);
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant("zerosIn", zeros_in),
        Native::constant("sortInts", sort::<i64>),
        Native::constant("sortFloats", sort::<f64>),
        Native::constant("sortStrings", sort::<GoStr>),
        Native::constant("splitInts", split::<i64>),
        Native::constant("splitFloats", split::<f64>),
        Native::constant("splitStrings", split::<GoStr>),
    ]
}
