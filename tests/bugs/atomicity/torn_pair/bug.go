// bug: panic "torn read" bug.go:41
// why: The reader tests the sequence number before it reads, but not once more behind.
// depth: 1

package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type pair struct{ seq, x, y atomic.Int32 }

func (p *pair) write(v int32) {
	p.seq.Add(1)
	p.x.Store(v)
	p.y.Store(v)
	p.seq.Add(1)
}

func (p *pair) read() (x, y int32) {
	for {
		seq := p.seq.Load()
		if seq%2 == 1 {
			runtime.Gosched()
			continue
		}
		x, y = p.x.Load(), p.y.Load()
		return x, y
	}
}

func main() {
	p := &pair{}
	var wg sync.WaitGroup
	wg.Go(func() { p.write(5) })
	wg.Go(func() {
		if x, y := p.read(); x != y {
			panic("torn read")
		}
	})
	wg.Wait()
	fmt.Println(p.read())
}
