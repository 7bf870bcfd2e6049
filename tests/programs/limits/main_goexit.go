// The main goroutine ends by Goexit and no other is left.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	defer fmt.Println("deferred")
	runtime.Goexit()
}

// Exit: 2
// Stderr:
// fatal error: no goroutines (main called runtime.Goexit) - deadlock!
// Output:
// deferred
