// A system call that is to write nowhere is an error.
package main

import (
	"fmt"
	"syscall"
)

func main() {
	fmt.Println(syscall.Stat("/", nil), syscall.Fstat(0, nil), syscall.Lstat("/", nil))
}

// Output:
// bad address bad address bad address
