// A goroutine whose loop never looks at done goes on after everybody has lost interest in it.
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

var turns atomic.Int64

func forgets(done <-chan struct{}) {
	for {
		turns.Add(1)
		runtime.Gosched()
	}
}

func listens(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		default:
			runtime.Gosched()
		}
	}
}

func main() {
	done := make(chan struct{})
	go forgets(done)
	go listens(done)
	for turns.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	close(done)
	for runtime.NumGoroutine() > 2 {
		time.Sleep(time.Millisecond)
	}
	seen := turns.Load()
	for turns.Load() == seen {
		time.Sleep(time.Millisecond)
	}
	fmt.Println("goroutines left:", runtime.NumGoroutine())
}

// Output:
// goroutines left: 2
