//! Natives of package index/suffixarray: the sorted suffixes of a text.
//!
//! The algorithm is induced sorting (Nong, Zhang, Chan: *Linear Suffix Array Construction by Almost Pure
//! Induced-Sorting*, 2009), in time linear in the text's length.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::ops::ControlFlow::{Break, Continue};

const NO_SUFFIX: usize = usize::MAX;

/// The memory in bytes that sorting needs for each byte of the text: five words and a bit. The reduced text of each
/// recursion is at most half as long, so the total is at most twice that.
const SORT_BYTES_PER_TEXT_BYTE: usize = 2 * 6 * size_of::<usize>();

/// A text, with the kinds of its suffixes and the bounds of its buckets. Suffix `i` is small if it is less than suffix
/// `i + 1`.
struct Text<'a> {
    letters: &'a [usize],
    is_s_type: Vec<bool>,
    /// For each letter, the index in the sorted order at which its suffixes begin.
    bucket_begins: Vec<usize>,
    /// For each letter, the index at which its small suffixes begin, which come after its other suffixes.
    s_type_begins: Vec<usize>,
}

impl<'a> Text<'a> {
    /// Computes the kinds of the suffixes and the bounds of the buckets; `largest` is at least as large as each letter.
    fn new(letters: &'a [usize], largest: usize) -> Text<'a> {
        let n = letters.len();
        let mut small = vec![false; n];
        for i in (0..n - 1).rev() {
            let (a, b) = (letters[i], letters[i + 1]);
            small[i] = if a == b { small[i + 1] } else { a < b };
        }
        let (mut begins, mut small_begins) = (vec![0; largest + 2], vec![0; largest + 2]);
        for (&letter, &small) in letters.iter().zip(&small) {
            if small {
                begins[letter + 1] += 1;
            } else {
                small_begins[letter] += 1;
            }
        }
        for letter in 0..=largest {
            small_begins[letter] += begins[letter];
            begins[letter + 1] += small_begins[letter];
        }
        Text { letters, is_s_type: small, bucket_begins: begins, s_type_begins: small_begins }
    }

    /// Sorts all suffixes. `given` has, in order, some small suffixes whose predecessors are not small.
    fn induce_order(&self, given: &[usize]) -> Vec<usize> {
        let n = self.letters.len();
        let mut sorted = vec![NO_SUFFIX; n];
        let mut next = self.s_type_begins.clone();
        let put = |sorted: &mut [usize], next: &mut [usize], suffix: usize| {
            let at = &mut next[self.letters[suffix]];
            sorted[*at] = suffix;
            *at += 1;
        };
        for &suffix in given {
            put(&mut sorted, &mut next, suffix);
        }
        next.clone_from(&self.bucket_begins);
        put(&mut sorted, &mut next, n - 1);
        for at in 0..n {
            if let Some(before) = self.longer_suffix(sorted[at], false) {
                put(&mut sorted, &mut next, before);
            }
        }
        next.clone_from(&self.bucket_begins);
        for at in (0..n).rev() {
            if let Some(before) = self.longer_suffix(sorted[at], true) {
                let end = &mut next[self.letters[before] + 1];
                *end -= 1;
                sorted[*end] = before;
            }
        }
        sorted
    }

    /// Returns the suffix one letter longer than `suffix`, if there is one and it is small exactly if `small` is set.
    fn longer_suffix(&self, suffix: usize, small: bool) -> Option<usize> {
        let before = (suffix != NO_SUFFIX).then(|| suffix.checked_sub(1))??;
        (self.is_s_type[before] == small).then_some(before)
    }
}

/// Returns the beginnings of all suffixes, in the order of the suffixes; the letters are at most `largest`.
fn sort_suffixes(letters: &[usize], largest: usize) -> Vec<usize> {
    let n = letters.len();
    if n < 2 {
        return (0..n).collect();
    }
    let text = Text::new(letters, largest);
    // The leftmost small suffixes, which determine the order of all others, and the index of each in this list.
    let leading: Vec<usize> =
        (1..n).filter(|&i| text.is_s_type[i] && !text.is_s_type[i - 1]).collect();
    let sorted = text.induce_order(&leading);
    if leading.len() < 2 {
        return sorted;
    }
    let mut place = vec![NO_SUFFIX; n];
    for (at, &suffix) in leading.iter().enumerate() {
        place[suffix] = at;
    }
    // The pieces from each suffix in `leading` to the next become the letters of a text of at most half the length.
    let piece = |suffix: usize| {
        let end = leading.get(place[suffix] + 1).map_or(n, |next| next + 1);
        &letters[suffix..end]
    };
    let mut names = vec![0; leading.len()];
    let (mut name, mut last) = (0, NO_SUFFIX);
    for suffix in sorted.into_iter().filter(|&suffix| place[suffix] != NO_SUFFIX) {
        // A piece that reaches the end of the text equals no other, since the end is less than every letter.
        let whole = |suffix: usize| place[suffix] + 1 < leading.len();
        if last != NO_SUFFIX && !(whole(last) && whole(suffix) && piece(last) == piece(suffix)) {
            name += 1;
        }
        names[place[suffix]] = name;
        last = suffix;
    }
    let order: Vec<usize> = sort_suffixes(&names, name).into_iter().map(|at| leading[at]).collect();
    text.induce_order(&order)
}

/// Stores the beginnings of the sorted suffixes of `data` in `sorted`.
fn sort_data(cx: &mut NativeCx, data: GoSlice<u8>, sorted: GoSlice<i64>) -> Outcome<()> {
    if !cx.is_resumed() {
        cx.require_memory(data.len() * SORT_BYTES_PER_TEXT_BYTE);
        let work = move || {
            let letters: Vec<usize> = data.iter().map(|&b| usize::from(b)).collect();
            (sort_suffixes(&letters, 255), 0_usize)
        };
        return cx.compute_state_without_p_if_long(
            data.len() * SORT_BYTES_PER_TEXT_BYTE,
            [data.as_ptr()],
            work,
        );
    }
    cx.run_in_parts(
        |_| unreachable!("the next part needs the result that the first part has computed"),
        |_, (order, at): &mut (Vec<usize>, usize)| {
            let len = order.len().min(sorted.len());
            let to = len.min(*at + WORK_PART_BYTES / size_of::<i64>());
            for (to, from) in sorted.as_cells()[*at..to].iter().zip(&order[*at..]) {
                to.set(*from as i64);
            }
            *at = to;
            if to == len { Break(()) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Returns the natives of package index/suffixarray, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::blocking("sortSuffixes", sort_data)]
}

#[cfg(test)]
mod tests {
    use super::sort_suffixes;

    #[test]
    fn suffixes_are_sorted() {
        let mut seed = 1_u32;
        for n in 0..400 {
            for letters in [1, 2, 3, 256] {
                let mut random = || {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 16) as usize % letters
                };
                let text: Vec<usize> = (0..n).map(|_| random()).collect();
                let mut expected: Vec<usize> = (0..n).collect();
                expected.sort_by_key(|&i| &text[i..]);
                assert_eq!(sort_suffixes(&text, 255), expected, "{text:?}");
            }
        }
    }
}
