// Package alias compares where slices lie.
package alias

import "unsafe"

// AnyOverlap reports whether x and y share memory: one begins within the other. The address after a slice is not
// computed: it is that of the next object, which may be garbage, and the collector's check of itself takes the number
// for a pointer.
func AnyOverlap(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 && (address(x)-address(y) < uintptr(len(y)) || address(y)-address(x) < uintptr(len(x)))
}

// InexactOverlap reports whether they share memory but do not begin at the same place.
func InexactOverlap(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 && &x[0] != &y[0] && AnyOverlap(x, y)
}

func address(x []byte) uintptr { return uintptr(unsafe.Pointer(&x[0])) }
