// bug: output "1"
// right: 2
// why: A lost update that nothing in the program notices: it shows only in the output.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			old := n.Load()
			n.Store(old + 1)
		})
	}
	wg.Wait()
	fmt.Println(n.Load())
}
