// Closing a channel readies what waits for it last in, first out; the first to wait runs next.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	runtime.GOMAXPROCS(1)
	c := make(chan int)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			<-c
			fmt.Println(i)
		})
	}
	for range 20 {
		runtime.Gosched()
	}
	close(c)
	wg.Wait()
}

// Output:
// 5
// 4
// 3
// 2
// 1
// 0
