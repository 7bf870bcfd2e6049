// Channels and locks in maps, slices, structs, closures and other channels are named as the goroutine that waits has them.
package main

import "sync"

type account struct{ mu sync.Mutex }

var bank = map[string]*account{"alice": {}, "bob": {}}

// Two maps of locks: the one that it waits for is in the second.
func transfer(from, to string, met, done *sync.WaitGroup) {
	defer done.Done()
	a := bank[from]
	a.mu.Lock()
	defer a.mu.Unlock()
	met.Done()
	met.Wait()
	bank[to].mu.Lock()
	defer bank[to].mu.Unlock()
}

// Stages of a pipeline: what one sends to, the next receives from.
func stage(in <-chan int, out chan<- int) {
	for v := range in {
		out <- v
	}
}

type counter struct{ mu sync.Mutex }

// The receiver is a copy, which is locked.
func (c counter) add() {
	c.mu.Lock()
	c.mu.Unlock()
}

type request struct{ reply chan int }

func serve(requests chan request, served *sync.WaitGroup) {
	for range requests {
		served.Done()
	}
}

func main() {
	var met, done sync.WaitGroup
	met.Add(2)
	done.Add(2)
	go transfer("alice", "bob", &met, &done)
	go transfer("bob", "alice", &met, &done)

	var stages []chan int
	for range 3 {
		stages = append(stages, make(chan int))
	}
	go stage(stages[0], stages[1])
	go stage(stages[1], stages[2])
	stages[0] <- 1
	stages[0] <- 2

	go func() {
		var c counter
		c.mu.Lock()
		c.add()
	}()
	requests := make(chan request)
	var served sync.WaitGroup
	go serve(requests, &served)
	for range 2 {
		r := request{make(chan int)}
		served.Add(1)
		requests <- r
		go func() { <-r.reply; <-r.reply }() // What follows needs r: else its name is lost with it.
	}
	served.Wait()
	places := make(chan struct{}, 1)
	places <- struct{}{}
	places <- struct{}{}
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// :78 waits to send to places, a chan struct {} (1 of 1 buffer slots used, made at tests/programs/conc/deadlock_objects.go:76)
// no goroutine is left that could receive from it
// :18 wants main.bank["bob"].mu, a sync.Mutex
// which goroutine 19 has locked in main.transfer at tests/programs/conc/deadlock_objects.go:14, and that is stuck too
// :18 wants main.bank["alice"].mu, a sync.Mutex
// which goroutine 18 has locked in main.transfer at tests/programs/conc/deadlock_objects.go:14, and that is stuck too
// :25 waits to send to out #1, a chan int (unbuffered, made at tests/programs/conc/deadlock_objects.go:54)
// goroutine 21 could receive from it, but is stuck too
// :25 waits to send to out #2, a chan int (unbuffered, made at tests/programs/conc/deadlock_objects.go:54)
// no goroutine is left that could receive from it
// :33 wants c.mu, a sync.Mutex
// in main.main.func1 at tests/programs/conc/deadlock_objects.go:63
// :73 waits to receive from r.reply #3, a chan int (unbuffered, made at tests/programs/conc/deadlock_objects.go:70)
// no goroutine is left that could send to it or close it
// :73 waits to receive from r.reply #4, a chan int (unbuffered, made at tests/programs/conc/deadlock_objects.go:70)
// no goroutine is left that could send to it or close it
// cycle: goroutine 18 waits for main.bank["bob"].mu, held by goroutine 19, which waits for main.bank["alice"].mu, held by goroutine 18
