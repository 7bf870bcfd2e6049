package main

import (
	"runtime"
	"time"
)

type big struct {
	n    int
	more [40]int
}

func main() {
	done := make(chan int, 2)
	func() {
		p := &big{}
		runtime.SetFinalizer(p, func(p *big) { done <- p.n })
		q := &big{}
		n := &q.n
		*n = 3
		other := make(chan bool)
		go func() {
			p.n = 5
			other <- true
		}()
		<-other
		runtime.AddCleanup(q, func(n int) { done <- n }, 6)
	}()
	for len(done) < 2 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	println(<-done + <-done)
}
