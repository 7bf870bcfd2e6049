package main

import (
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
)

type all struct {
	pad int
	mu  sync.Mutex
	rw  sync.RWMutex
	n   atomic.Int64
	wg  sync.WaitGroup
	in  struct {
		pad [3]int
		mu  sync.Mutex
	}
}

// try calls f with nil and prints the line of this file in which f failed.
func try(name string, f func(a *all)) {
	defer func() {
		_, after, _ := strings.Cut(string(debug.Stack()), "panic(")
		_, after, _ = strings.Cut(after, "locks_of_nil.go:")
		line := strings.Fields(after)[0]
		fmt.Println(name, line, recover())
	}()
	f(nil)
}

func lock(a *all) {
	a.mu.Lock()
}

func deep(a *all) {
	a.in.mu.Lock()
}

func unlock(a *all) {
	a.mu.Unlock()
}

func rlock(a *all) {
	a.rw.RLock()
}

func wlock(a *all) {
	a.rw.Lock()
}

func add(a *all) {
	fmt.Println(a.n.Add(1))
}

func load(a *all) {
	fmt.Println(a.n.Load())
}

func wait(a *all) {
	a.wg.Add(1)
}

func main() {
	try("lock", lock)
	try("deep", deep)
	try("unlock", unlock)
	try("rlock", rlock)
	try("wlock", wlock)
	try("add", add)
	try("load", load)
	try("wait", wait)
	a := []all{{}, {}}
	for i := range a {
		lock(&a[i])
		deep(&a[i])
		rlock(&a[i])
		add(&a[i])
		a[i].n.Store(a[i].n.Swap(7) + 1)
		load(&a[i])
		fmt.Println(a[i].mu.TryLock(), a[i].in.mu.TryLock(), a[i].rw.TryLock(), a[i].rw.TryRLock())
		unlock(&a[i])
		fmt.Println(a[i].mu.TryLock(), a[i].mu.TryLock())
	}
}

// Output:
// lock 35 runtime error: invalid memory address or nil pointer dereference
// deep 39 runtime error: invalid memory address or nil pointer dereference
// unlock 43 runtime error: invalid memory address or nil pointer dereference
// rlock 47 runtime error: invalid memory address or nil pointer dereference
// wlock 51 runtime error: invalid memory address or nil pointer dereference
// add 55 runtime error: invalid memory address or nil pointer dereference
// load 59 runtime error: invalid memory address or nil pointer dereference
// wait 63 runtime error: invalid memory address or nil pointer dereference
// 1
// 2
// false false false true
// true false
// 1
// 2
// false false false true
// true false
