package linkname

import (
	"internal/rt"
	"internal/rtype"
	"reflect"
	"runtime"
	"unsafe"
)

// slice is the memory layout of a slice of any type.
type slice struct {
	array    unsafe.Pointer
	len, cap int
}

func bytesAt(p unsafe.Pointer, n uintptr) []byte { return unsafe.Slice((*byte)(p), n) }

//go:linkname add runtime.add
//go:linkname add reflect.add
func add(p unsafe.Pointer, x uintptr) unsafe.Pointer { return unsafe.Add(p, x) }

//go:linkname noescape runtime.noescape
func noescape(p unsafe.Pointer) unsafe.Pointer { return p }

//go:linkname memmove runtime.memmove
//go:linkname memmove reflect.memmove
func memmove(to, from unsafe.Pointer, n uintptr) { copy(bytesAt(to, n), bytesAt(from, n)) }

//go:linkname memequal runtime.memequal
func memequal(a, b unsafe.Pointer, n uintptr) bool {
	return unsafe.String((*byte)(a), int(n)) == unsafe.String((*byte)(b), int(n))
}

//go:linkname cmpstring runtime.cmpstring
func cmpstring(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

//go:linkname gobytes runtime.gobytes
func gobytes(p *byte, n int) []byte { return append([]byte{}, unsafe.Slice(p, n)...) }

//go:linkname gostringn runtime.gostringn
func gostringn(p *byte, n int) string { return string(unsafe.Slice(p, n)) }

//go:linkname memclrNoHeapPointers runtime.memclrNoHeapPointers
//go:linkname memclrNoHeapPointers reflect.memclrNoHeapPointers
func memclrNoHeapPointers(p unsafe.Pointer, n uintptr) { clear(bytesAt(p, n)) }

//go:linkname memclrHasPointers runtime.memclrHasPointers
func memclrHasPointers(p unsafe.Pointer, n uintptr) { clear(unsafe.Slice((*unsafe.Pointer)(p), n/8)) }

//go:linkname typedmemmove runtime.typedmemmove
//go:linkname typedmemmove reflect.typedmemmove
//go:linkname typedmemmove internal/reflectlite.typedmemmove
func typedmemmove(t rtype.ID, dst, src unsafe.Pointer) { rtype.Move(t, dst, src) }

//go:linkname typedmemclr runtime.typedmemclr
//go:linkname typedmemclr reflect.typedmemclr
func typedmemclr(t rtype.ID, p unsafe.Pointer) { rtype.Clear(t, p, 1) }

//go:linkname typedarrayclear reflect.typedarrayclear
func typedarrayclear(t rtype.ID, p unsafe.Pointer, n int) { rtype.Clear(t, p, n) }

//go:linkname typedslicecopy runtime.typedslicecopy
func typedslicecopy(t rtype.ID, dst unsafe.Pointer, dstLen int, src unsafe.Pointer, srcLen int) int {
	n := min(dstLen, srcLen)
	if n > 0 {
		rtype.MoveArray(t, dst, src, n)
	}
	return n
}

//go:linkname reflectTypedslicecopy reflect.typedslicecopy
func reflectTypedslicecopy(t rtype.ID, dst, src slice) int {
	return typedslicecopy(t, dst.array, dst.len, src.array, src.len)
}

//go:linkname newobject runtime.newobject
//go:linkname newobject reflect.unsafe_New
//go:linkname newobject internal/reflectlite.unsafe_New
func newobject(t rtype.ID) unsafe.Pointer { return rtype.New(t, 1) }

//go:linkname newarray runtime.newarray
//go:linkname newarray reflect.unsafe_NewArray
func newarray(t rtype.ID, n int) unsafe.Pointer {
	if n < 0 {
		panic(lengthError("makeslice: len out of range"))
	}
	return rtype.New(t, n)
}

// mallocgc returns memory for values of type t; if t is nil, the memory has no pointers.
//
//go:linkname mallocgc runtime.mallocgc
func mallocgc(size uintptr, t rtype.ID, needzero bool) unsafe.Pointer {
	if t == 0 || size == 0 {
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, max(size+7, 8)/8)))
	}
	return rtype.New(t, int(size/max(rtype.Size(t), 1)))
}

