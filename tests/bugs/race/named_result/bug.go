// bug: race err bug.go:17
// why: A goroutine assigns to the named result that the function assigns to itself meanwhile.
// depth: 0 (every schedule)

package main

import (
	"errors"
	"fmt"
	"sync"
)

func save(parts int) (err error) {
	var wg sync.WaitGroup
	wg.Go(func() {
		if parts > 1 {
			err = errors.New("too many parts")
		}
	})
	if parts < 0 {
		err = errors.New("negative")
	}
	if err != nil {
		return err
	}
	wg.Wait()
	return err
}

func main() {
	fmt.Println(save(2))
}
