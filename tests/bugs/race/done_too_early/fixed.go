// fixed: Done is deferred.
// outputs: "45\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	total := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		sum := 0
		for i := range 10 {
			sum += i
		}
		total = sum
	}()
	wg.Wait()
	fmt.Println(total)
}
