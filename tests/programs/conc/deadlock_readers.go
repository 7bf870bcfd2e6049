// Who holds a lock for reading, and which writer comes first.
package main

import (
	"runtime"
	"sync"
)

type table struct {
	sync.RWMutex
	rows map[string]int
}

// While a writer waits, a reader that reads already gets in no second time.
func (t *table) sum(write func()) int {
	t.RLock()
	defer t.RUnlock()
	go write()
	for t.TryRLock() {
		t.RUnlock()
		runtime.Gosched()
	}
	return t.row("a") + t.row("b")
}

func (t *table) row(name string) int {
	t.RLock()
	defer t.RUnlock()
	return t.rows[name]
}

// A reader cannot become a writer.
func (t *table) touch(name string) {
	t.RLock()
	defer t.RUnlock()
	if t.rows[name] == 0 {
		t.Lock()
		t.rows[name]++
		t.Unlock()
	}
}

func (t *table) forget(wg *sync.WaitGroup) {
	t.RLock()
	wg.Done()
}

func main() {
	one, two, three := new(table), new(table), new(table)
	var wg sync.WaitGroup
	wg.Add(1)
	go three.forget(&wg)
	wg.Wait()
	go two.touch("a")
	go func() {
		three.Lock()
		three.rows = nil
		three.Unlock()
	}()
	println(one.sum(func() {
		one.Lock()
		one.rows = map[string]int{}
		one.Unlock()
	}))
}

// Flags: --procs 1
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// in main.(*table).row at tests/programs/conc/deadlock_readers.go:27 wants to read under t.RWMutex #1, a sync.RWMutex held for reading by 1, with a writer waiting
// waits to write since it called Lock in main.main.func2 at tests/programs/conc/deadlock_readers.go:61, and comes first
// which it holds for reading itself, locked in main.(*table).sum at tests/programs/conc/deadlock_readers.go:16
// in main.(*table).touch at tests/programs/conc/deadlock_readers.go:37 wants to write under t.RWMutex #2
// which it holds for reading itself, locked in main.(*table).touch at tests/programs/conc/deadlock_readers.go:34
// in main.main.func1 at tests/programs/conc/deadlock_readers.go:56 wants to write under three.RWMutex
// has locked for reading in main.(*table).forget at tests/programs/conc/deadlock_readers.go:44 and never unlocked, and that has ended
// in main.main.func2 at tests/programs/conc/deadlock_readers.go:61 wants to write under one.RWMutex #1
// which goroutine 1 has locked for reading in main.(*table).sum at tests/programs/conc/deadlock_readers.go:16, and that is stuck too
// waits for t.RWMutex #1, for which an earlier writer waits: goroutine
// waits for t.RWMutex #2, held for reading by itself
