package slices

import (
	"cmp"
	"internal/ordered"
	"internal/pdqsort"
)

// Sort sorts x in ascending order, NaNs first.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	switch s := any([]E(x)).(type) {
	case []int:
		ordered.Ints(s)
	case []string:
		ordered.Strings(s)
	case []float64:
		ordered.Float64s(s)
	default:
		pdqsort.Sort(byOrder[E](x), len(x))
	}
}

// byOrder is the elements of a slice, ascending and NaNs first.
type byOrder[E cmp.Ordered] []E

func (x byOrder[E]) Less(i, j int) bool { return cmp.Less(x[i], x[j]) }
func (x byOrder[E]) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// SortFunc sorts x by cmp. The order of equal elements is undefined.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) { pdqsort.Sort(byFunc[E]{x, cmp}, len(x)) }

// byFunc has the elements of a slice and a func to compare them.
type byFunc[E any] struct {
	x   []E
	cmp func(a, b E) int
}

func (s byFunc[E]) Less(i, j int) bool { return s.cmp(s.x[i], s.x[j]) < 0 }
func (s byFunc[E]) Swap(i, j int)      { s.x[i], s.x[j] = s.x[j], s.x[i] }

// SortStableFunc sorts x by cmp and keeps the order of equal elements.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) { mergeSort(x, cmp) }

func insertionSort[E any](x []E, cmp func(a, b E) int) {
	for i := 1; i < len(x); i++ {
		v := x[i]
		j := i
		for j > 0 && cmp(v, x[j-1]) < 0 {
			x[j] = x[j-1]
			j--
		}
		x[j] = v
	}
}

// mergeSort is stable and calls cmp less often than a quick sort, which matters more here than its memory.
func mergeSort[E any](x []E, cmp func(a, b E) int) {
	if len(x) <= 12 {
		insertionSort(x, cmp)
		return
	}
	split(x, make([]E, (len(x)+1)/2), cmp)
}

func split[E any](x, tmp []E, cmp func(a, b E) int) {
	if len(x) <= 12 {
		insertionSort(x, cmp)
		return
	}
	m := len(x) / 2
	split(x[:m], tmp, cmp)
	split(x[m:], tmp, cmp)
	if cmp(x[m], x[m-1]) >= 0 {
		return
	}
	left := tmp[:copy(tmp, x[:m])]
	i, j, k := 0, m, 0
	for i < len(left) && j < len(x) {
		if cmp(x[j], left[i]) < 0 {
			x[k] = x[j]
			j++
		} else {
			x[k] = left[i]
			i++
		}
		k++
	}
	copy(x[k:], left[i:])
	clear(left)
}

// IsSorted reports whether x is in ascending order.
func IsSorted[S ~[]E, E cmp.Ordered](x S) bool { return IsSortedFunc(x, cmp.Compare[E]) }

// IsSortedFunc reports whether x is sorted by cmp.
func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// Min returns the least element of x, NaN if there is one; it panics if x is empty.
func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}

// MinFunc returns the first least element of x by cmp; it panics if x is empty.
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if cmp(v, m) < 0 {
			m = v
		}
	}
	return m
}

// Max returns the greatest element of x, NaN if there is one; it panics if x is empty.
func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

// MaxFunc returns the first greatest element of x by cmp; it panics if x is empty.
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if cmp(v, m) > 0 {
			m = v
		}
	}
	return m
}

// BinarySearch returns the index of target in the sorted x, or where it would be inserted, and whether it is there.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp.Less(x[h], target) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && (x[i] == target || x[i] != x[i] && target != target)
}

// BinarySearchFunc is BinarySearch by cmp of an element and the target.
func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp(x[h], target) < 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && cmp(x[i], target) == 0
}
