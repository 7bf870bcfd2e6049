// fixed: CompareAndSwap stores only over the value that was loaded.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
)

func count(m *sync.Map, word string) {
	for {
		v, _ := m.LoadOrStore(word, 0)
		if m.CompareAndSwap(word, v, v.(int)+1) {
			return
		}
	}
}

func main() {
	var m sync.Map
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { count(&m, "go") })
	}
	wg.Wait()
	if v, _ := m.Load("go"); v != 2 {
		panic("lost word")
	}
	fmt.Println("done")
}
