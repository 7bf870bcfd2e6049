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

type large struct{ words [40]int }

var (
	kept = new(large)
	many [50]*int
)

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
	try("slice", func() { *(*[]int)(p) = nil })
	try("large", func() { *(*large)(p) = large{} })
	try("copy", func() { *(*large)(p) = *kept })
	try("load large", func() { *kept = *(*large)(p) })
	try("pointers", func() { many = *(*[50]*int)(p) })
	try("array", func() { *(*[5000]int)(p) = [5000]int{} })
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
// slice true
// large true
// copy true
// load large true
// pointers true
// array true
// index true
// words true
// set true
// text true
// no address true
// 0 true
// false false
