// bug: panic "lost word" bug.go:28
// why: Each operation of sync.Map is atomic, but a Load and a Store behind it are two.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

func count(m *sync.Map, word string) {
	n := 0
	if v, ok := m.Load(word); ok {
		n = v.(int)
	}
	m.Store(word, n+1)
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
