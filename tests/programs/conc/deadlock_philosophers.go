// Locks that one line has made, and that reach one function as parameters, are distinguished by numbers.
package main

import "sync"

type fork struct{ sync.Mutex }

// What a goroutine does not use again may be gone, and its name with it: a global stays.
var done sync.WaitGroup

func dine(left, right *fork, ready *sync.WaitGroup) {
	defer done.Done()
	left.Lock()
	ready.Done()
	ready.Wait()
	right.Lock()
	right.Unlock()
	left.Unlock()
}

func main() {
	forks := make([]*fork, 5)
	for i := range forks {
		forks[i] = new(fork)
	}
	var ready sync.WaitGroup
	ready.Add(len(forks))
	done.Add(len(forks))
	for i := range forks {
		go dine(forks[i], forks[(i+1)%len(forks)], &ready)
	}
	done.Wait()
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// :32 waits for main.done, a sync.WaitGroup whose counter is 5
// goroutines 18, 19, 20, 21, 22 could call Done, but are stuck too
// :16 wants right.Mutex #1, a sync.Mutex
// which goroutine 19 has locked in main.dine at tests/programs/conc/deadlock_philosophers.go:13, and that is stuck too
// :16 wants right.Mutex #2, a sync.Mutex
// which goroutine 20 has locked in main.dine at tests/programs/conc/deadlock_philosophers.go:13, and that is stuck too
// :16 wants right.Mutex #3, a sync.Mutex
// which goroutine 21 has locked in main.dine at tests/programs/conc/deadlock_philosophers.go:13, and that is stuck too
// :16 wants right.Mutex #4, a sync.Mutex
// which goroutine 22 has locked in main.dine at tests/programs/conc/deadlock_philosophers.go:13, and that is stuck too
// :16 wants right.Mutex #5, a sync.Mutex
// which goroutine 18 has locked in main.dine at tests/programs/conc/deadlock_philosophers.go:13, and that is stuck too
// cycle: goroutine 18 waits for right.Mutex #1, held by goroutine 19, which waits for right.Mutex #2, held by goroutine 20, which
