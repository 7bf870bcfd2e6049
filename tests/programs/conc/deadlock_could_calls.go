// All goroutines here hold the channel c. The report names those that receive from it in functions that they call, start or defer.
package main

import (
	"sync"
	"time"
)

var gate = make(chan int)

func receive(from chan int) int { return <-from }

type handler interface{ handle(chan int) }

type (
	sender   struct{}
	receiver struct{}
)

func (sender) handle(c chan int)   { c <- 1 }
func (receiver) handle(c chan int) { <-c }

func main() {
	c, d := make(chan int), make(chan int)
	// 18, 19: closures that are there already, and such as are still to be made.
	f := func() { <-c }
	go func() {
		gate <- 1
		f()
		println(d)
	}()
	go func() {
		gate <- 1
		func(other chan int) {
			defer func() { <-other }()
		}(c)
		println(d)
	}()
	// 20: a deferred call.
	go func() {
		defer receive(c)
		gate <- 1
	}()
	// 21: goroutines that it starts.
	go func() {
		gate <- 1
		var all sync.WaitGroup
		all.Go(func() { <-c })
		all.Wait()
	}()
	// 22, 23: methods of interfaces.
	var s, r handler = sender{}, receiver{}
	go func() {
		gate <- 1
		s.handle(c)
	}()
	go func() {
		gate <- 1
		r.handle(c)
	}()
	// 24: out of a map.
	m := map[int]chan int{1: c, 2: d}
	go func() {
		gate <- 1
		<-m[2]
	}()
	// 25: what is handed on may be called.
	go func() {
		gate <- 1
		m := map[int]func(){1: f}
		println(m)
	}()
	// 26: over a channel until it is closed.
	go func() {
		gate <- 1
		for v := range c {
			println(v)
		}
	}()
	// 27, 28: groups.
	var one, two sync.WaitGroup
	one.Add(2)
	two.Add(2)
	go func() {
		defer one.Done()
		gate <- 1
		println(&two)
	}()
	go func() {
		gate <- 1
		two.Done()
		println(&one)
	}()
	// 29: timers do not matter.
	go func() {
		gate <- 1
		select {
		case <-time.After(time.Hour):
		case <-time.NewTimer(1).C:
		}
		println(c, d)
	}()
	// 30: out of an interface.
	var x any = c
	go func() {
		gate <- 1
		<-x.(chan int)
		println(d)
	}()
	go one.Wait()
	go two.Wait()
	waiting := make(chan bool, 1)
	go func() {
		waiting <- true
		d <- 1
	}()
	<-waiting
	c <- 1
	println(c, d)
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// deadlock_could_calls.go:118 waits to send to c, a chan int (unbuffered, made at tests/programs/conc/deadlock_could_calls.go:24)
// goroutines 18, 19, 20, 21, 23, 26, 30 could receive from it, but are stuck too
// it is unknown whether goroutine 24 could receive from it
// no goroutine is left that could receive from it
// waits for a sync.WaitGroup #1 whose counter is 2
// goroutine 27 could call Done, but is stuck too
// waits for a sync.WaitGroup #2 whose counter is 2
// goroutine 28 could call Done, but is stuck too
