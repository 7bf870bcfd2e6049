// bug: race main.config bug.go:21
// why: The first check reads the pointer without the lock under which it is written.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type settings struct{ level int }

var (
	mu     sync.Mutex
	config *settings
)

func get() *settings {
	if config == nil {
		mu.Lock()
		defer mu.Unlock()
		if config == nil {
			config = &settings{level: 3}
		}
	}
	return config
}

func main() {
	var sum atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { sum.Add(int32(get().level)) })
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
