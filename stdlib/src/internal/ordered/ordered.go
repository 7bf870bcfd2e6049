// Package ordered sorts slices of ordered types, for packages sort and slices.
package ordered

import "internal/pdqsort"

// The maximum number of elements that one native call sorts: half a millisecond's work.
const (
	intsAtOnce    = 1 << 13
	floatsAtOnce  = 1 << 13
	stringsAtOnce = 1 << 12
)

// Ints sorts x in ascending order.
func Ints(x []int) {
	if len(x) <= intsAtOnce {
		sortInts(x)
	} else {
		quickSort(x, intsAtOnce, sortInts, splitInts)
	}
}

// Float64s sorts x in ascending order, NaNs first.
func Float64s(x []float64) {
	if zeros := zerosOf(x); zeros == bothZeros {
		pdqsort.Sort(floats(x), len(x))
	} else if len(x) <= floatsAtOnce {
		sortFloats(x)
	} else {
		quickSort(x, floatsAtOnce, sortFloats, splitFloats)
	}
}

// The kinds of zeros in a slice: 0 and -0 are equal but can be distinguished, so a program can observe
// their order after a sort.
const (
	positiveZero = 1 << iota
	negativeZero
	bothZeros = positiveZero | negativeZero
)

// zerosOf returns which zeros x has; it scans in steps, so that the scheduler can preempt the goroutine.
func zerosOf(x []float64) (zeros int) {
	for len(x) > floatsAtOnce {
		zeros |= zerosIn(x[:floatsAtOnce])
		x = x[floatsAtOnce:]
	}
	return zeros | zerosIn(x)
}

type floats []float64

func (x floats) Less(i, j int) bool { return x[i] < x[j] || x[i] != x[i] && x[j] == x[j] }
func (x floats) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// Strings sorts x in ascending order.
func Strings(x []string) {
	if len(x) <= stringsAtOnce {
		sortStrings(x)
	} else {
		quickSort(x, stringsAtOnce, sortStrings, splitStrings)
	}
}

// quickSort sorts a large slice in steps. Between two steps the scheduler can preempt the goroutine, so no other
// goroutine waits for a native that sorts a million elements. If many pivots are bad, one native call sorts the rest,
// so that no input takes quadratic time.
func quickSort[E any](x []E, atOnce int, sort func(x []E), split func(x []E, i, j int) (int, int)) {
	depth := 2
	for n := len(x); n > atOnce; n /= 2 {
		depth += 2
	}
	quickSortTo(depth, x, atOnce, sort, split)
}

func quickSortTo[E any](depth int, x []E, atOnce int, sort func(x []E), split func(x []E, i, j int) (int, int)) {
	for ; len(x) > atOnce && depth > 0; depth-- {
		i, j := split(x, 0, len(x)-1)
		for i <= j {
			i, j = split(x, i, j)
		}
		x[0], x[j] = x[j], x[0]
		less, greater := x[:j], x[j+1:]
		if len(less) > len(greater) {
			less, greater = greater, less
		}
		quickSortTo(depth-1, less, atOnce, sort, split)
		x = greater
	}
	sort(x)
}

// zerosIn returns which zeros x has.
func zerosIn(x []float64) int

// sortInts sorts x in ascending order.
func sortInts(x []int)

// sortFloats sorts x in ascending order, NaNs first.
func sortFloats(x []float64)

// sortStrings sorts x in ascending order.
func sortStrings(x []string)

// splitInts does one step of a partition of x, and returns the bounds of the unpartitioned part. With i = 0 it chooses
// the pivot, and moves it to the front. At the end i > j: no element up to j is greater than the pivot, and none after j is less.
func splitInts(x []int, i, j int) (int, int)

// splitFloats is splitInts for floats; NaNs are the least.
func splitFloats(x []float64, i, j int) (int, int)

// splitStrings is splitInts for strings.
func splitStrings(x []string, i, j int) (int, int)
