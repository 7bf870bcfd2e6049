// fixed: the entry's count is atomic.
// outputs: "3\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type entry struct{ n atomic.Int32 }

func count(m *sync.Map, k string) *entry {
	v, _ := m.LoadOrStore(k, &entry{})
	e := v.(*entry)
	e.n.Add(1)
	return e
}

func main() {
	var m sync.Map
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { count(&m, "k") })
	}
	wg.Wait()
	fmt.Println(count(&m, "k").n.Load())
}
