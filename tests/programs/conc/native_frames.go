// A goroutine that waits in a function without a Go body has a frame for it, also where `go` calls nothing else.
package main

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

func sleeper() {
	time.Sleep(time.Hour)
}

func dump() string {
	buf := make([]byte, 1<<16)
	return string(buf[:runtime.Stack(buf, true)])
}

func main() {
	go time.Sleep(time.Hour)
	go sleeper()
	// They run when they will; what they then look like is the point.
	for strings.Count(dump(), "[sleep]") < 2 {
		runtime.Gosched()
	}
	for _, g := range strings.Split(dump(), "\n\n") {
		if strings.Contains(g, "[sleep]") {
			fmt.Println(strings.Join(regexp.MustCompile(`(?m)^\w\S+\(|native_frames.go:\d+`).FindAllString(g, -1), " "))
		}
	}
	var text strings.Builder
	pprof.Lookup("goroutine").WriteTo(&text, 1)
	fmt.Println(strings.Contains(text.String(), "time.Sleep"))
}

// Output:
// time.Sleep( native_frames.go:23
// time.Sleep( main.sleeper( native_frames.go:14 native_frames.go:24
// true
