// NumGoroutine counts the goroutines that exist, the waiting ones too.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	release := make(chan bool)
	var wg sync.WaitGroup
	for range 100 {
		wg.Add(1)
		go func() {
			<-release
			wg.Done()
		}()
	}
	fmt.Println("waiting:", runtime.NumGoroutine())
	close(release)
	wg.Wait()
	for runtime.NumGoroutine() > 1 {
		time.Sleep(time.Millisecond)
	}
	fmt.Println("ended:", runtime.NumGoroutine())
}

// Output:
// waiting: 101
// ended: 1
