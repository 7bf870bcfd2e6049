// One goroutine works for some milliseconds while main waits for it.
package main

import (
	"fmt"
	"sync"
)

// work keeps a CPU busy and returns a number that depends on every step.
func work(steps int) uint32 {
	x := uint32(1)
	for i := 0; i < steps; i++ {
		x = x*1664525 + 1013904223
	}
	return x
}

func main() {
	var wg sync.WaitGroup
	var result uint32
	wg.Add(1)
	go func() {
		defer wg.Done()
		result = work(1_000_000)
	}()
	wg.Wait()
	fmt.Println("worked:", result)
}

// Output:
// worked: 366300225
