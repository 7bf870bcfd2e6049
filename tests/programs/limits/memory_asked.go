// Collections that the program asks for are no sign that memory is scarce, however near the limit it is.
package main

import (
	"fmt"
	"runtime"
)

var (
	keep [][]byte
	sum  int
)

// work runs for longer than a slice.
func work() {
	for i := range 1_000_000 {
		sum += i
	}
}

func main() {
	for range 62 {
		keep = append(keep, make([]byte, 1<<20))
	}
	for range 10 {
		runtime.GC()
		work()
	}
	fmt.Println("still here")
}

// Flags: --max-memory 64MiB
// Output:
// still here
