//! Natives of package internal/ordered: sorting that compares elements in Rust, in steps of bounded length.

use minigo_vm::convert::{Element, FullyReadSlice, GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx};
use std::cmp::Ordering;

/// A type of elements that these natives can sort.
trait Ordered: Element + 'static {
    /// The number of elements that one step of a partition compares: 64 KiB of them.
    const PARTITION_STEP: usize = 1 << 13;

    /// Compares two elements in the order of Go's package cmp.
    fn order(&self, other: &Self) -> Ordering;

    /// Reports whether `self` comes before `other`.
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
    /// NaNs come first, and 0 and -0 are equal.
    fn order(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or_else(|| other.is_nan().cmp(&self.is_nan()))
    }

    /// Compares without a branch.
    fn is_less(&self, other: &Self) -> bool {
        (self < other) | (self.is_nan() & !other.is_nan())
    }
}

impl Ordered for GoStr {
    /// Strings have a shorter step, because their bytes are scattered in memory.
    const PARTITION_STEP: usize = 1 << 12;

    fn order(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

/// Sorts all elements at once. The function sorts a copy, since other goroutines may write to the slice meanwhile.
/// Writes by other goroutines are a data race of the program, but elements that change while they are compared have no
/// order, and Rust's sort panics then.
///
/// Elements that are in order already are not written, as in Go, so goroutines may sort the same slice at the same
/// time.
fn sort_slice<T: Ordered>(cx: &mut NativeCx, FullyReadSlice(x): FullyReadSlice<T>) {
    if x.is_sorted_by(|a, b| a.order(b).is_le()) {
        return;
    }
    let mut copy = x.to_vec();
    copy.sort_unstable_by(T::order);
    cx.race_write(x.ptr().cast(), size_of_val(&*x));
    x.copy_into(cx, 0, &copy);
}

/// Runs a step of Hoare's partition. Elements equal to the pivot are swapped too, so that many of them end in the
/// middle.
fn partition_step<T: Ordered>(cx: &mut NativeCx, x: GoSlice<T>, i: i64, j: i64) -> (i64, i64) {
    let (mut i, mut j) = (i as usize, j as usize);
    if i == 0 {
        choose_pivot(cx, &x);
        i = 1;
    }
    let pivot = x[0];
    let (first, last) = (i, j);
    let mut left = T::PARTITION_STEP;
    (i, j) = partition_blocks(cx, &x, &pivot, i, j, &mut left);
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
        swap_elements(cx, &x, i, j);
        i += 1;
        j -= 1;
        left -= 1;
    }
    for looked_at in [&x[first..(i + 1).min(x.len())], &x[j.max(first)..=last]] {
        cx.race_read(looked_at.as_ptr().cast(), size_of_val(looked_at));
    }
    (i as i64, j as i64)
}

/// The number of elements that are compared before any of them is swapped.
const BLOCK_ELEMENTS: usize = 64;

/// Partitions as [`partition_step`] does, as long as at least two blocks remain. Comparisons and swaps are separate
/// loops, so that no branch depends on an element: one mispredicted branch costs as much as ten comparisons.
fn partition_blocks<T: Ordered>(
    cx: &mut NativeCx,
    x: &GoSlice<T>,
    pivot: &T,
    mut i: usize,
    mut j: usize,
    left: &mut usize,
) -> (usize, usize) {
    // The elements of the block at each end that are on the wrong side.
    let (mut low, mut high) = (MisplacedElements::NONE, MisplacedElements::NONE);
    while j + 1 - i >= 2 * BLOCK_ELEMENTS && *left >= 2 * BLOCK_ELEMENTS {
        if low.is_empty() {
            low = MisplacedElements::in_block(&x[i..i + BLOCK_ELEMENTS], |e| !e.is_less(pivot));
            *left -= BLOCK_ELEMENTS;
        }
        if high.is_empty() {
            high =
                MisplacedElements::in_block(&x[j + 1 - BLOCK_ELEMENTS..=j], |e| !pivot.is_less(e));
            *left -= BLOCK_ELEMENTS;
        }
        while let (Some(a), Some(b)) = (low.first(), high.last()) {
            swap_elements(cx, x, i + a, j + 1 - BLOCK_ELEMENTS + b);
            low.remove(a);
            high.remove(b);
        }
        if low.is_empty() {
            i += BLOCK_ELEMENTS;
        }
        if high.is_empty() {
            j -= BLOCK_ELEMENTS;
        }
    }
    (i, j)
}

/// A set of elements of a block, one bit per element.
#[derive(Clone, Copy)]
struct MisplacedElements(u64);

impl MisplacedElements {
    const NONE: Self = Self(0);

    fn in_block<T>(block: &[T], is_misplaced: impl Fn(&T) -> bool) -> Self {
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

/// Returns which zeros `x` contains: bit 0 for 0, bit 1 for -0.
fn zero_signs_in(FullyReadSlice(x): FullyReadSlice<f64>) -> i64 {
    let zeros = x.iter().filter(|f| **f == 0.0);
    zeros.fold(0, |seen, f| seen | if f.is_sign_negative() { 2 } else { 1 })
}

fn swap_elements<T: Element>(cx: &mut NativeCx, x: &GoSlice<T>, i: usize, j: usize) {
    let (a, b) = (x[i], x[j]);
    if i != j {
        [i, j].iter().for_each(|&k| cx.race_write((&raw const x[k]).cast(), size_of::<T>()));
    }
    x.copy_into(cx, i, &[b]);
    x.copy_into(cx, j, &[a]);
}

/// Moves the pivot, the median of three medians of three, to the front.
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
    swap_elements(cx, x, 0, pivot);
}

/// Returns the natives of package internal/ordered, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("zerosIn", zero_signs_in),
        Native::constant_time("sortInts", sort_slice::<i64>),
        Native::constant_time("sortFloats", sort_slice::<f64>),
        Native::constant_time("sortStrings", sort_slice::<GoStr>),
        Native::constant_time("splitInts", partition_step::<i64>),
        Native::constant_time("splitFloats", partition_step::<f64>),
        Native::constant_time("splitStrings", partition_step::<GoStr>),
    ]
}
