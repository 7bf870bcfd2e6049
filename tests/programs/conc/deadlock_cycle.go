// A deadlock is explained after Go's own report: wait-for graph, by the names of the program. Each variable is used
// once more behind the wait, so that a collection does not take its name for dead.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

type bank struct{ from, to account }

func (b *bank) forth(ready, other chan bool) {
	b.from.mu.Lock()
	close(ready)
	<-other
	b.to.mu.Lock()
	b.to.balance++
}

func (b *bank) back(ready, other chan bool, done *sync.WaitGroup) {
	b.to.mu.Lock()
	close(ready)
	<-other
	b.from.mu.Lock()
	b.from.balance++
	done.Done()
}

func main() {
	b := &bank{}
	one, two := make(chan bool), make(chan bool)
	var finished sync.WaitGroup
	finished.Add(1)
	go b.forth(one, two)
	go b.back(two, one, &finished)
	finished.Wait()
	finished.Add(0)
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [sync.WaitGroup.Wait]:
// goroutine 18 [sync.Mutex.Lock]:
// goroutine 19 [sync.Mutex.Lock]:
// minigo: wait-for graph
// deadlock_cycle.go:38 waits for finished, a sync.WaitGroup whose counter is 1
// goroutine 19 could call Done, but is stuck too
// deadlock_cycle.go:18 wants b.to.mu, a sync.Mutex
// which goroutine 19 has locked in main.(*bank).back at tests/programs/conc/deadlock_cycle.go:23, and that is stuck too
// deadlock_cycle.go:26 wants b.from.mu, a sync.Mutex
// which goroutine 18 has locked in main.(*bank).forth at tests/programs/conc/deadlock_cycle.go:15, and that is stuck too
// cycle: goroutine 18 waits for b.to.mu, held by goroutine 19, which waits for b.from.mu, held by goroutine 18
