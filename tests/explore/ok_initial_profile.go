// Each run has the heap profile of initialisation.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

var kept [][]byte

func init() {
	runtime.MemProfileRate = 1
	for range 50 {
		kept = append(kept, make([]byte, 1000))
	}
}

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); mu.Unlock() })
	}
	wg.Wait()
	var records [100]runtime.MemProfileRecord
	n, ok := runtime.MemProfile(records[:], true)
	objects := int64(0)
	for _, record := range records[:n] {
		if record.AllocBytes == 1024*record.AllocObjects {
			objects += record.AllocObjects
		}
	}
	if !ok || objects < 40 {
		panic(fmt.Sprint(n, " records, ", objects, " objects"))
	}
}
