// bug: deadlock bug.go:20
// bug: deadlock bug.go:28
// why: stop waits for the workers under the mutex that a worker locks before it ends.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type pool struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	done int
}

func (p *pool) work() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
}

func (p *pool) stop() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wg.Wait()
	return p.done
}

func main() {
	p := &pool{}
	for range 3 {
		p.wg.Go(p.work)
	}
	fmt.Println(p.stop())
}
