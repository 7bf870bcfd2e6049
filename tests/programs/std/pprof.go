package main

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
)

func waiter(c chan int) { <-c }

// without drops what differs from run to run: addresses, offsets, directories.
func without(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		switch {
		case strings.Contains(line, " @ "):
			line = line[:strings.Index(line, " @ ")] + " @\n"
		case fields[0] == "#":
			fields = strings.Fields(line)
			name, _, _ := strings.Cut(fields[2], "+")
			if strings.HasPrefix(name, "runtime") {
				continue
			}
			line = "# " + name + fields[3][strings.LastIndex(fields[3], "/"):] + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}

func main() {
	c := make(chan int)
	for range 3 {
		go waiter(c)
	}
	for strings.Count(dump(2), "[chan receive]") < 3 {
		runtime.Gosched()
	}
	fmt.Print(without(dump(1)))
	fmt.Println(strings.Contains(dump(2), "goroutine 1 [running]:"), strings.Contains(dump(2), "created by main.main in goroutine 1"))
	fmt.Println(pprof.Lookup("goroutine").Count(), pprof.Lookup("nope") == nil)
	mine := pprof.NewProfile("mine")
	mine.Add(1, 0)
	fmt.Println(mine.Count(), pprof.Lookup("mine") == mine)
	for _, p := range pprof.Profiles() {
		fmt.Print(p.Name(), " ")
	}
	fmt.Println()
	pprof.Do(context.Background(), pprof.Labels("b", "2", "a", "1"), func(ctx context.Context) {
		pprof.ForLabels(ctx, func(key, value string) bool {
			fmt.Print(key, "=", value, " ")
			return true
		})
		value, ok := pprof.Label(ctx, "b")
		fmt.Println(value, ok)
	})
}

func dump(debug int) string {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, debug); err != nil {
		panic(err)
	}
	return b.String()
}

// Output:
// goroutine profile: total 4
// 3 @
// # main.waiter/pprof.go:12
//
// 1 @
// # main.dump/pprof.go:65
// # main.main/pprof.go:43
//
// true true
// 4 true
// 1 true
// allocs block goroutine goroutineleak heap mine mutex threadcreate 
// a=1 b=2 2 true
