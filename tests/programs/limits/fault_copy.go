// copy of a slice that points to unmapped memory.
package main

import "unsafe"

func main() {
	s := unsafe.Slice((*byte)(unsafe.Pointer(uintptr(0x123456789000))), 100000)
	done := make(chan bool)
	go func() {
		println(copy(make([]byte, 100000), s))
		close(done)
	}()
	<-done
}

// Exit: 2
// Stderr:
// unexpected fault address 0x1234567
// fatal error: fault
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x1234567
// [running]:
// main.main.func1()
// fault_copy.go:10
