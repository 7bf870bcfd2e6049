// fixed: its user empties it before use.
// outputs: "done\n"

package main

import (
	"fmt"
	"strings"
	"sync"
)

func main() {
	pool := sync.Pool{New: func() any { return new(strings.Builder) }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b := pool.Get().(*strings.Builder)
			b.Reset()
			b.WriteString("x")
			if b.String() != "x" {
				panic("text of another request")
			}
			pool.Put(b)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
