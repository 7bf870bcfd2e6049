// The figures of ReadMemStats go together.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type T [48]byte

var sink []*T

func count() (mallocs, frees uint64) {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	for _, b := range s.BySize {
		if b.Size == 48 {
			mallocs, frees = b.Mallocs, b.Frees
		}
	}
	return mallocs, frees
}

func main() {
	m0, f0 := count()
	for range 3 {
		sink = nil
		for range 100_000 {
			sink = append(sink, new(T))
		}
	}
	m1, _ := count()
	runtime.GC()
	runtime.GC()
	_, f2 := count()
	fmt.Println("thousands allocated and freed:", (m1-m0)/1000, (f2-f0+500)/1000, len(sink))

	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	var sum uint64
	for i, b := range s.BySize {
		if b.Frees > b.Mallocs || i > 0 && b.Size <= s.BySize[i-1].Size {
			fmt.Println("bad", b)
		}
		sum += b.Mallocs
	}
	fmt.Println(s.BySize[1].Size, s.BySize[60].Size, sum <= s.Mallocs, s.Alloc == s.HeapAlloc)
	fmt.Println(s.Sys == s.HeapSys+s.StackSys+s.MSpanSys+s.MCacheSys+s.BuckHashSys+s.GCSys+s.OtherSys)
	fmt.Println(s.HeapSys == s.HeapIdle+s.HeapInuse, s.HeapReleased <= s.HeapIdle, s.HeapAlloc <= s.HeapInuse)
	fmt.Println(s.GCSys > 0, s.OtherSys > 0, s.MSpanInuse > 0, s.MCacheInuse > 0)
	fmt.Println(s.GCCPUFraction > 0 && s.GCCPUFraction < 1)

	large := make([]byte, 64<<20)
	large[0] = 1
	large = nil
	debug.FreeOSMemory()
	runtime.ReadMemStats(&s)
	fmt.Println(s.HeapReleased > 60<<20, s.HeapInuse < 30<<20)
}

// Output:
// thousands allocated and freed: 300 200 100000
// 8 18432 true true
// true
// true true true
// true true true true
// true
// true true
