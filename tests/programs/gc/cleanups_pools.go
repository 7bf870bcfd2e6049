// Cleanups, their errors and Stop; pools are emptied by collections; runtime/debug's figures and limits.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type T struct {
	p *int
	s string
}
type F func(*T) int

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

type named *T

func (t *T) String() string { return t.s }

func main() {
	t := &T{s: "x"}
	try("nil", func() { runtime.AddCleanup[T](nil, func(int) {}, 1) })
	try("equal", func() { runtime.AddCleanup(t, func(*T) {}, t) })
	try("within", func() { runtime.AddCleanup(t, func(*string) {}, &t.s) })
	done := make(chan string, 10)
	var n atomic.Int64
	for i := range 4 {
		o := &T{s: fmt.Sprint(i)}
		c := runtime.AddCleanup(o, func(i int) { n.Add(1); done <- fmt.Sprint("cleanup ", i) }, i)
		if i%2 == 0 {
			c.Stop()
			c.Stop()
		}
	}
	for range 4 {
		o := &T{s: "fin"}
		runtime.SetFinalizer(o, func(o fmt.Stringer) int { n.Add(1); return 5 })
	}
	for i := range 100 {
		runtime.GC()
		time.Sleep(time.Duration(i) * time.Millisecond)
		if n.Load() >= 4 && len(done) >= 1 {
			break
		}
	}
	fmt.Println(n.Load() >= 4, len(done) >= 1)
	for len(done) > 0 {
		if s := <-done; s != "cleanup 1" && s != "cleanup 3" {
			fmt.Println("wrong", s)
		}
	}
	runtime.KeepAlive(t)

	var p sync.Pool
	p.Put("b")
	runtime.GC()
	runtime.GC()
	fmt.Println(p.Get())
	// A pool that nobody uses any more lets go of what it has.
	big := &sync.Pool{}
	for range 8 {
		big.Put(new([1 << 20]int))
	}
	var ms runtime.MemStats
	for i := range 100 {
		runtime.GC()
		runtime.ReadMemStats(&ms)
		if ms.HeapAlloc < 10<<20 {
			break
		}
		time.Sleep(time.Duration(i) * time.Millisecond)
	}
	fmt.Println(ms.HeapAlloc < 10<<20)
	runtime.KeepAlive(big)

	var gs debug.GCStats
	gs.PauseQuantiles = make([]time.Duration, 5)
	debug.ReadGCStats(&gs)
	fmt.Println(gs.NumGC > 3, len(gs.Pause) == min(int(gs.NumGC), 256), len(gs.Pause) == len(gs.PauseEnd), gs.PauseQuantiles[0] <= gs.PauseQuantiles[4], gs.PauseQuantiles[4] > 0)
	fmt.Println(gs.LastGC.Equal(gs.PauseEnd[0]), time.Since(gs.LastGC) < time.Hour, gs.PauseTotal > 0)
	fmt.Println(debug.SetGCPercent(50), debug.SetGCPercent(-1), debug.SetGCPercent(100))
	fmt.Println(debug.SetMemoryLimit(-1) > 1<<60)
	fmt.Println(debug.SetMaxStack(1<<20), debug.SetMaxStack(1<<30))
	debug.FreeOSMemory()
	fmt.Println(strings.HasPrefix(string(debug.Stack()), "goroutine 1 [running]:\n"))
}

// Output:
// nil runtime.AddCleanup: ptr is nil
// equal runtime.AddCleanup: ptr is equal to arg, cleanup will never run
// within runtime.AddCleanup: ptr is within arg, cleanup will never run
// true true
// <nil>
// true
// true true true true true
// true true true
// 100 50 -1
// true
// 1000000000 1048576
// true
