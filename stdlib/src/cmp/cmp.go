// Package cmp compares ordered values.
package cmp

// Ordered is the constraint for types with the operator <.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string
}

// Less reports whether x is before y; NaN is before all others.
func Less[T Ordered](x, y T) bool { return x < y || x != x && y == y }

// Compare returns -1, 0 or +1 as x is before, equal to or after y; NaN equals NaN and is before all others.
func Compare[T Ordered](x, y T) int {
	if x < y {
		return -1
	}
	if x > y {
		return +1
	}
	if x == y {
		return 0
	}
	// One of the operands is NaN.
	if x == x {
		return +1
	}
	if y == y {
		return -1
	}
	return 0
}

// Or returns the first of vals that is not the zero value.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}
