// A pointer to memory that is not there, made by package unsafe: Go's report, with the goroutines.
package main

import (
	"runtime"
	"unsafe"
)

type node struct {
	left, right *node
	value       int
}

func sum(n *node) int { return n.value + 1 }

func wait(c chan int) { <-c }

func main() {
	defer println("not run")
	go wait(make(chan int))
	runtime.Gosched()
	println(sum((*node)(unsafe.Pointer(uintptr(0x123456789000)))))
}

// Exit: 2
// Stderr:
// unexpected fault address 0x123456789010
// fatal error: fault
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x123456789010 pc=
// goroutine 1
// main.sum(
// fault_load.go:14
// main.main()
// fault_load.go:22
// main.wait(
