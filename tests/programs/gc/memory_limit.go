// Garbage is collected before the memory limit ends a program, also in the middle of large allocations.
package main

import (
	"fmt"
	"strings"
)

var sink any

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func main() {
	for range 50 {
		sink = make([]byte, 20<<20)
	}
	for range 50 {
		sink = strings.Repeat("x", 25<<20)
	}
	for range 50 {
		sink = make(chan int, 2<<20)
	}
	for range 20 {
		done := make(chan int)
		go func() { done <- deep(100_000) }()
		sink = <-done
	}
	for range 300_000 {
		sink = &struct{ a [20]int }{}
	}
	fmt.Println("alive")
}

// Flags: --max-memory 64MiB
// Output:
// alive
