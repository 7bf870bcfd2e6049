package sync

import (
	"internal/rt"
	"sync/atomic"
	"unsafe"
)

// A Cond lets goroutines wait for an event; a waiter holds L when it checks the condition.
type Cond struct {
	L       Locker
	m       Mutex
	waiters []*uint32
	self    uintptr // its address, after the first use
}

// check panics if c is a copy of a Cond that was used.
func (c *Cond) check() {
	at := uintptr(unsafe.Pointer(c))
	if atomic.LoadUintptr(&c.self) != at && !atomic.CompareAndSwapUintptr(&c.self, 0, at) && atomic.LoadUintptr(&c.self) != at {
		panic("sync.Cond is copied")
	}
}

// NewCond makes a Cond with the lock l.
func NewCond(l Locker) *Cond { return &Cond{L: l} }

// Wait unlocks L, sleeps until Signal or Broadcast wakes it, and locks L again.
func (c *Cond) Wait() {
	c.check()
	sema := new(uint32)
	c.m.Lock()
	c.waiters = append(c.waiters, sema)
	c.m.Unlock()
	c.L.Unlock()
	if !rt.SemAcquire(sema, false, rt.WhyCond) {
		c.giveUp(sema)
	}
	c.L.Lock()
}

// giveUp ends a goroutine that waited, as if it had never waited: it locks L again, for deferred calls. A signal that
// is already meant for it goes to another goroutine.
func (c *Cond) giveUp(sema *uint32) {
	c.m.Lock()
	there := false
	for i, waiter := range c.waiters {
		if waiter == sema {
			there = true
			c.waiters = append(c.waiters[:i:i], c.waiters[i+1:]...)
			break
		}
	}
	c.m.Unlock()
	if !there {
		c.Signal()
	}
	c.L.Lock()
	rt.End()
}

// Signal wakes the goroutine that has waited longest, if any waits.
func (c *Cond) Signal() {
	c.check()
	c.m.Lock()
	var sema *uint32
	if len(c.waiters) > 0 {
		sema = c.waiters[0]
		c.waiters[0] = nil
		c.waiters = c.waiters[1:]
	}
	c.m.Unlock()
	if sema != nil {
		rt.SemRelease(sema, false)
	}
}

// Broadcast wakes all waiting goroutines.
func (c *Cond) Broadcast() {
	c.check()
	c.m.Lock()
	all := c.waiters
	c.waiters = nil
	c.m.Unlock()
	for _, sema := range all {
		rt.SemRelease(sema, false)
	}
}
