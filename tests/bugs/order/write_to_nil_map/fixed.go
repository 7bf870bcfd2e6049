// fixed: the map is made before either starts.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) init() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m["init"] = 1
}

func (s *store) put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = v
}

func main() {
	s := &store{m: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(s.init)
	wg.Go(func() { s.put("a", 1) })
	wg.Wait()
	fmt.Println(s.m["a"])
}
