// fixed: Resign clears the lease by compare-and-swap
// outputs: "terms: 3\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const nobody = 0

type Election struct {
	holder  atomic.Int32
	leading atomic.Int32
	terms   atomic.Int32
}

func (e *Election) Campaign(id int32) {
	for !e.holder.CompareAndSwap(nobody, id) {
		time.Sleep(5 * time.Millisecond)
	}
}

func (e *Election) Resign(id int32) {
	e.holder.CompareAndSwap(id, nobody)
}

// expire takes the lease from id, should it still have it.
func (e *Election) expire(id int32) {
	e.holder.CompareAndSwap(id, nobody)
}

func (e *Election) lead() {
	if e.leading.Add(1) > 1 {
		panic("two leaders")
	}
	e.terms.Add(1)
	e.leading.Add(-1)
}

func main() {
	e := &Election{}
	e.Campaign(1)
	var wg sync.WaitGroup
	for id := int32(2); id <= 3; id++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			e.Campaign(id)
			e.lead()
			e.Resign(id)
		}()
	}
	e.lead()
	t := time.AfterFunc(10*time.Millisecond, func() { e.expire(1) })
	time.Sleep(10 * time.Millisecond) // write the state down
	e.Resign(1)
	t.Stop()
	wg.Wait()
	fmt.Println("terms:", e.terms.Load())
}
