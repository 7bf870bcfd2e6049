// Package sort sorts slices and other collections.
package sort

// Interface is a collection that can be sorted, by index.
type Interface interface {
	// Len returns the number of elements.
	Len() int
	// Less reports whether element i comes before element j.
	Less(i, j int) bool
	// Swap exchanges elements i and j.
	Swap(i, j int)
}

// Sort sorts data. Equal elements end in any order.
func Sort(data Interface) {
	n := data.Len()
	if n > 1 {
		quickSort(data, 0, n, 2*bits(n))
	}
}

// Stable sorts data and leaves equal elements in their order.
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

// bits returns the number of bits of n.
func bits(n int) (k int) {
	for ; n > 0; n >>= 1 {
		k++
	}
	return k
}

func insertionSort(data Interface, a, b int) {
	for i := a + 1; i < b; i++ {
		for j := i; j > a && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}

// quickSort sorts [a, b). At depth 0 it falls back to heap sort, so that no input takes quadratic time.
func quickSort(data Interface, a, b, depth int) {
	for b-a > 12 {
		if depth == 0 {
			heapSort(data, a, b)
			return
		}
		depth--
		if nearlySorted(data, a, b) {
			return
		}
		choosePivot(data, a, b)
		if a > 0 && !data.Less(a-1, a) {
			// Nothing in [a, b) is less than element a-1, so the pivot is the least: set its equals apart.
			a = partitionEqual(data, a, b)
			continue
		}
		// The smaller part by recursion, the larger by iteration.
		if m := partition(data, a, b); m-a < b-m {
			quickSort(data, a, m, depth)
			a = m + 1
		} else {
			quickSort(data, m+1, b, depth)
			b = m
		}
	}
	insertionSort(data, a, b)
}

// nearlySorted sorts [a, b) if that takes only few moves, or one reversal, and reports whether it is sorted now.
func nearlySorted(data Interface, a, b int) bool {
	i := a + 1
	for i < b && !data.Less(i, i-1) {
		i++
	}
	if i == b {
		return true
	}
	if i > a+1 {
		return false
	}
	// It begins with a descent: is it one all along?
	for i < b && data.Less(i, i-1) {
		i++
	}
	if i < b {
		return false
	}
	for j, k := a, b-1; j < k; j, k = j+1, k-1 {
		data.Swap(j, k)
	}
	return true
}

// choosePivot moves an element of [a, b) that is likely in the middle to a.
func choosePivot(data Interface, a, b int) {
	n := b - a
	m := a + n/2
	if n > 40 {
		s := n / 8
		median(data, a, a+s, a+2*s)
		median(data, m, m-s, m+s)
		median(data, b-1, b-1-s, b-1-2*s)
	}
	median(data, a, m, b-1)
}

// partition arranges [a, b) around the pivot at a and returns where that is now: none before it is greater, none after it less.
func partition(data Interface, a, b int) int {
	i, j := a+1, b-1
	for {
		for i <= j && data.Less(i, a) {
			i++
		}
		for i <= j && !data.Less(j, a) {
			j--
		}
		if i > j {
			data.Swap(a, j)
			return j
		}
		data.Swap(i, j)
		i++
		j--
	}
}

// partitionEqual arranges [a, b), of which none is less than element a, into those that equal it and the rest, and returns where the rest begins.
func partitionEqual(data Interface, a, b int) int {
	i, j := a+1, b-1
	for {
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
		i++
		j--
	}
}

// median exchanges so that element m0 is the median of the three.
func median(data Interface, m0, m1, m2 int) {
	if data.Less(m1, m0) {
		data.Swap(m1, m0)
	}
	if data.Less(m2, m1) {
		data.Swap(m2, m1)
		if data.Less(m1, m0) {
			data.Swap(m1, m0)
		}
	}
	data.Swap(m0, m1)
}

func heapSort(data Interface, a, b int) {
	n := b - a
	for i := (n - 1) / 2; i >= 0; i-- {
		siftDown(data, i, n, a)
	}
	for i := n - 1; i >= 0; i-- {
		data.Swap(a, a+i)
		siftDown(data, 0, i, a)
	}
}

func siftDown(data Interface, root, n, first int) {
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

// symMerge merges the sorted [a, m) and [m, b) by rotations (Kim and Kutzner, Stable Minimum Storage Merging by Symmetric Comparisons).
func symMerge(data Interface, a, m, b int) {
	if m-a == 1 {
		// Insert the one element before the first that is not less.
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

// rotate exchanges the neighbours [a, m) and [m, b).
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
