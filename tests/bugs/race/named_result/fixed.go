// fixed: the goroutine has a variable of its own.
// outputs: "too many parts\n"

package main

import (
	"errors"
	"fmt"
	"sync"
)

func save(parts int) (err error) {
	var failed error
	var wg sync.WaitGroup
	wg.Go(func() {
		if parts > 1 {
			failed = errors.New("too many parts")
		}
	})
	if parts < 0 {
		err = errors.New("negative")
	}
	wg.Wait()
	if err == nil {
		err = failed
	}
	return err
}

func main() {
	fmt.Println(save(2))
}
