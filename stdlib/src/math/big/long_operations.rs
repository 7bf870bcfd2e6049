//! Computations by num-bigint: at once if they are short, otherwise without a P, after which the results are copied in
//! parts.

use super::Words;
use minigo_vm::convert::{GoSlice, PointerFree};
use minigo_vm::native::work_parts::{MIN_BLOCKING_COST, WORK_PART_BYTES};
use minigo_vm::native::{NativeCx, Outcome};
use num_bigint::BigUint;
use std::ops::ControlFlow::{Break, Continue};

pub(super) fn to_big(x: &[u64]) -> BigUint {
    BigUint::new(x.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// Returns the words of a number, without zeros at the end.
pub(super) fn to_words(x: &BigUint) -> Vec<u64> {
    x.iter_u64_digits().collect()
}

/// The progress of copying results to the Go heap, one behind the other in one object.
struct CopyProgress<T, const N: usize> {
    results: [Vec<T>; N],
    new_slice: Option<GoSlice<T>>,
    /// The index of the result being copied, and the number of its elements that are copied.
    result_and_element_index: (usize, usize),
}

/// Returns the `N` results of `work`, which takes as long as a simple loop over `cost` bytes.
pub(super) fn compute_from_words<
    T: PointerFree + Send + 'static,
    const N: usize,
    const M: usize,
>(
    cx: &mut NativeCx,
    cost: usize,
    reads: [Words; M],
    work: impl FnOnce() -> [Vec<T>; N] + Send + 'static,
) -> Outcome<[GoSlice<T>; N]> {
    compute_from_objects(cx, cost, reads.map(|words| words.ptr().cast()), work)
}

/// Does as [`compute_from_words`], for `work` that reads from any objects.
pub(super) fn compute_from_objects<
    T: PointerFree + Send + 'static,
    const N: usize,
    const M: usize,
>(
    cx: &mut NativeCx,
    cost: usize,
    reads: [*mut u8; M],
    work: impl FnOnce() -> [Vec<T>; N] + Send + 'static,
) -> Outcome<[GoSlice<T>; N]> {
    if !cx.is_resumed() {
        if cost <= MIN_BLOCKING_COST {
            let results = work();
            return Outcome::Return(results.map(|words| cx.slice(&words)));
        }
        return cx.compute_state_without_p_if_long(
            cost,
            reads.map(<*mut u8>::cast_const),
            move || CopyProgress {
                results: work(),
                new_slice: None,
                result_and_element_index: (0, 0),
            },
        );
    }
    cx.make_in_parts(
        |_| unreachable!("the next part needs the result that the first part has computed"),
        |cx,
         CopyProgress::<T, N> {
             results,
             new_slice: made,
             result_and_element_index: (which, at),
         }| {
            let len = results.iter().map(Vec::len).sum();
            let made = *made.get_or_insert_with(|| cx.new_slice(len, len));
            let before: usize = results[..*which].iter().map(Vec::len).sum();
            let result = &results[*which];
            let to = result.len().min(*at + WORK_PART_BYTES / size_of::<T>());
            made.with_len(before + to).tail(before + *at).set(&result[*at..to]);
            *at = to;
            if to < result.len() {
                return Continue(WORK_PART_BYTES);
            }
            (*which, *at) = (*which + 1, 0);
            if *which < N {
                return Continue(WORK_PART_BYTES);
            }
            let mut begin = 0;
            Break(results.each_ref().map(|result| {
                let part = made.part(begin, begin + result.len());
                begin += result.len();
                part
            }))
        },
        |state| state.new_slice.map_or(std::ptr::null(), |made| made.ptr().cast_const().cast()),
    )
}

/// Returns the cost of a product: that of the schoolbook method's rows up to some hundred words, then less.
pub(super) fn product_cost(x: usize, y: usize) -> usize {
    let (short, long) = (x.min(y), x.max(y));
    let rows = if short < 64 { short } else { 64 + 4 * (short - 64).isqrt() };
    long.saturating_mul(rows)
}
