// bug: race e.n bug.go:17
// why: sync.Map guards the map, not what its values point to.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type entry struct{ n int }

func count(m *sync.Map, k string) *entry {
	v, _ := m.LoadOrStore(k, &entry{})
	e := v.(*entry)
	e.n++
	return e
}

func main() {
	var m sync.Map
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { count(&m, "k") })
	}
	wg.Wait()
	fmt.Println(count(&m, "k").n)
}
