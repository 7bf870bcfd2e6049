// Two transfers in opposite directions lock the same two mutexes, each in its own order: minigo names the cycle.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

// started counts the transfers that have yet to lock their first account: each waits for the other, so the cycle is certain.
var started, finished sync.WaitGroup

func transfer(from, to *account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	started.Done()
	started.Wait()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func main() {
	alice, bob := &account{balance: 100}, &account{balance: 100}
	started.Add(2)
	finished.Go(func() { transfer(alice, bob, 10) })
	finished.Go(func() { transfer(bob, alice, 20) })
	finished.Wait()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// waits for main.finished, a sync.WaitGroup whose counter is 2
// cycle: goroutine
