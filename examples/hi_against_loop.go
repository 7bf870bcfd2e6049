// A loop without any call cannot keep a goroutine from running, not even on one P.
package main

import (
	"fmt"
	"os"
	"runtime"
)

func main() {
	runtime.GOMAXPROCS(1)
	go func() {
		fmt.Println("hi")
		os.Exit(0)
	}()
	for {
	}
}

// Output:
// hi
