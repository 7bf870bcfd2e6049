// Heap, block and mutex profiles, as text and as go tool pprof reads them, and the records of package runtime.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"time"
)

type node struct {
	next *node
	pad  [3]uint64
}

var kept *node

//go:noinline
func keep() {
	for range 1000 {
		kept = &node{next: kept}
	}
}

var sink []byte

//go:noinline
func waste() {
	for range 10 {
		sink = make([]byte, 100_000)
	}
}

//go:noinline
func receive(c chan int) { <-c }

//go:noinline
func choose(a, b chan int) {
	select {
	case <-a:
	case b <- 1:
	}
}

//go:noinline
func hold(mu *sync.Mutex) {
	mu.Lock()
	time.Sleep(20 * time.Millisecond)
	mu.Unlock()
}

// entry is the first line of the profile's entry whose stack has this function.
func entry(name, function string) string {
	var out strings.Builder
	pprof.Lookup(name).WriteTo(&out, 1)
	for _, group := range strings.Split(out.String(), "\n\n") {
		if i := strings.Index(group, "\t"+function+"+0x"); i >= 0 {
			lines := strings.Split(group, "\n")
			for len(lines) > 1 && strings.HasPrefix(lines[1], "#") == false {
				lines = lines[1:]
			}
			return lines[0]
		}
	}
	return ""
}

// has reports whether the compressed profile knows these texts.
func has(name string, texts ...string) (all bool) {
	var out bytes.Buffer
	pprof.Lookup(name).WriteTo(&out, 0)
	zip, err := gzip.NewReader(&out)
	if err != nil {
		return false
	}
	data, _ := io.ReadAll(zip)
	for _, text := range texts {
		if !bytes.Contains(data, []byte(text)) {
			return false
		}
	}
	return true
}

func heap() {
	// Each P takes over another rate by itself.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.MemProfileRate = 1
	sink = make([]byte, 200_000) // From here on the rate counts.
	keep()
	waste()
	sink = nil
	runtime.GC()
	line := entry("heap", "main.keep")
	fmt.Println(line[:strings.Index(line, "@")])
	line = entry("allocs", "main.waste")
	line = line[:strings.Index(line, "@")]
	fmt.Println(strings.HasPrefix(line, "0: 0 [10: 10"), has("heap", "main.keep", "main.waste", "inuse_space"))
	var records []runtime.MemProfileRecord
	n, ok := runtime.MemProfile(nil, true)
	for !ok {
		records = make([]runtime.MemProfileRecord, 2*n)
		n, ok = runtime.MemProfile(records, true)
	}
	for _, r := range records[:n] {
		frames := runtime.CallersFrames(r.Stack())
		for more := true; more; {
			var frame runtime.Frame
			frame, more = frames.Next()
			if frame.Function == "main.keep" && r.InUseObjects() == 1000 {
				fmt.Println("record:", ok, r.InUseBytes())
			}
		}
	}
	runtime.MemProfileRate = 0
}

func main() {
	heap()
	runtime.SetBlockProfileRate(1)
	fmt.Println(runtime.SetMutexProfileFraction(1), runtime.SetMutexProfileFraction(-1))
	c, d := make(chan int), make(chan int)
	go func() {
		time.Sleep(10 * time.Millisecond)
		close(c)
	}()
	receive(c)
	go func() {
		time.Sleep(10 * time.Millisecond)
		<-d
	}()
	choose(make(chan int), d)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { hold(&mu) })
	}
	wg.Wait()
	for _, function := range []string{"main.receive", "main.choose", "main.hold"} {
		var wait, count int
		fmt.Sscan(entry("block", function), &wait, &count)
		fmt.Println(function, count, wait > 5_000_000)
	}
	var wait, count int
	fmt.Sscan(entry("mutex", "main.hold"), &wait, &count)
	fmt.Println("mutex", count, wait > 5_000_000)
	fmt.Println(has("block", "runtime.chanrecv1", "runtime.selectgo", "sync.(*Mutex).Lock", "sync.(*WaitGroup).Wait"))
	fmt.Println(has("mutex", "sync.(*Mutex).Unlock", "main.hold"), has("mutex", "main.receive"))
	before := pprof.Lookup("block").Count()
	runtime.SetBlockProfileRate(0)
	fmt.Println(runtime.SetMutexProfileFraction(0))
	e := make(chan int)
	go func() {
		time.Sleep(time.Millisecond)
		close(e)
	}()
	<-e
	fmt.Println(pprof.Lookup("block").Count() == before)
}

// Output:
// 1000: 32000 [1000: 32000] 
// true true
// record: true 32000
// 0 1
// main.receive 1 true
// main.choose 1 true
// main.hold 1 true
// mutex 1 true
// true
// true false
// 1
// true
