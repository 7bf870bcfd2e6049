// Gosched lets the other goroutines of the P run: two goroutines on one P take strict turns.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	runtime.GOMAXPROCS(1)
	var wg sync.WaitGroup
	order := ""
	for _, name := range []string{"a", "b"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 3 {
				order += name
				runtime.Gosched()
			}
		}()
	}
	wg.Wait()
	alternating := true
	for i := 1; i < len(order); i++ {
		alternating = alternating && order[i] != order[i-1]
	}
	fmt.Println(len(order), "turns, alternating:", alternating)
}

// Flags: --without preempt
// Output:
// 6 turns, alternating: true
