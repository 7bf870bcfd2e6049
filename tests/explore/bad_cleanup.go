// Cleanups run beside the program: the count of open handles is changed by both, without a lock.
//
// WANT data race on main.opened
package main

import "runtime"

var opened int

type handle struct {
	fd   int
	name string
}

func open(fd int) *handle {
	h := &handle{fd: fd}
	opened++
	runtime.AddCleanup(h, func(int) { opened-- }, fd)
	return h
}

func main() {
	for fd := range 3 {
		open(fd)
	}
}
