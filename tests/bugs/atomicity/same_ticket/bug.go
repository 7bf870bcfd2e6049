// bug: panic "same ticket" bug.go:28
// why: The number is raised and read in two operations, so that two callers may read the same one.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var last atomic.Int32

func ticket() int32 {
	last.Add(1)
	return last.Load()
}

func main() {
	var tickets [2]int32
	var wg sync.WaitGroup
	for i := range tickets {
		wg.Go(func() { tickets[i] = ticket() })
	}
	wg.Wait()
	if tickets[0] == tickets[1] {
		panic("same ticket")
	}
	fmt.Println(last.Load())
}
