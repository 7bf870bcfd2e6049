package sort

import (
	"internal/ordered"
	"internal/pdqsort"
	rt "internal/rtype"
)

// lessSwap has the elements of a slice of any type and a func to compare them.
type lessSwap struct {
	less func(i, j int) bool
	rt.Elements
	len int
}

func (s *lessSwap) Len() int           { return s.len }
func (s *lessSwap) Less(i, j int) bool { return s.less(i, j) }

// swapError is the value of the panic for an argument that is not a slice.
type swapError string

func (e swapError) Error() string { return string(e) }

func newLessSwap(x any, less func(i, j int) bool) *lessSwap {
	t, p := rt.Unpack(x)
	if t == 0 || rt.Kind(t) != rt.Slice {
		kind := "zero"
		if t != 0 {
			kind = rt.Text(t)
		}
		panic(swapError("reflect: call of Swapper on " + kind + " Value"))
	}
	return &lessSwap{less, rt.ElementsOf(t, p), len(*(*[]struct{})(p))}
}

// Slice sorts the slice x by less. The order of equal elements is undefined. Slice panics if x is not a
// slice.
func Slice(x any, less func(i, j int) bool) {
	s := newLessSwap(x, less)
	pdqsort.Sort(s, s.len)
}

// SliceStable sorts the slice x by less and keeps the order of equal elements.
func SliceStable(x any, less func(i, j int) bool) {
	s := newLessSwap(x, less)
	stable(s, s.len)
}

// SliceIsSorted reports whether the slice x is sorted by less.
func SliceIsSorted(x any, less func(i, j int) bool) bool { return IsSorted(newLessSwap(x, less)) }

// Ints sorts x in ascending order.
func Ints(x []int) { ordered.Ints(x) }

// Float64s sorts x in ascending order, NaNs first.
func Float64s(x []float64) { ordered.Float64s(x) }

// Strings sorts x in ascending order.
func Strings(x []string) { ordered.Strings(x) }

// IntSlice is a []int to be sorted in ascending order.
type IntSlice []int

func (x IntSlice) Len() int           { return len(x) }
func (x IntSlice) Less(i, j int) bool { return x[i] < x[j] }
func (x IntSlice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// Sort sorts x.
func (x IntSlice) Sort() { Ints(x) }

// Float64Slice is a []float64 to be sorted in ascending order, NaNs first.
type Float64Slice []float64

func (x Float64Slice) Len() int           { return len(x) }
func (x Float64Slice) Less(i, j int) bool { return x[i] < x[j] || x[i] != x[i] && x[j] == x[j] }
func (x Float64Slice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// Sort sorts x.
func (x Float64Slice) Sort() { Float64s(x) }

// StringSlice is a []string to be sorted in ascending order.
type StringSlice []string

func (x StringSlice) Len() int           { return len(x) }
func (x StringSlice) Less(i, j int) bool { return x[i] < x[j] }
func (x StringSlice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// Sort sorts x.
func (x StringSlice) Sort() { Strings(x) }

// IntsAreSorted reports whether x is in ascending order.
func IntsAreSorted(x []int) bool { return IsSorted(IntSlice(x)) }

// Float64sAreSorted reports whether x is in ascending order, NaNs first.
func Float64sAreSorted(x []float64) bool { return IsSorted(Float64Slice(x)) }

// StringsAreSorted reports whether x is in ascending order.
func StringsAreSorted(x []string) bool { return IsSorted(StringSlice(x)) }
