// The collection that main waits for.
//
// ALL
package main

import "runtime"

type handle struct {
	fd   int
	name string
}

func main() {
	done := make(chan int, 1)
	runtime.AddCleanup(&handle{fd: 3}, func(fd int) { done <- fd }, 3)
	runtime.GC()
	<-done
}
