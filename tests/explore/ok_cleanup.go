// Whenever cleanups run, they run once for each handle.
//
// ALL
package main

import (
	"runtime"
	"sync"
)

var (
	mu     sync.Mutex
	opened int
)

type handle struct {
	fd   int
	name string
}

func open(fd int) *handle {
	h := &handle{fd: fd}
	mu.Lock()
	defer mu.Unlock()
	opened++
	runtime.AddCleanup(h, func(int) {
		mu.Lock()
		defer mu.Unlock()
		if opened--; opened < 0 {
			panic("closed twice")
		}
	}, fd)
	return h
}

func main() {
	for fd := range 2 {
		open(fd)
	}
}
