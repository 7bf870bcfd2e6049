package slices

// sortInts sorts x in ascending order.
func sortInts(x []int)

// sortStrings sorts x in ascending order.
func sortStrings(x []string)

// sortFloats sorts x in ascending order, NaNs first.
func sortFloats(x []float64)
