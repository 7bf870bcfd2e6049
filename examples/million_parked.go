// A million goroutines wait at the same time for one channel to be closed.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	const n = 1_000_000
	var ready, done sync.WaitGroup
	release := make(chan bool)
	ready.Add(n)
	done.Add(n)
	for range n {
		go func() {
			ready.Done()
			<-release
			done.Done()
		}()
	}
	ready.Wait()
	fmt.Println("goroutines:", runtime.NumGoroutine())
	close(release)
	done.Wait()
	fmt.Println("all of them went on")
}

// Output:
// goroutines: 1000001
// all of them went on