//go:linkname makeslice runtime.makeslice
func makeslice(t rtype.ID, len, cap int) unsafe.Pointer {
	switch {
	case len < 0:
		panic(lengthError("makeslice: len out of range"))
	case len > cap:
		panic(lengthError("makeslice: cap out of range"))
	}
	return rtype.New(t, cap)
}

// growslice extends a slice by num elements, whose values the caller sets; newLen is the new length.
//
//go:linkname growslice runtime.growslice
func growslice(old unsafe.Pointer, newLen, oldCap, num int, t rtype.ID) slice {
	if newLen < 0 {
		panic(lengthError("growslice: len out of range"))
	}
	grown := rtype.GrownCap(t, oldCap, newLen)
	array := rtype.New(t, grown)
	if n := newLen - num; n > 0 {
		rtype.MoveArray(t, array, old, n)
	}
	return slice{array, newLen, grown}
}

// reflectGrowslice returns the slice with room for num elements more.
//
//go:linkname reflectGrowslice reflect.growslice
func reflectGrowslice(t rtype.ID, old slice, num int) slice {
	num -= old.cap - old.len
	grown := growslice(old.array, old.cap+num, old.cap, num, t)
	grown.len = old.len
	return grown
}

//go:linkname convT64 runtime.convT64
func convT64(x uint64) unsafe.Pointer { return unsafe.Pointer(&x) }

//go:linkname convTstring runtime.convTstring
func convTstring(x string) unsafe.Pointer { return unsafe.Pointer(&x) }

//go:linkname convTslice runtime.convTslice
func convTslice(x []byte) unsafe.Pointer { return unsafe.Pointer(&x) }

//go:linkname atomicwb runtime.atomicwb
func atomicwb(p *unsafe.Pointer, new unsafe.Pointer) {}

// ifaceE2I stores x in the variable of the interface type t at dst.
//
//go:linkname ifaceE2I reflect.ifaceE2I
//go:linkname ifaceE2I internal/reflectlite.ifaceE2I
func ifaceE2I(t rtype.ID, x any, dst unsafe.Pointer) {
	if x == nil || !rtype.Assign(t, dst, x) {
		panic(conversionError(rtype.Text(t)))
	}
}

// valueInterface is v.Interface(); if safe is false, v may have been read from unexported fields.
//
//go:linkname valueInterface reflect.valueInterface
func valueInterface(v reflect.Value, safe bool) any {
	const readOnly = 1<<5 | 1<<6
	if !safe {
		(*[3]uintptr)(unsafe.Pointer(&v))[2] &^= readOnly
	}
	return v.Interface()
}

//go:linkname ifaceIndir reflect.ifaceIndir
func ifaceIndir(t rtype.ID) bool { return !rtype.IsDirect(t) }

//go:linkname verifyNotInHeapPtr reflect.verifyNotInHeapPtr
func verifyNotInHeapPtr(p uintptr) bool { return p != 0 }

//go:linkname checkptrBase runtime.checkptrBase
func checkptrBase(p unsafe.Pointer) uintptr { return uintptr(p) }

// lengthError is a runtime.Error of a number that is too large.
type lengthError string

func (e lengthError) Error() string { return "runtime error: " + string(e) }
func (lengthError) RuntimeError()   {}

// conversionError returns the name of the interface type to which a value cannot be converted.
type conversionError string

func (e conversionError) Error() string { return "interface conversion: value is not " + string(e) }
func (conversionError) RuntimeError()   {}

// zeroVal is the zero value to which failed lookups in maps point.
//
//go:linkname zeroVal runtime.zeroVal
var zeroVal [1024]byte

//go:linkname iscgo runtime.iscgo
var iscgo bool

//go:linkname overflowError runtime.overflowError
var overflowError = errorOf(rt.Overflow)

//go:linkname divideError runtime.divideError
var divideError = errorOf(func() { zero = 1 / zero })

var zero int

// errorOf returns the run-time error that f panics with.
func errorOf(f func()) (err error) {
	defer func() { err = recover().(runtime.Error) }()
	f()
	return nil
}
