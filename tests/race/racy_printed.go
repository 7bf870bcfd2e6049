// What packages keep for use again, as fmt does its printers, orders nothing: the first goroutine formats after the second
// one has.
package main

import (
	"fmt"
	"time"
)

func answer(n int) string {
	if n == 0 {
		time.Sleep(2 * time.Second)
	}
	return fmt.Sprint("answer ", n)
}

func main() {
	var text string
	for n := range 2 {
		done := make(chan bool)
		go func() {
			text = answer(n) // RACE RACE
			close(done)
		}()
		select {
		case <-done:
			fmt.Sprint(text)
		case <-time.After(time.Second):
		}
	}
	time.Sleep(2 * time.Second)
}
