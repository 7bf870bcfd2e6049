// The last task is done while others are about to wait: none of these waits takes the group for one that is used again.
package main

import (
	"fmt"
	"sync"
)

func main() {
	for range 5000 {
		var ready, done sync.WaitGroup
		ready.Add(5)
		done.Add(5)
		for range 5 {
			go func() {
				defer done.Done()
				ready.Done()
				ready.Wait()
			}()
		}
		done.Wait()
	}
	fmt.Println("all waited")
}

// Output:
// all waited
