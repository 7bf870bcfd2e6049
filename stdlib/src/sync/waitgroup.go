package sync

import (
	"internal/rt"
	"internal/synctest"
	"sync/atomic"
	"unsafe"
)

// A WaitGroup waits for a number of tasks to be done.
type WaitGroup struct {
	state  uint64 // high half: the counter, low half: the number of waiters, and bubbled
	sema   uint32
	bubble uint32 // number of the bubble whose goroutines use the group, if bubbled is set
}

// bubbled is set in the state of a group that belongs to a bubble.
const bubbled = 1 << 31

// Add adds delta to the counter; at zero all waiters go on, below zero it panics.
func (wg *WaitGroup) Add(delta int) {
	own := synctest.Active != 0 && wg.associate()
	if state := atomic.AddUint64(&wg.state, uint64(delta)<<32); int32(state>>32) <= 0 || uint32(state) != 0 {
		wg.added(delta, state, own)
	}
}

// added handles a counter that has become zero or negative, or that goroutines wait for. own says that the group belongs to the caller's bubble.
func (wg *WaitGroup) added(delta int, state uint64, own bool) {
	count, waiters := int32(state>>32), uint32(state)&^bubbled
	if state&bubbled != 0 && !own {
		rt.Fatal("sync: WaitGroup.Add called from inside and outside synctest bubble")
	}
	if count < 0 {
		panic("sync: negative WaitGroup counter")
	}
	if waiters != 0 && delta > 0 && count == int32(delta) {
		panic("sync: WaitGroup misuse: Add called concurrently with Wait")
	}
	if count > 0 || waiters == 0 {
		return
	}
	if own {
		atomic.StoreUint32(&wg.bubble, 0)
	}
	if !rt.GroupIsDone(&wg.state) {
		panic("sync: WaitGroup misuse: Add called concurrently with Wait")
	}
}

// associate associates the group with the caller's bubble and returns true, if the caller is in one. A package-level
// variable is never associated.
func (wg *WaitGroup) associate() bool {
	id := synctest.Current()
	if id == 0 || !synctest.OnHeap(unsafe.Pointer(wg)) {
		return false
	}
	if !atomic.CompareAndSwapUint32(&wg.bubble, 0, id) && atomic.LoadUint32(&wg.bubble) != id {
		rt.Fatal("sync: WaitGroup.Add called from multiple synctest bubbles")
	}
	for {
		state := atomic.LoadUint64(&wg.state)
		if state&bubbled != 0 {
			return true
		}
		if state != 0 {
			rt.Fatal("sync: WaitGroup.Add called from inside and outside synctest bubble")
		}
		if atomic.CompareAndSwapUint64(&wg.state, 0, bubbled) {
			return true
		}
	}
}

// isOwn reports whether the group belongs to the caller's bubble.
func (wg *WaitGroup) isOwn() bool {
	id := synctest.Current()
	return id != 0 && atomic.LoadUint32(&wg.bubble) == id
}

// Done subtracts one from the counter.
func (wg *WaitGroup) Done() { wg.Add(-1) }

// Wait returns when the counter is zero.
func (wg *WaitGroup) Wait() {
	if state := atomic.LoadUint64(&wg.state); state != 0 {
		wg.waitSlow(state)
	}
}

func (wg *WaitGroup) waitSlow(state uint64) {
	own := state&bubbled != 0 && wg.isOwn()
	if state>>32 != 0 {
		parked := rt.WaitForGroup(&wg.state, own)
		state = atomic.LoadUint64(&wg.state)
		// A caller that did not park may still see the waiters that the last Done is about to wake.
		if parked && state&^bubbled != 0 {
			panic("sync: WaitGroup is reused before previous Wait has returned")
		}
	}
	// If no goroutine adds meanwhile, the group may be used in another bubble from now on.
	if own && state == bubbled && atomic.CompareAndSwapUint64(&wg.state, state, 0) {
		atomic.StoreUint32(&wg.bubble, 0)
	}
}

// Go runs f in a new goroutine that the group waits for. A panic of f ends the program before the task counts as
// done.
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
