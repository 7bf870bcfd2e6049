// Package suffixarray finds substrings of a text in time logarithmic in its length.
package suffixarray

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
)

// An Index of a text finds the offsets of substrings.
type Index struct {
	data   []byte
	sorted []int // offsets of all suffixes of data, in the order of the suffixes
}

// sortSuffixes stores the offsets of the suffixes of data, in the order of the suffixes; sorted is as long as data.
func sortSuffixes(data []byte, sorted []int)

// New makes the index of data, which the caller must not change afterwards.
func New(data []byte) *Index {
	x := &Index{data: data, sorted: make([]int, len(data))}
	sortSuffixes(data, x.sorted)
	return x
}

// Bytes returns the text; it must not be changed.
func (x *Index) Bytes() []byte { return x.data }

// all returns the offsets of the suffixes that begin with s.
func (x *Index) all(s []byte) []int {
	suffix := func(i int) []byte { return x.data[x.sorted[i]:] }
	first := sort.Search(len(x.sorted), func(i int) bool { return bytes.Compare(suffix(i), s) >= 0 })
	n := sort.Search(len(x.sorted)-first, func(i int) bool { return !bytes.HasPrefix(suffix(first+i), s) })
	return x.sorted[first : first+n]
}

// Lookup returns at most n offsets of s, in no particular order; all if n < 0.
func (x *Index) Lookup(s []byte, n int) []int {
	if len(s) == 0 || n == 0 {
		return nil
	}
	found := x.all(s)
	if n >= 0 && n < len(found) {
		found = found[:n]
	}
	if len(found) == 0 {
		return nil
	}
	return slices.Clone(found)
}

// FindAllIndex returns at most n matches of r that do not overlap, sorted, each with its begin and its end; all if n <
// 0. If there are more than n, it may return others than the first n.
func (x *Index) FindAllIndex(r *regexp.Regexp, n int) [][]int {
	prefix, complete := r.LiteralPrefix()
	if prefix == "" {
		return r.FindAllIndex(x.data, n)
	}
	match := func(at int) int { return len(prefix) }
	if !complete {
		anchored := regexp.MustCompile("^" + r.String())
		match = func(at int) int {
			if m := anchored.FindIndex(x.data[at:]); m != nil {
				return m[1]
			}
			return -1
		}
	}
	// Some offsets are no matches, or overlap with others: then a retry uses as many more.
	for tried := n; ; {
		places := x.Lookup([]byte(prefix), tried)
		slices.Sort(places)
		matches := choose(places, n, match)
		if len(matches) >= n || len(places) != tried {
			return matches
		}
		tried += 2 * (n - len(matches))
	}
}

// choose selects at most n matches that do not overlap; match returns the length of the match at an offset,
// -1 if there is none.
func choose(places []int, n int, match func(at int) int) (matches [][]int) {
	end := 0
	for _, at := range places {
		if len(matches) == n {
			break
		}
		if at < end {
			continue
		}
		if length := match(at); length >= 0 {
			end = at + length
			matches = append(matches, []int{at, end})
		}
	}
	return matches
}
