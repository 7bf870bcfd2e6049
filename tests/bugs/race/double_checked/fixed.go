// fixed: sync.Once does the whole.
// outputs: "6\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type settings struct{ level int }

var (
	once   sync.Once
	config *settings
)

func get() *settings {
	once.Do(func() { config = &settings{level: 3} })
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
