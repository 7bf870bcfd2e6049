// Each run has memory of its own where initialisation has mapped some.
package main

import (
	"sync"
	"syscall"
)

var m, _ = syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); m[0]++; mu.Unlock() })
	}
	wg.Wait()
	if m[0] != 2 {
		panic(m[0])
	}
}
