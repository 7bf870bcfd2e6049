// bug: panic "two inside" bug.go:35
// why: In Peterson's lock a goroutine must raise its flag before it gives the turn away; here it does it behind.
// depth: 2

package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type lock struct {
	want [2]atomic.Bool
	turn atomic.Int32
}

func (l *lock) lock(me int32) {
	l.turn.Store(1 - me)
	l.want[me].Store(true)
	for l.want[1-me].Load() && l.turn.Load() == 1-me {
		runtime.Gosched()
	}
}

func main() {
	var l lock
	var inside atomic.Int32
	var wg sync.WaitGroup
	for me := range int32(2) {
		wg.Go(func() {
			l.lock(me)
			if inside.Add(1) != 1 {
				panic("two inside")
			}
			inside.Add(-1)
			l.want[me].Store(false)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
