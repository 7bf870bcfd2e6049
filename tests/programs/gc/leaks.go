// Goroutines that ended, and channels, closures and timers that were dropped leave nothing behind.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

var sink any

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func goroutines(n, depth int) {
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			deep(depth)
			wg.Done()
		}()
	}
	wg.Wait()
}

func channels(n int) {
	for i := range n {
		c := make(chan int, 100)
		c <- i
		sink = c
		d := make(chan int)
		go func() { d <- 1 }()
		<-d
	}
}

func closures(n int) {
	for i := range n {
		sink = func() int { return i }
	}
}

func timers(n int) {
	for range n {
		t := time.NewTimer(time.Hour)
		t.Reset(2 * time.Hour)
		t.Stop()
		sink = t
		time.AfterFunc(time.Hour, func() {}).Stop()
		tick := time.NewTicker(time.Hour)
		tick.Stop()
	}
}

// dropped makes timers that nobody can see go off.
func dropped(n int) {
	for range n {
		sink = time.NewTimer(time.Hour)
		sink = time.NewTicker(time.Hour)
		sink = time.After(time.Hour)
	}
}

// inUse is what the heap and the stacks take, after a collection.
func inUse() uint64 {
	sink = nil
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

func main() {
	kinds := []struct {
		name string
		run  func(n int)
	}{
		{"goroutines", func(n int) { goroutines(10*n, 1) }},
		{"deep goroutines", func(n int) { goroutines(n, 200) }},
		{"channels", channels},
		{"closures", func(n int) { closures(10 * n) }},
		{"timers", timers},
		{"dropped timers", dropped},
	}
	for _, kind := range kinds {
		for range 4 {
			kind.run(1000)
		}
		before := inUse()
		for range 16 {
			kind.run(1000)
		}
		after := inUse()
		fmt.Println(kind.name, after < before+4<<20, runtime.NumGoroutine())
	}
}

// Output:
// goroutines true 1
// deep goroutines true 1
// channels true 1
// closures true 1
// timers true 1
// dropped timers true 1
