package sync

import (
	"internal/rt"
	"sync/atomic"
)

// A WaitGroup waits for a number of tasks to be done.
type WaitGroup struct {
	state uint64 // high half: the counter, low half: the number of waiters
	sema  uint32
}

// Add adds delta to the counter; at zero all waiters go on, below zero it panics.
func (wg *WaitGroup) Add(delta int) {
	if state := atomic.AddUint64(&wg.state, uint64(delta)<<32); int32(state>>32) <= 0 || uint32(state) != 0 {
		wg.added(delta, state)
	}
}

// added deals with the counter's new state when that is zero, wrong, or somebody waits.
func (wg *WaitGroup) added(delta int, state uint64) {
	count, waiters := int32(state>>32), uint32(state)
	if count < 0 {
		panic("sync: negative WaitGroup counter")
	}
	if waiters != 0 && delta > 0 && count == int32(delta) {
		panic("sync: WaitGroup misuse: Add called concurrently with Wait")
	}
	if count > 0 || waiters == 0 {
		return
	}
	if !rt.GroupIsDone(&wg.state) {
		panic("sync: WaitGroup misuse: Add called concurrently with Wait")
	}
}

// Done takes one from the counter.
func (wg *WaitGroup) Done() { wg.Add(-1) }

// Wait returns when the counter is zero.
func (wg *WaitGroup) Wait() {
	if atomic.LoadUint64(&wg.state)>>32 != 0 {
		wg.waitSlow()
	}
}

func (wg *WaitGroup) waitSlow() {
	rt.WaitForGroup(&wg.state)
	if atomic.LoadUint64(&wg.state) != 0 {
		panic("sync: WaitGroup is reused before previous Wait has returned")
	}
}

// Go runs f in a goroutine of its own that the group waits for. A panic of f ends the program before the task counts as done.
func (wg *WaitGroup) Go(f func()) {
	wg.Add(1)
	go func() {
		defer func() {
			if x := recover(); x != nil {
				panic(x)
			}
			wg.Done()
		}()
		f()
	}()
}
