// Package sync has locks and the other ways for goroutines to wait for one another.
package sync

import (
	"internal/rt"
	"sync/atomic"
	"unsafe"
)

// A Locker can be locked and unlocked.
type Locker interface {
	Lock()
	Unlock()
}

// A Mutex is a lock that one goroutine holds at a time; the zero value is unlocked.
type Mutex struct {
	word uint16
	_    uint16 // with the next: which goroutine has locked it last, and where; for reports of deadlocks
	_    uint32
}

// Lock takes the lock, waiting for it if need be.
func (m *Mutex) Lock() {
	if !rt.TryLock(&m.word) {
		m.lockSlow()
	}
}

func (m *Mutex) lockSlow() { rt.Lock(&m.word) }

// TryLock takes the lock if that needs no waiting.
func (m *Mutex) TryLock() bool {
	if rt.TryLock(&m.word) {
		return true
	}
	return false
}

// Unlock gives the lock back; any goroutine may do it.
func (m *Mutex) Unlock() {
	if !rt.TryUnlock(&m.word) {
		m.unlockSlow()
	}
}

func (m *Mutex) unlockSlow() { rt.Unlock(&m.word) }

// Once runs one function once; the zero value has not run any.
type Once struct {
	done uint32
	m    Mutex
}

// Do runs f if no Do of this Once did before, and returns when that first f has returned (or panicked).
func (o *Once) Do(f func()) {
	if atomic.LoadUint32(&o.done) == 0 {
		o.doSlow(f)
	}
}

func (o *Once) doSlow(f func()) {
	o.m.Lock()
	defer o.m.Unlock()
	if o.done == 0 {
		defer atomic.StoreUint32(&o.done, 1)
		f()
	}
}

// OnceFunc returns a function that runs f at its first call; if f panics, every call panics with the same value.
func OnceFunc(f func()) func() {
	var once Once
	valid := false
	var failure any
	run := func() {
		defer func() {
			f = nil
			failure = recover()
			if !valid {
				panic(failure)
			}
		}()
		f()
		valid = true
	}
	return func() {
		once.Do(run)
		if !valid {
			panic(failure)
		}
	}
}

// A Cond lets goroutines wait for an event; L is held when a waiter looks at the condition.
type Cond struct {
	L       Locker
	m       Mutex
	waiters []*uint32
	self    uintptr // its address, once used
}

// check panics if c is a copy of one that was used.
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

// giveUp ends a goroutine that waited, as if it had never done so: L is held again, for deferred calls. If a signal is on its way to
// it, that goes to another.
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

// Broadcast wakes all that wait.
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
