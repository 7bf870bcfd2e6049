// fixed: the result of Add is the ticket.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var last atomic.Int32

func ticket() int32 {
	return last.Add(1)
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
