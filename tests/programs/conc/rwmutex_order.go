// A reader that has waited for a writer reads before the next write: at once on one P, and where it has waited for long.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func order(wait func()) {
	var mu sync.RWMutex
	var done sync.WaitGroup
	n := 1
	mu.Lock()
	done.Go(func() {
		mu.RLock()
		fmt.Println("read", n)
		mu.RUnlock()
	})
	wait()
	mu.Unlock()
	mu.Lock()
	n++
	mu.Unlock()
	done.Wait()
}

func main() {
	order(func() { time.Sleep(20 * time.Millisecond) })
	runtime.GOMAXPROCS(1)
	order(func() {
		// One alone may go on with this goroutine: every 61st look is at the global queue first.
		for range 10 {
			runtime.Gosched()
		}
	})
}

// Output:
// read 1
// read 1
