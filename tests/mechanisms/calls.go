// Calls that are known to last, one after another.
package main

import "syscall"

func main() {
	pause := syscall.Timespec{Nsec: 1e6}
	for range 50 {
		syscall.Nanosleep(&pause, nil)
	}
	println("done")
}
