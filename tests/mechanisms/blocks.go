// A call that blocks its thread, and another goroutine that could run meanwhile.
package main

import "syscall"

func main() {
	ran := make(chan bool, 1)
	go func() { ran <- true }()
	pause := syscall.Timespec{Nsec: 200e6}
	syscall.Nanosleep(&pause, nil)
	println(len(ran))
	<-ran
}
