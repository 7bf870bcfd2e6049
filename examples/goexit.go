// Goexit ends its goroutine, runs its deferred calls, and leaves the others alone.
package main

import (
	"fmt"
	"runtime"
)

func inner() {
	defer fmt.Println("deferred in inner")
	runtime.Goexit()
	fmt.Println("never printed")
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("recovered:", recover()) }()
		inner()
		fmt.Println("never printed")
	}()
	<-done
	fmt.Println("main goes on")
}

// Output:
// deferred in inner
// recovered: <nil>
// main goes on
