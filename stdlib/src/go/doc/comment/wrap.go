package comment

import (
	"sort"
	"unicode/utf8"
)

// A penalty is the cost of lines: compared first by how much they are too long, then by how much they are short and do not end with punctuation.
type penalty struct {
	excess, short int
}

func (p penalty) plus(q penalty) penalty { return penalty{p.excess + q.excess, p.short + q.short} }

func (p penalty) less(q penalty) bool {
	return p.excess < q.excess || p.excess == q.excess && p.short < q.short
}

// A wrapping chooses where the lines of a paragraph end, so that the sum of penalties is the least. A line's penalty is
// concave in its length but for the bonus of punctuation, so the algorithm for concave least-weight subsequences
// (Hirschberg and Larmore 1987, Galil and Park 1990) finds it in a time that grows linearly; an exhaustive search would find other lines where the bonus breaks concavity.
type wrapping struct {
	words  []string
	before []int // the number of characters before each word, with one blank a word
	width  int
	best   []penalty // the least penalty of the words up to each one
}

// line returns the penalty of a line with the words from begin up to end.
func (w *wrapping) line(begin, end int) penalty {
	length := w.before[end] - 1 - w.before[begin]
	if end == len(w.words) && length <= w.width {
		return penalty{}
	}
	var p penalty
	square := (w.width - length) * (w.width - length)
	if length > w.width {
		p.excess = square
	} else {
		p.short = square
	}
	switch word := w.words[end-1]; word[len(word)-1] {
	case '.', ',', ':', ';':
	default:
		p.short += 64
	}
	return p
}

// total returns the least penalty of the words up to end if the last line begins with the word begin.
func (w *wrapping) total(begin, end int) penalty { return w.best[begin].plus(w.line(begin, end)) }

// isBridged reports whether the word b can never be the best beginning of a last line, because a or c is better.
func (w *wrapping) isBridged(a, b, c int) bool {
	n := len(w.words)
	// The smallest end for which b is better than a.
	at := c + sort.Search(n+1-c, func(i int) bool { return w.total(b, c+i).less(w.total(a, c+i)) })
	return at > n || !w.total(b, at).less(w.total(c, at))
}

// wrap returns for each line the index of the word after its last one.
func wrap(words []string, width int) []int {
	n := len(words)
	if n == 0 {
		return nil
	}
	w := &wrapping{words: words, before: make([]int, n+1), width: width, best: make([]penalty, n)}
	for i, word := range words {
		w.before[i+1] = w.before[i] + utf8.RuneCountInString(word) + 1
	}
	begins := make([]int, n+1) // by number of words: where the last line of their best wrapping begins
	candidates := []int{0}
	passed := func(end int) bool {
		return len(candidates) > 1 && !w.total(candidates[0], end).less(w.total(candidates[1], end))
	}
	for m := 1; m < n; m++ {
		begins[m] = candidates[0]
		w.best[m] = w.total(candidates[0], m)
		for passed(m + 1) {
			candidates = candidates[1:]
		}
		for k := len(candidates); k > 1 && w.isBridged(candidates[k-2], candidates[k-1], m); k-- {
			candidates = candidates[:k-1]
		}
		if w.total(m, n).less(w.total(candidates[len(candidates)-1], n)) {
			candidates = append(candidates, m)
			if len(candidates) == 2 && passed(m+1) {
				candidates = candidates[1:]
			}
		}
	}
	begins[n] = candidates[0]
	var ends []int
	for end := n; end > 0; end = begins[end] {
		ends = append(ends, end)
	}
	for i, j := 0, len(ends)-1; i < j; i, j = i+1, j-1 {
		ends[i], ends[j] = ends[j], ends[i]
	}
	return ends
}
