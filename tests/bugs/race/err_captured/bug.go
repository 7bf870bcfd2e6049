// bug: race err bug.go:25
// why: The goroutine assigns to its caller's err with = where := was meant.
// depth: 0 (every schedule)

package main

import (
	"errors"
	"fmt"
	"sync"
)

func step(n int) (int, error) {
	if n > 5 {
		return 0, errors.New("large")
	}
	return n * 2, nil
}

func main() {
	var wg sync.WaitGroup
	first, err := step(1)
	second := 0
	wg.Go(func() {
		if second, err = step(2); err != nil {
			fmt.Println(err)
		}
	})
	if _, err = step(3); err != nil {
		fmt.Println(err)
	}
	wg.Wait()
	fmt.Println(first, second, err)
}
