// Atomic operations on nil pointers panic, also on pointers and as function values.
package main

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	try(func() { atomic.CompareAndSwapPointer(nil, nil, nil) })
	try(func() { atomic.SwapPointer(nil, nil) })
	try(func() { atomic.StorePointer(nil, nil) })
	try(func() { atomic.LoadPointer(nil) })
	try(func() { (*atomic.Pointer[int])(nil).Store(nil) })
	try(func() { (*atomic.Int64)(nil).Or(1) })
	try(func() { atomic.AndUint32(nil, 1) })
	add, cas := atomic.AddInt32, atomic.CompareAndSwapUintptr
	try(func() { add(nil, 1) })
	try(func() { cas(nil, 1, 2) })
	try(func() { (*atomic.Value)(nil).Load() })
	var p unsafe.Pointer
	var x int
	atomic.StorePointer(&p, unsafe.Pointer(&x))
	fmt.Println(atomic.LoadPointer(&p) == unsafe.Pointer(&x))
}

// Output:
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// true
