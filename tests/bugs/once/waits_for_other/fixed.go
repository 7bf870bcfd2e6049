// fixed: the value is sent before the call.
// outputs: "3\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	settings := make(chan int, 2)
	level := 0
	setup := func() { level = <-settings }
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			settings <- 3
			once.Do(setup)
		})
	}
	wg.Wait()
	fmt.Println(level)
}
