// fixed: the channel has room for the one result.
// outputs: "done\n"

package main

import (
	"errors"
	"fmt"
)

func fetch(cancelled <-chan struct{}) error {
	result := make(chan int, 1)
	go func() {
		result <- 42
	}()
	select {
	case <-result:
		return nil
	case <-cancelled:
		return errors.New("cancelled")
	}
}

func main() {
	cancelled := make(chan struct{})
	go func() { close(cancelled) }()
	_ = fetch(cancelled)
	fmt.Println("done")
}
