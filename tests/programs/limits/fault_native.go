// A string that points to unmapped memory, in a function of the library: the report names the goroutine.
package main

import (
	"fmt"
	"strings"
	"unsafe"
)

func find(s string) int { return strings.Index(s, "needle") }

func main() {
	s := unsafe.String((*byte)(unsafe.Pointer(uintptr(0x123456789000))), 1000)
	fmt.Println(find(s))
}

// Exit: 2
// Stderr:
// unexpected fault address 0x123456789
// fatal error: fault
// [signal SIGSEGV: segmentation violation code=0x1 addr=0x123456789
// goroutine 1
// main.main()
// fault_native.go:14
