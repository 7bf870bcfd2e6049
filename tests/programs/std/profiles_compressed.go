package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"time"
)

// burn works for as long, in a function of its own.
func burn(d time.Duration) (n uint64) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i := range uint64(10_000) {
			n = n*31 + i
		}
	}
	return n
}

func waits(c chan int) { <-c }

// has reports whether a compressed profile names these.
func has(profile []byte, names ...string) (found []bool) {
	zip, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		fmt.Println(err)
		return nil
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		fmt.Println(err)
	}
	for _, name := range names {
		found = append(found, bytes.Contains(text, []byte(name)))
	}
	return found
}

func main() {
	var out, other bytes.Buffer
	fmt.Println(pprof.StartCPUProfile(&out))
	fmt.Println(pprof.StartCPUProfile(&other))
	burn(300 * time.Millisecond)
	pprof.StopCPUProfile()
	pprof.StopCPUProfile()
	fmt.Println(has(out.Bytes(), "main.burn", "main.main", "main.waits", "samples", "nanoseconds", "profiles_compressed.go"))

	c := make(chan int)
	go waits(c)
	runtime.Gosched()
	out.Reset()
	fmt.Println(pprof.Lookup("goroutine").WriteTo(&out, 0))
	fmt.Println(has(out.Bytes(), "main.burn", "main.main", "main.waits", "goroutine"))
	records := make([]runtime.StackRecord, 10)
	n, ok := runtime.GoroutineProfile(records)
	first, _ := runtime.CallersFrames(records[0].Stack()).Next()
	fmt.Println(n, ok, first.Function != "", records[n].Stack0[0])
	close(c)

	mine := pprof.NewProfile("mine")
	mine.Add(1, 0)
	out.Reset()
	fmt.Println(mine.WriteTo(&out, 0), mine.Count())
	fmt.Println(has(out.Bytes(), "main.main", "mine", "main.burn"))
	for _, name := range []string{"heap", "block", "mutex", "threadcreate"} {
		out.Reset()
		fmt.Println(name, pprof.Lookup(name).WriteTo(&out, 0), has(out.Bytes(), "count"))
	}
}

// Output:
// <nil>
// cpu profiling already in use
// [true true false true true true]
// <nil>
// [false true true true]
// 2 true true 0
// <nil> 1
// [true true false]
// heap <nil> [true]
// block <nil> [true]
// mutex <nil> [true]
// threadcreate <nil> [true]
