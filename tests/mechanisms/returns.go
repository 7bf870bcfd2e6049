// A call that lasts, while the other goroutines (argument: how many) compute.
package main

import (
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var back atomic.Bool
	for range n {
		go func() {
			for !back.Load() {
			}
		}()
	}
	pause := syscall.Timespec{Nsec: 30e6}
	syscall.Nanosleep(&pause, nil)
	back.Store(true)
	println("done")
}
