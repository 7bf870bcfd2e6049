// Package sort sorts slices and other collections.
package sort

import "internal/pdqsort"

// Interface is a collection that can be sorted, by index.
type Interface interface {
	// Len returns the number of elements.
	Len() int
	// Less reports whether element i comes before element j.
	Less(i, j int) bool
	// Swap exchanges elements i and j.
	Swap(i, j int)
}

// Sort sorts data. The order of equal elements is undefined.
func Sort(data Interface) { pdqsort.Sort(data, data.Len()) }

// Stable sorts data and keeps the order of equal elements.
func Stable(data Interface) { stable(data, data.Len()) }

// IsSorted reports whether data is sorted.
func IsSorted(data Interface) bool {
	for i := data.Len() - 1; i > 0; i-- {
		if data.Less(i, i-1) {
			return false
		}
	}
	return true
}

type reverse struct {
	Interface
}

func (r reverse) Less(i, j int) bool { return r.Interface.Less(j, i) }

// Reverse returns data in the opposite order.
func Reverse(data Interface) Interface { return &reverse{data} }

func insertionSort(data Interface, a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}

// stable sorts blocks by insertion and merges them in place.
func stable(data Interface, n int) {
	block := 20
	a, b := 0, block
	for b <= n {
		insertionSort(data, a, b)
		a = b
		b += block
	}
	insertionSort(data, a, n)
	for block < n {
		a, b = 0, 2*block
		for b <= n {
			symMerge(data, a, a+block, b)
			a = b
			b += 2 * block
		}
		if m := a + block; m < n {
			symMerge(data, a, m, n)
		}
		block *= 2
	}
}

// symMerge merges the sorted [a, m) and [m, b) by rotations (Kim and Kutzner, Stable Minimum Storage Merging by
// Symmetric Comparisons).
func symMerge(data Interface, a, m, b int) {
	if m-a == 1 {
		// Insert the single element before the first one that is not less.
		i, j := m, b
		for i < j {
			h := int(uint(i+j) >> 1)
			if data.Less(h, a) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := a; k < i-1; k++ {
			data.Swap(k, k+1)
		}
		return
	}
	if b-m == 1 {
		i, j := a, m
		for i < j {
			h := int(uint(i+j) >> 1)
			if !data.Less(m, h) {
				i = h + 1
			} else {
				j = h
			}
		}
		for k := m; k > i; k-- {
			data.Swap(k, k-1)
		}
		return
	}
	mid := int(uint(a+b) >> 1)
	n := mid + m
	var start, r int
	if m > mid {
		start = n - b
		r = mid
	} else {
		start = a
		r = m
	}
	p := n - 1
	for start < r {
		c := int(uint(start+r) >> 1)
		if !data.Less(p-c, c) {
			start = c + 1
		} else {
			r = c
		}
	}
	end := n - start
	if start < m && m < end {
		rotate(data, start, m, end)
	}
	if a < start && start < mid {
		symMerge(data, a, start, mid)
	}
	if mid < end && end < b {
		symMerge(data, mid, end, b)
	}
}

// rotate exchanges the adjacent ranges [a, m) and [m, b).
func rotate(data Interface, a, m, b int) {
	i := m - a
	j := b - m
	for i != j {
		if i > j {
			swapRange(data, m-i, m, j)
			i -= j
		} else {
			swapRange(data, m-i, m+j-i, i)
			j -= i
		}
	}
	swapRange(data, m-i, m, i)
}

func swapRange(data Interface, a, b, n int) {
	for i := 0; i < n; i++ {
		data.Swap(a+i, b+i)
	}
}
