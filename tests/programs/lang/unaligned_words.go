// Words at addresses that are no multiples of their size, by package unsafe.
package main

import (
	"fmt"
	"unsafe"
)

func main() {
	b := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	fmt.Printf("%x\n", *(*uint16)(unsafe.Pointer(&b[1])))
	fmt.Printf("%x\n", *(*uint32)(unsafe.Pointer(&b[3])))
	fmt.Printf("%x\n", *(*uint64)(unsafe.Pointer(&b[2])))
	*(*uint64)(unsafe.Pointer(&b[3])) = 0x1122334455667788
	*(*uint16)(unsafe.Pointer(&b[1])) = 0xabcd
	*(*uint32)(unsafe.Pointer(&b[5])) += 1
	fmt.Printf("%x\n", b)
}

// Output:
// 201
// 6050403
// 908070605040302
// 00cdab88776755443322110b
