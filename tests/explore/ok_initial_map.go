// The order in which main visits a map that initialisation has made is the same in each run.
package main

import "sync"

var locks = map[string]*sync.Mutex{"a": {}, "b": {}}

func main() {
	var order []*sync.Mutex
	for _, l := range locks {
		order = append(order, l)
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, l := range order {
				l.Lock()
			}
			for _, l := range order {
				l.Unlock()
			}
		})
	}
	wg.Wait()
}
