// Package pdqsort implements the unstable sort of packages sort and slices: pattern-defeating quicksort (Orson Peters,
// arXiv:2106.05123).
//
// Programs can observe the order of equal elements, and golden files depend on it. So the pivots, the
// thresholds and the sequence of exchanges are those of Go's own implementation.
package pdqsort

import "math/bits"

// Data is the sorted data, accessed by index.
type Data interface {
	Less(i, j int) bool
	Swap(i, j int)
}

// Ranges of up to this length are sorted by insertion.
const maxInsertion = 12

// Sort sorts the first n elements of data. Sort falls back to heap sort after log2(n) unbalanced partitions, so that no
// input takes quadratic time.
func Sort[D Data](data D, n int) {
	if n > 1 {
		sortRange(data, 0, n, bits.Len(uint(n)))
	}
}

func sortRange[D Data](data D, a, b, limit int) {
	balanced, partitioned := true, true
	for b-a > maxInsertion {
		n := b - a
		if limit == 0 {
			heapSort(data, a, b)
			return
		}
		if !balanced {
			breakPatterns(data, a, b)
			limit--
		}
		pivot, order := choosePivot(data, a, b)
		if order == descending {
			reverse(data, a, b)
			pivot = b - 1 - (pivot - a)
			order = ascending
		}
		if balanced && partitioned && order == ascending && sortedByFewMoves(data, a, b) {
			return
		}
		if a > 0 && !data.Less(a-1, pivot) {
			// Nothing in [a, b) is less than element a-1, so the pivot is a least element: the elements equal to it are done.
			a = partitionEqual(data, a, b, pivot)
			continue
		}
		var m int
		m, partitioned = partition(data, a, b, pivot)
		// The smaller part is sorted by recursion, the larger one by iteration.
		if left, right := m-a, b-m; left < right {
			balanced = left >= n/8
			sortRange(data, a, m, limit)
			a = m + 1
		} else {
			balanced = right >= n/8
			sortRange(data, m+1, b, limit)
			b = m
		}
	}
	insertionSort(data, a, b)
}

func insertionSort[D Data](data D, a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}

// partition arranges [a, b) around the pivot and returns the pivot's new index: elements before it are less, those
// after it are not. partition also reports whether only the pivot had to move.
func partition[D Data](data D, a, b, pivot int) (int, bool) {
	data.Swap(a, pivot)
	partitioned := true
	for i, j := a+1, b-1; ; i, j = i+1, j-1 {
		for i <= j && data.Less(i, a) {
			i++
		}
		for i <= j && !data.Less(j, a) {
			j--
		}
		if i > j {
			data.Swap(j, a)
			return j, partitioned
		}
		data.Swap(i, j)
		partitioned = false
	}
}

// partitionEqual arranges [a, b), of which no element is less than the pivot: first the elements equal to the pivot,
// then the rest. partitionEqual returns the index at which the rest begins.
func partitionEqual[D Data](data D, a, b, pivot int) int {
	data.Swap(a, pivot)
	for i, j := a+1, b-1; ; i, j = i+1, j-1 {
		for i <= j && !data.Less(a, i) {
			i++
		}
		for i <= j && data.Less(a, j) {
			j--
		}
		if i > j {
			return i
		}
		data.Swap(i, j)
	}
}

// sortedByFewMoves moves up to five elements of [a, b) to their final index and reports whether the range is sorted
// then. In a short range it moves none.
func sortedByFewMoves[D Data](data D, a, b int) bool {
	const maxMoves, minLen = 5, 50
	i := a + 1
	for move := 0; move < maxMoves; move++ {
		for i < b && !data.Less(i, i-1) {
			i++
		}
		if i == b {
			return true
		}
		if b-a < minLen {
			return false
		}
		data.Swap(i, i-1)
		if i-a >= 2 {
			for j := i - 1; j >= 1 && data.Less(j, j-1); j-- {
				data.Swap(j, j-1)
			}
		}
		if b-i >= 2 {
			for j := i + 1; j < b && data.Less(j, j-1); j++ {
				data.Swap(j, j-1)
			}
		}
	}
	return false
}

// breakPatterns exchanges three elements in the middle of [a, b) with random ones, so that patterns do not unbalance
// each partition. The generator (xorshift, Marsaglia 2003) starts from the length: equal inputs are sorted equally.
func breakPatterns[D Data](data D, a, b int) {
	n := b - a
	random := uint64(n)
	mask := uint(1)<<bits.Len(uint(n)) - 1
	middle := a + n/4*2
	for i := middle - 1; i <= middle+1; i++ {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		other := int(uint(random) & mask)
		if other >= n {
			other -= n
		}
		data.Swap(i, a+other)
	}
}

// The order of a range, as seen during the choice of a pivot.
const (
	unordered = iota
	ascending
	descending
)

// choosePivot returns the index of an element that is likely near the median: the median of three elements, or in a
// long range of three medians of neighbours.
func choosePivot[D Data](data D, a, b int) (pivot, order int) {
	const minNinther, mostSwaps = 50, 4 * 3
	n := b - a
	i, j, k := a+n/4, a+n/4*2, a+n/4*3
	swaps := 0
	if n >= minNinther {
		i, swaps = median(data, i-1, i, i+1, swaps)
		j, swaps = median(data, j-1, j, j+1, swaps)
		k, swaps = median(data, k-1, k, k+1, swaps)
	}
	j, swaps = median(data, i, j, k, swaps)
	switch swaps {
	case 0:
		return j, ascending
	case mostSwaps:
		return j, descending
	}
	return j, unordered
}

// median returns the index among a, b and c whose element is the median, and adds the number of pairs out of order to swaps.
func median[D Data](data D, a, b, c, swaps int) (int, int) {
	if data.Less(b, a) {
		swaps++
		a, b = b, a
	}
	if data.Less(c, b) {
		swaps++
		b, c = c, b
	}
	if data.Less(b, a) {
		swaps++
		a, b = b, a
	}
	return b, swaps
}

func reverse[D Data](data D, a, b int) {
	for i, j := a, b-1; i < j; i, j = i+1, j-1 {
		data.Swap(i, j)
	}
}

func heapSort[D Data](data D, a, b int) {
	n := b - a
	for i := (n - 1) / 2; i >= 0; i-- {
		siftDown(data, i, n, a)
	}
	for i := n - 1; i >= 0; i-- {
		data.Swap(a, a+i)
		siftDown(data, 0, i, a)
	}
}

// siftDown moves the root of a heap of n elements, whose first element is element first, down to its place.
func siftDown[D Data](data D, root, n, first int) {
	for {
		child := 2*root + 1
		if child >= n {
			return
		}
		if child+1 < n && data.Less(first+child, first+child+1) {
			child++
		}
		if !data.Less(first+root, first+child) {
			return
		}
		data.Swap(first+root, first+child)
		root = child
	}
}
