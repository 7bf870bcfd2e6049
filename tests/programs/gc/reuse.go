// Memory of dead goroutines, channels, maps, closures and buffers is used again, as MemStats shows.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

type node struct {
	next, prev *node
	names      map[string]*node
	buf        []byte
	size       func() int
}

func churn() {
	var wg sync.WaitGroup
	for range 2000 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := make(chan *node, 3)
			a := &node{buf: make([]byte, 1000)}
			b := &node{prev: a, names: map[string]*node{"a": a}}
			a.next = b
			a.size = func() int { return len(b.names) }
			c <- a
			x := <-c
			if x.size() != 1 || x.next.prev != x {
				panic("wrong")
			}
		}()
	}
	wg.Wait()
}

func main() {
	var before, after runtime.MemStats
	churn()
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 20 {
		churn()
	}
	for range 100 {
		_ = make(chan [64]int, 1000)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	fmt.Println("allocated", (after.TotalAlloc-before.TotalAlloc)>>20 > 30)
	fmt.Println("in use", after.HeapAlloc < before.HeapAlloc+1<<20)
	fmt.Println("objects", after.Mallocs-after.Frees == after.HeapObjects, after.HeapObjects < 50000)
	fmt.Println("collections", after.NumGC > before.NumGC, after.NumForcedGC == before.NumForcedGC+1)

	var pool sync.Pool
	pool.Put("dropped")
	runtime.GC()
	runtime.GC()
	fmt.Println(pool.Get())
}

// Output:
// allocated true
// in use true
// objects true true
// collections true true
// <nil>
