// fixed: the goroutine declares an err of its own.
// outputs: "2 4 <nil>\n"

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
		n, err := step(2)
		if err != nil {
			fmt.Println(err)
		}
		second = n
	})
	if _, err := step(3); err != nil {
		fmt.Println(err)
	}
	wg.Wait()
	fmt.Println(first, second, err)
}
