// fixed: a select with a default drops what has no room.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	recent := make(chan int, 1)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			select {
			case recent <- i:
			default:
			}
		})
	}
	wg.Wait()
	fmt.Println(len(recent))
}
