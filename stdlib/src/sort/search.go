package sort

// Search returns the smallest i in [0, n) for which f is true, n if there is none. f must be true for all indices after
// one for which it is true.
func Search(n int, f func(int) bool) int {
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if !f(h) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// Find returns the smallest i in [0, n) for which cmp is <= 0, n if there is none, and whether cmp(i) is 0.
func Find(n int, cmp func(int) int) (i int, found bool) {
	i, j := 0, n
	for i < j {
		h := int(uint(i+j) >> 1)
		if cmp(h) > 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < n && cmp(i) == 0
}

// SearchInts returns the index of x in the sorted a, or where it would be inserted.
func SearchInts(a []int, x int) int {
	i, j := 0, len(a)
	for i < j {
		h := int(uint(i+j) >> 1)
		if a[h] < x {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// SearchFloat64s returns the index of x in the sorted a, or where it would be inserted.
func SearchFloat64s(a []float64, x float64) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}

// SearchStrings returns the index of x in the sorted a, or where it would be inserted.
func SearchStrings(a []string, x string) int {
	i, j := 0, len(a)
	for i < j {
		h := int(uint(i+j) >> 1)
		if a[h] < x {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

// Search returns SearchInts(p, x).
func (p IntSlice) Search(x int) int { return SearchInts(p, x) }

// Search returns SearchFloat64s(p, x).
func (p Float64Slice) Search(x float64) int { return SearchFloat64s(p, x) }

// Search returns SearchStrings(p, x).
func (p StringSlice) Search(x string) int { return SearchStrings(p, x) }
