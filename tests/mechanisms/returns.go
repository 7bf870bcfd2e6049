// The main goroutine makes a long call while as many goroutines as the argument says compute. The first of two runs on
// another P and ends before the call; the second takes the P of the call.
package main

import (
	"os"
	"sync/atomic"
	"syscall"
)

func main() {
	var back, begun, taken atomic.Bool
	pause := syscall.Timespec{Nsec: 30e6}
	switch os.Args[1] {
	case "1":
		go func() {
			for !back.Load() {
			}
		}()
	case "2":
		go func() {
			for begun.Store(true); !taken.Load(); {
			}
		}()
		for !begun.Load() {
		}
		go func() {
			for taken.Store(true); !back.Load(); {
			}
		}()
		pause.Nsec = 200e6
	}
	syscall.Nanosleep(&pause, nil)
	back.Store(true)
	println("done")
}
