// A position less one means the same frame, also that of a function that is inlined.
package main

import (
	"fmt"
	"runtime"
)

func inner(pcs []uintptr) int { return runtime.Callers(1, pcs) }

func middle(pcs []uintptr) int { return inner(pcs) }

func outer(pcs []uintptr) int { return middle(pcs) }

func main() {
	pcs := make([]uintptr, 4)
	n := outer(pcs)
	frames := runtime.CallersFrames(pcs[:n])
	for range n {
		frame, _ := frames.Next()
		fmt.Println(frame.Function, frame.Entry != 0)
	}
	for i, pc := range pcs[:n] {
		// gc keeps the functions that are inlined beside another among the positions.
		if i == 0 || i == n-1 {
			fmt.Println(runtime.FuncForPC(pc - 1).Name())
		}
	}
}

// Output:
// main.inner true
// main.middle true
// main.outer true
// main.main true
// main.inner
// main.main
