// A call that blocks its thread (argument: until the other has run), and another goroutine that could run meanwhile.
package main

import (
	"os"
	"syscall"
)

func main() {
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		panic(err)
	}
	ran := make(chan bool, 1)
	go func() {
		ran <- true
		syscall.Write(pipe[1], []byte{1})
	}()
	if len(os.Args) > 1 {
		syscall.Read(pipe[0], make([]byte, 1))
	} else {
		syscall.Nanosleep(&syscall.Timespec{Nsec: 200e6}, nil)
	}
	println(len(ran))
	<-ran
}
