package main

import (
	"runtime"
	"time"
)

type object struct {
	n    int
	next *object
}

// Cleanups may run beside each other.
func main() {
	shared := new(int)
	write := func(n int) { *shared = n } // RACE RACE
	for i := range 2 {
		runtime.AddCleanup(&object{n: i}, write, i)
	}
	for range 3 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
}
