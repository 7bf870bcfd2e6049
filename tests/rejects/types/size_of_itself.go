// Sizes that depend on themselves, or are beyond all bounds.
package p

import "unsafe"

type A [unsafe.Sizeof(S{})]byte // ERROR "invalid recursive type" "array length unsafe.Sizeof(S{}) (value of type uintptr) must be constant"

type S struct {
	a A
}

type E [1 << 30]complex128

var a [1 << 30]E
var _ = unsafe.Sizeof(a) // ERROR "a (variable of type [1073741824]E) is too large"

var s struct {
	_ [1 << 30]E
	x int
}
var _ = unsafe.Offsetof(s.x) // ERROR "s (variable of type struct{_ [1073741824]E; x int}) is too large"
