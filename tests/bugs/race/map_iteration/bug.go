// bug: race ages bug.go:23
// bug: fatal "concurrent map iteration and map write" bug.go:18
// why: One goroutine iterates over the map while another deletes from it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	ages := map[string]int{"ann": 30, "bob": 40, "eve": 50}
	total := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		for _, age := range ages {
			total += age
		}
	})
	wg.Go(func() {
		delete(ages, "zoe")
	})
	wg.Wait()
	fmt.Println(total, len(ages))
}
