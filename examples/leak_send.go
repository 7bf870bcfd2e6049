// A goroutine that sends where nobody receives stays for ever: NumGoroutine tells.
package main

import (
	"fmt"
	"runtime"
)

func leak() {
	ch := make(chan int)
	go func() {
		ch <- 1 // nobody will ever receive
	}()
}

func main() {
	before := runtime.NumGoroutine()
	for range 10 {
		leak()
	}
	fmt.Println("before:", before, "after:", runtime.NumGoroutine())
}

// Output:
// before: 1 after: 11
