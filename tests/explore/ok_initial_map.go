// The order in which main visits a map that initialisation has made is the same in each run.
package main

import "sync"

var locks = map[string]*sync.Mutex{"a": {}, "b": {}}

func all() {
	for _, l := range locks {
		l.Lock()
	}
	for _, l := range locks {
		l.Unlock()
	}
}
func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(all)
	}
	wg.Wait()
}
