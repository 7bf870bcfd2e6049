// debug.SetPanicOnFault: accesses to memory that is not there are panics of the goroutine that asked for it.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"
)

const wild = 0x123456789000

func try(name string, f func()) {
	defer func() {
		_, is := recover().(runtime.Error)
		fmt.Println(name, is)
	}()
	f()
}

type pair struct{ a, b int64 }

func main() {
	fmt.Println(debug.SetPanicOnFault(true))
	p := unsafe.Pointer(uintptr(wild))
	bytes := unsafe.Slice((*byte)(p), 100)
	words := unsafe.Slice((*uint64)(p), 100)
	text := unsafe.String((*byte)(p), 100)
	var sum int
	try("nil", func() { *(*int)(unsafe.Pointer(uintptr(8))) = 1 })
	try("load", func() { sum += *(*int)(p) })
	try("load8", func() { sum += int(*(*int8)(p)) })
	try("store", func() { *(*int)(p) = 1 })
	try("store32", func() { *(*int32)(p) = 1 })
	try("add", func() { *(*int)(p)++ })
	try("pair", func() { sum += int((*pair)(p).b) })
	try("float", func() { *(*float64)(p) += 1 })
	try("pointer", func() { *(**int)(p) = &sum })
	try("string", func() { *(*string)(p) = "x" })
	try("any", func() { *(*any)(p) = 1 })
	try("index", func() { sum += int(bytes[50]) })
	try("words", func() { sum += int(words[50]) })
	try("set", func() { words[50] = 1 })
	try("text", func() { sum += int(text[3]) })
	try("no address", func() { *(*int)(unsafe.Pointer(^uintptr(0xffff_ffff_ff))) = 1 })
	fmt.Println(sum, debug.SetPanicOnFault(false))
	done := make(chan bool)
	go func() {
		done <- debug.SetPanicOnFault(true)
	}()
	fmt.Println(<-done, debug.SetPanicOnFault(false))
}

// Output:
// false
// nil true
// load true
// load8 true
// store true
// store32 true
// add true
// pair true
// float true
// pointer true
// string true
// any true
// index true
// words true
// set true
// text true
// no address true
// 0 true
// false false
