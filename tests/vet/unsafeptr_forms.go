package unsafeptr2

import (
	"reflect"
	"unsafe"
)

type word uintptr
type ptr unsafe.Pointer
type hdr reflect.SliceHeader
type hal = reflect.SliceHeader
type val reflect.Value
type pal = unsafe.Pointer

func f(x, y unsafe.Pointer, u uintptr, s []byte, str string, v reflect.Value, q ptr) {
	_ = unsafe.Pointer(uintptr(x) - uintptr(y))
	_ = unsafe.Pointer(uintptr(x) + (uintptr(x) - uintptr(y)))
	_ = unsafe.Pointer(uintptr(x) + uintptr(y))
	_ = unsafe.Pointer(uintptr(x) &^ uintptr(y))
	_ = unsafe.Pointer(word(x))
	_ = unsafe.Pointer(word(x) + 1)
	_ = unsafe.Pointer(uintptr(q))
	_ = unsafe.Pointer(uintptr(q) + 1)
	_ = unsafe.Pointer((v.Pointer()))
	_ = unsafe.Pointer((v).Pointer())
	_ = unsafe.Pointer((v.Pointer)())
	_ = &hdr{}
	_ = &reflect.SliceHeader{}
	_ = &(reflect.SliceHeader{})
	_ = []*reflect.SliceHeader{{}}
	_ = struct{ *reflect.SliceHeader }{&reflect.SliceHeader{}}
	_ = *&reflect.SliceHeader{}
	_ = pal(u)
	_ = unsafe.Pointer((*hal)(unsafe.Pointer(&s)).Data)
	_ = unsafe.Pointer((*hdr)(unsafe.Pointer(&s)).Data)
	_ = unsafe.Pointer(uintptr(uintptr(x)))
	_ = unsafe.Pointer(uintptr(x) + uintptr(u))
	_ = unsafe.Pointer(uintptr(x) << 1)
	var h reflect.SliceHeader
	p := &h
	_ = p
	h.Data = 1
	(&h).Data = 1
	pp := &p
	_ = unsafe.Pointer((*pp).Data)
	_ = unsafe.Pointer((*p).Data)
	_ = unsafe.Pointer((&h).Data)
	type uu = uintptr
	_ = unsafe.Pointer(uu(x))
	_ = unsafe.Pointer(uu(5))
	_ = map[*int]unsafe.Pointer{nil: unsafe.Pointer(u)}
}

func gg[U ~uintptr](u U, x unsafe.Pointer) {
	_ = unsafe.Pointer(u)
	_ = unsafe.Pointer(U(x))
	_ = unsafe.Pointer(uintptr(u))
}
func g2[P ~unsafe.Pointer](u uintptr, p P) { _ = P(u); _ = unsafe.Pointer(uintptr(p)) }
