//! Breaks a paragraph into lines of even length: minimises the sum of penalties for short lines and for lines that do
//! not end with punctuation.
//!
//! The penalty is concave except for the bonus for punctuation, so the algorithm for concave least-weight subsequences
//! (Hirschberg and Larmore 1987, Galil and Park 1990) finds line breaks in time linear in the number of words.
//! go/doc/comment uses the same algorithm. An exhaustive search would give other lines where the bonus breaks
//! concavity.

use std::collections::VecDeque;
use std::ops::Range;

/// A penalty: the excess over the width, which outweighs all else, then the other penalties.
type Score = (i64, i64);

struct Paragraph<'w> {
    words: &'w [&'w str],
    /// The number of characters before each word, with one blank per word.
    word_starts: Vec<i64>,
    width: i64,
    /// The least penalty of the words before each index.
    best_scores: Vec<Score>,
}

impl Paragraph<'_> {
    /// Returns the penalty of one line that contains the words from `from` to `to`.
    fn line_penalty(&self, from: usize, to: usize) -> Score {
        let length = self.word_starts[to] - 1 - self.word_starts[from];
        if to == self.words.len() && length <= self.width {
            return (0, 0);
        }
        let square = (self.width - length) * (self.width - length);
        let ending = if self.words[to - 1].ends_with(['.', ',', ':', ';']) { 0 } else { 64 };
        if length > self.width { (square, ending) } else { (0, square + ending) }
    }

    /// Returns the penalty of the words up to `to` if the last line begins with the word `from`.
    fn total_penalty(&self, from: usize, to: usize) -> Score {
        let (best, line) = (self.best_scores[from], self.line_penalty(from, to));
        (best.0 + line.0, best.1 + line.1)
    }

    /// Reports whether `b` can never be the best beginning of a last line, given the candidates `a` before and `c`
    /// behind it.
    fn is_never_best(&self, a: usize, b: usize, c: usize) -> bool {
        let (mut low, mut high) = (c, self.words.len() + 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.total_penalty(a, middle) > self.total_penalty(b, middle) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        low > self.words.len() || self.total_penalty(c, low) <= self.total_penalty(b, low)
    }
}

/// Returns the range of words of each line.
pub(super) fn break_lines(words: &[&str], width: usize) -> Vec<Range<usize>> {
    let count = words.len();
    if count == 0 {
        return Vec::new();
    }
    let mut word_starts = vec![0];
    for word in words {
        word_starts.push(word_starts[word_starts.len() - 1] + word.chars().count() as i64 + 1);
    }
    let width = width as i64;
    let mut text = Paragraph { words, word_starts, width, best_scores: vec![(0, 0)] };
    let mut begins = vec![0];
    let mut candidates = VecDeque::from([0]);
    for m in 1..count {
        text.best_scores.push(text.total_penalty(candidates[0], m));
        begins.push(candidates[0]);
        while candidates.len() > 1
            && text.total_penalty(candidates[1], m + 1) <= text.total_penalty(candidates[0], m + 1)
        {
            candidates.pop_front();
        }
        while let [.., a, b] = candidates.make_contiguous()[..]
            && text.is_never_best(a, b, m)
        {
            candidates.pop_back();
        }
        let last = candidates[candidates.len() - 1];
        if text.total_penalty(m, count) < text.total_penalty(last, count) {
            candidates.push_back(m);
            if candidates.len() == 2
                && text.total_penalty(candidates[1], m + 1)
                    <= text.total_penalty(candidates[0], m + 1)
            {
                candidates.pop_front();
            }
        }
    }
    begins.push(candidates[0]);
    let (mut lines, mut end) = (Vec::new(), count);
    while end > 0 {
        lines.push(begins[end]..end);
        end = begins[end];
    }
    lines.reverse();
    lines
}
