package unsafeptr

import (
	"reflect"
	"unsafe"
)

type word uintptr
type ptr unsafe.Pointer

type hdr reflect.SliceHeader

func f(x unsafe.Pointer, u uintptr, s []byte, str string, v reflect.Value) {
	_ = unsafe.Pointer(u)
	_ = unsafe.Pointer(uintptr(x))
	_ = unsafe.Pointer(uintptr(x) + 1)
	_ = unsafe.Pointer(1 + uintptr(x))
	_ = unsafe.Pointer(uintptr(x) - 1)
	_ = unsafe.Pointer(uintptr(x) &^ 7)
	_ = unsafe.Pointer(uintptr(x) & 7)
	_ = unsafe.Pointer(uintptr(x) | 7)
	_ = unsafe.Pointer(uintptr(x) + u + 2*u)
	_ = unsafe.Pointer((uintptr(x) + u))
	_ = unsafe.Pointer(((uintptr)(x)))
	_ = unsafe.Pointer(u + uintptr(x))
	_ = unsafe.Pointer(u + u + uintptr(x))
	_ = unsafe.Pointer(u - uintptr(x))
	_ = unsafe.Pointer(uintptr(0))
	_ = unsafe.Pointer(uintptr(5))
	_ = unsafe.Pointer(nil)
	_ = (unsafe.Pointer)(u)
	_ = ptr(u)
	_ = ptr(word(u))
	_ = unsafe.Pointer(word(u))
	_ = unsafe.Pointer(word(uintptr(x)))
	_ = unsafe.Pointer(uintptr(x) * 2)
	_ = unsafe.Pointer(v.Pointer())
	_ = unsafe.Pointer(v.UnsafeAddr())
	_ = unsafe.Pointer(v.Pointer() + 1)
	_ = unsafe.Pointer(v.UnsafeAddr() + u)
	_ = unsafe.Pointer((&v).Pointer())
	_ = unsafe.Pointer(v.InterfaceData()[0])
	_ = unsafe.Pointer(uintptr(word(1)))
	h := (*reflect.SliceHeader)(unsafe.Pointer(&s))
	_ = unsafe.Pointer(h.Data)
	h2 := (*reflect.StringHeader)(unsafe.Pointer(&str))
	_ = unsafe.Pointer(h2.Data)
	_ = unsafe.Pointer(h2.Data + 1)
	var h3 reflect.SliceHeader
	_ = unsafe.Pointer(h3.Data)
	var h4 *hdr
	_ = unsafe.Pointer(h4.Data)
	_ = unsafe.Pointer((*reflect.SliceHeader)(unsafe.Pointer(&s)).Data)
	_ = unsafe.Pointer(((*reflect.SliceHeader)(unsafe.Pointer(&s))).Data)
	_ = reflect.SliceHeader{}
	_ = reflect.SliceHeader{Data: u}
	_ = &reflect.StringHeader{Data: u}
	_ = new(reflect.SliceHeader)
	_ = (*reflect.SliceHeader)(x)
	_ = (*reflect.SliceHeader)(unsafe.Pointer(u))
	_ = []reflect.SliceHeader{{}}
	_ = hdr{}
	h3.Data = u
	h.Data = u
	h3.Len = 1
	h3 = reflect.SliceHeader{}
	_ = (*byte)(unsafe.Pointer(u))
	_ = *(*byte)(unsafe.Pointer(u + 1))
	_ = func(p unsafe.Pointer) {}
	var iface any = u
	_ = unsafe.Pointer(iface.(uintptr))
	_ = unsafe.Pointer(rv().Pointer())
	var p *reflect.Value
	_ = unsafe.Pointer(p.Pointer())
	_ = unsafe.Pointer(uintptr(unsafe.Pointer(&s)))
	_ = unsafe.Pointer(^u)
	_ = unsafe.Pointer(+uintptr(x))
	_ = unsafe.Add(x, u)
	type w2 struct{ reflect.Value }
	var w w2
	_ = unsafe.Pointer(w.Pointer())
	type w3 struct{ reflect.SliceHeader }
	var ww w3
	_ = unsafe.Pointer(ww.Data)
	var www struct{ *reflect.SliceHeader }
	_ = unsafe.Pointer(www.Data)
	_ = unsafe.Pointer(www.SliceHeader.Data)
	var typ reflect.Type
	_ = typ
	f := v.Pointer
	_ = unsafe.Pointer(f())
	var m interface{ Pointer() uintptr } = v
	_ = unsafe.Pointer(m.Pointer())
}

func rv() reflect.Value { return reflect.Value{} }
