// A goroutine that is locked to its thread (argument: or not) exchanges values with one that is not locked.
package main

import (
	"os"
	"runtime"
)

func main() {
	if len(os.Args) > 1 {
		runtime.LockOSThread()
	}
	there, back := make(chan int), make(chan int)
	go func() {
		for v := range there {
			back <- v + 1
		}
	}()
	v := 0
	for range 1000 {
		there <- v
		v = <-back
	}
	println(v)
}
