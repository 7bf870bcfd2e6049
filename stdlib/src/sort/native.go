package sort

// Ints sorts x in ascending order.
func Ints(x []int)

// Float64s sorts x in ascending order, NaNs first.
func Float64s(x []float64)

// Strings sorts x in ascending order.
func Strings(x []string)
