// Settings of the process that initialisation has made hold in each run.
package main

import (
	"os/signal"
	"sync"
	"syscall"
)

func init() { signal.Ignore(syscall.SIGHUP) }
func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); mu.Unlock() })
	}
	wg.Wait()
	if !signal.Ignored(syscall.SIGHUP) {
		panic("not ignored")
	}
}
