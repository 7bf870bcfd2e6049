// A goroutine that is always followed by another one on its P, and a third that stands in the global queue.
package main

import "runtime"

var (
	left = 20000
	over = make(chan bool)
)

func chain() {
	left--
	if left == 0 {
		close(over)
		return
	}
	go chain()
	go func() {}()
}

func main() {
	turns := 0
	go func() {
		for {
			turns++
			runtime.Gosched()
		}
	}()
	go chain()
	<-over
	println(turns > 100)
}
