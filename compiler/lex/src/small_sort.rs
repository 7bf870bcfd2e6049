//! Sorting with little machine code.
//!
//! Each use of `slice::sort` compiles to 5 to 8 KB for its types and its order. Sorting here costs some hundred bytes:
//! one function sorts the numbers of the elements, and calls the comparison through a pointer. For the few names or
//! files that most of minigo sorts, the calls take no time that a user notices.

use std::cmp::Ordering;

/// Stable sorting of slices, as by `slice::sort`.
pub trait SmallSort<T> {
    /// Sorts in ascending order.
    fn small_sort(&mut self)
    where
        T: Ord;

    /// Sorts in the order that `compare` gives.
    fn small_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts in ascending order of keys.
    fn small_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> SmallSort<T> for [T] {
    fn small_sort(&mut self)
    where
        T: Ord,
    {
        self.small_sort_by(T::cmp);
    }

    fn small_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let order =
            sorted_numbers(self.len(), &mut |a, b| compare(&self[a as usize], &self[b as usize]));
        rearrange(order, &mut |a, b| self.swap(a, b));
    }

    fn small_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.small_sort_by(|a, b| key(a).cmp(&key(b)));
    }
}

/// Sorts the numbers of `len` elements.
fn sorted_numbers(len: usize, compare: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let len = u32::try_from(len).expect("fewer elements than 2^32 are sorted");
    let mut order: Vec<u32> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves elements by swaps, so that the element that was at `order[i]` comes to `i`.
fn rearrange(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        // A cycle of elements, each of which comes to the place of the one before; its first one is swapped along. An
        // element that is in its place is a cycle by itself.
        let mut at = start;
        loop {
            let next = std::mem::replace(&mut order[at], at as u32) as usize;
            if next == start {
                break;
            }
            swap(at, next);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SmallSort as _;

    #[test]
    fn sorts_like_the_standard_library() {
        let mut state = 1_u32;
        for len in 0..200 {
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 16
            };
            let items: Vec<(u32, usize)> = (0..len).map(|at| (random() % 16, at)).collect();
            let (mut want, mut found) = (items.clone(), items.clone());
            want.sort_by_key(|item| item.0);
            found.small_sort_by_key(|item| item.0);
            assert_eq!(found, want, "equal elements keep their order");
            (want, found) = (items.clone(), items);
            want.sort_by(|a, b| b.cmp(a));
            found.small_sort_by(|a, b| b.cmp(a));
            assert_eq!(found, want);
            want.sort();
            found.small_sort();
            assert_eq!(found, want);
        }
    }
}
