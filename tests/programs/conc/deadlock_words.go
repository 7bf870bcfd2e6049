// What a deadlock's explanation says of each kind of wait.
package main

import (
	"runtime"
	"sync"
)

var done = make(chan struct{})

type queue struct {
	items chan string
	mu    sync.Mutex
	cond  *sync.Cond
}

func (q *queue) fill() {
	for {
		q.items <- "x"
	}
}

func forget(mu *sync.Mutex, gone chan bool) {
	mu.Lock()
	gone <- true
}

func main() {
	q := &queue{items: make(chan string, 2)}
	q.cond = sync.NewCond(&q.mu)
	go q.fill()
	go q.fill()
	var mu sync.Mutex
	gone := make(chan bool)
	go forget(&mu, gone)
	<-gone
	// What is not used again may be gone, and its name with it.
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	go func() {
		q.mu.Lock()
		q.cond.Wait()
		q.mu.Unlock()
	}()
	go func() {
		var none chan int
		none <- 1
	}()
	go func() {
		select {}
	}()
	go func() {
		var twice sync.Mutex
		twice.Lock()
		twice.Lock()
		twice.Unlock()
	}()
	go func() {
		var rw sync.RWMutex
		rw.RLock()
		rw.Lock()
		rw.Unlock()
	}()
	go func() {
		other := make(chan int)
		select {
		case <-other:
		case <-done:
		}
		close(other)
	}()
	far := map[string]chan int{"far": make(chan int)}
	go func() {
		c := far["far"]
		c <- 1
		close(c)
	}()
	go func() {
		<-make(chan int)
		println(len(far))
	}()
	runtime.Gosched()
	<-done
	close(done)
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// :85 waits to receive from main.done, a chan struct {} (unbuffered, made at
// goroutines 18, 19 in main.(*queue).fill at
// :39 wants mu, a sync.Mutex
// which goroutine 20 has locked in main.forget at tests/programs/conc/deadlock_words.go:24 and never unlocked, and that has ended
// :44 waits to be woken by q.cond, a sync.Cond
// no goroutine is left that could call Signal or Broadcast
// :49 sends to a nil channel: no goroutine can ever wake it
// :52 is in a select without cases: no goroutine can ever wake it
// :57 wants twice, a sync.Mutex
// which it has locked itself in main.main.func5 at tests/programs/conc/deadlock_words.go:56
// :63 wants to write under rw, a sync.RWMutex held for reading by 1, with a writer waiting
// which it holds for reading itself, locked in main.main.func6 at tests/programs/conc/deadlock_words.go:62
// :68 waits in a select for other, a chan int (unbuffered, made at
// other: no goroutine is left that could send to it or close it
// main.done: goroutine 1 could send to it or close it, but is stuck too
// :77 waits to send to c, a chan int (unbuffered, made at
// no goroutine is left that could receive from it
// :81 waits to receive from a chan int (unbuffered, made at
// no goroutine is left that could send to it or close it
// cycle: goroutine 25 waits for twice, held by itself
// cycle: goroutine 26 waits for rw, held for reading by itself
