// fixed: stop waits before it locks.
// outputs: "3\n"

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
	p.wg.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done
}

func main() {
	p := &pool{}
	for range 3 {
		p.wg.Go(p.work)
	}
	fmt.Println(p.stop())
}
