// Package syscall: mapped memory, and the identity of the process.
package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

func main() {
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	fmt.Println(len(b) == 3*page, cap(b) == 3*page, err)
	b[page] = 7
	runtime.GC()
	fmt.Println(b[page], syscall.Mprotect(b[:page], syscall.PROT_NONE), syscall.Madvise(b[page:], syscall.MADV_NORMAL))
	fmt.Println(syscall.Munmap(b[1:]), syscall.Munmap(b), syscall.Munmap(b))
	_, err = syscall.Mmap(-1, 0, 0, 0, 0)
	fmt.Println(err)
	fmt.Println(syscall.Setuid(os.Getuid()), syscall.Setgid(os.Getgid()), syscall.Setreuid(-1, -1), syscall.Setregid(-1, -1),
		syscall.Setresuid(-1, -1, -1), syscall.Setresgid(-1, -1, -1), syscall.Seteuid(os.Geteuid()), syscall.Setegid(os.Getegid()))
	mine, err := syscall.Getgroups()
	again, _ := os.Getgroups()
	fmt.Println(len(mine) == len(again), err)
}

// Output:
// true true <nil>
// 7 <nil> <nil>
// invalid argument <nil> invalid argument
// invalid argument
// <nil> <nil> <nil> <nil> <nil> <nil> <nil> <nil>
// true <nil>
