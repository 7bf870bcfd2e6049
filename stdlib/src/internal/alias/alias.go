// Package alias reports whether slices share memory.
package alias

import "unsafe"

// AnyOverlap reports whether x and y share memory: one begins within the other. It does not compute the address after a
// slice: that is the address of the next object, which may be garbage, and the collector's self-check would treat the
// number as a pointer.
func AnyOverlap(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 && (address(x)-address(y) < uintptr(len(y)) || address(y)-address(x) < uintptr(len(x)))
}

// InexactOverlap reports whether x and y share memory but do not begin at the same address.
func InexactOverlap(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 && &x[0] != &y[0] && AnyOverlap(x, y)
}

func address(x []byte) uintptr { return uintptr(unsafe.Pointer(&x[0])) }
