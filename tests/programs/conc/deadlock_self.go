// Goroutines that could only help themselves: by deferred calls that they do not get to.
package main

import (
	"fmt"
	"sync"
)

type store struct {
	mu sync.RWMutex
	n  int
}

func (s *store) get() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.next()
}

func (s *store) next() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return s.n
}

func main() {
	var tasks sync.WaitGroup
	// What is not used again may be gone, and its name with it.
	tasks.Go(func() {
		tasks.Wait()
		tasks.Wait()
	})
	var once sync.Once
	tasks.Go(func() {
		once.Do(func() {
			once.Do(func() {})
			once.Do(func() {})
		})
	})
	tasks.Go(func() {
		fmt.Println(new(store).get())
	})
	tasks.Wait()
	tasks.Wait()
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// deadlock_self.go:44 waits for tasks, a sync.WaitGroup whose counter is 3
// goroutines 18, 19, 20 could call Done, but are stuck too
// deadlock_self.go:31 waits for tasks, a sync.WaitGroup whose counter is 3
// goroutines 18, 19, 20 could call Done, but are stuck too
// deadlock_self.go:37 wants once, a sync.Once
// which it has locked itself in main.main.func2 at tests/programs/conc/deadlock_self.go:36
// deadlock_self.go:21 wants to write under s.mu, a sync.RWMutex held for reading by 1, with a writer waiting
// which it holds for reading itself, locked in main.(*store).get at tests/programs/conc/deadlock_self.go:15
// cycle: goroutine 18 waits for tasks, for which it needs itself
// cycle: goroutine 19 waits for once, held by itself
// cycle: goroutine 20 waits for s.mu, held for reading by itself
