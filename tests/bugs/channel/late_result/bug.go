// bug: leak bug.go:15
// why: Nobody receives from the unbuffered channel if fetch is cancelled before the result is there.
// depth: 0 (some schedules)

package main

import (
	"errors"
	"fmt"
)

func fetch(cancelled <-chan struct{}) error {
	result := make(chan int)
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
