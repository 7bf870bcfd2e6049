// fixed: both hold a lock.
// outputs: "120 3\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	ages := map[string]int{"ann": 30, "bob": 40, "eve": 50}
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, age := range ages {
			total += age
		}
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		delete(ages, "zoe")
	})
	wg.Wait()
	fmt.Println(total, len(ages))
}
