// A pause in a call of the system may be over before the goroutine has run.
//
// WANT panic: not done
package main

import (
	"sync/atomic"
	"syscall"
)

func main() {
	var done atomic.Bool
	go done.Store(true)
	syscall.Nanosleep(&syscall.Timespec{Nsec: 5_000_000}, nil)
	if !done.Load() {
		panic("not done")
	}
}
