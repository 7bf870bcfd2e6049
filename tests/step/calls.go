// Blocking calls: a short one keeps its P; sysmon retakes the P of one that lasts, and another M goes on with it.
package main

import (
	"os"
	"sync"
)

func read(wg *sync.WaitGroup) {
	defer wg.Done()
	os.ReadFile("/dev/null")
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go read(&wg)
	}
	wg.Wait()
}
