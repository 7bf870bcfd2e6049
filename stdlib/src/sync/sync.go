// Package sync has locks and the other ways for goroutines to wait for one another.
package sync

import (
	"internal/rt"
	"sync/atomic"
)

// A Locker can be locked and unlocked.
type Locker interface {
	Lock()
	Unlock()
}

// A Mutex is a lock that one goroutine holds at a time; the zero value is unlocked.
type Mutex struct {
	state int32 // bit 0: locked; bit 1: a woken waiter is on its way; the rest: waiters that sleep
	sema  uint32
}

const (
	mutexLocked = 1 << iota
	mutexWoken
	mutexWaiter
)

// Lock takes the lock, waiting for it if need be.
func (m *Mutex) Lock() {
	if !atomic.CompareAndSwapInt32(&m.state, 0, mutexLocked) {
		m.lockSlow()
	}
}

// TryLock takes the lock if that needs no waiting.
func (m *Mutex) TryLock() bool {
	old := atomic.LoadInt32(&m.state)
	return old&mutexLocked == 0 && atomic.CompareAndSwapInt32(&m.state, old, old|mutexLocked)
}

// spins is how often a goroutine looks whether the lock is free before it sleeps: about as long as a short critical section takes.
const spins = 8

// lockSlow competes for the lock, sleeping in between. Whoever has been woken once queues at the head from then on.
func (m *Mutex) lockSlow() {
	woken := false
	for tries := 0; ; tries++ {
		old := atomic.LoadInt32(&m.state)
		if old&mutexLocked != 0 && tries < spins {
			continue
		}
		next := old | mutexLocked
		if old&mutexLocked != 0 {
			next = old + mutexWaiter
		}
		if woken {
			next &^= mutexWoken
		}
		if !atomic.CompareAndSwapInt32(&m.state, old, next) {
			continue
		}
		if old&mutexLocked == 0 {
			return
		}
		rt.SemAcquire(&m.sema, woken, rt.WhyMutex)
		woken = true
		tries = 0
	}
}

// Unlock gives the lock back; any goroutine may do it.
func (m *Mutex) Unlock() {
	if !atomic.CompareAndSwapInt32(&m.state, mutexLocked, 0) {
		m.unlockSlow()
	}
}

func (m *Mutex) unlockSlow() {
	old := atomic.AddInt32(&m.state, -mutexLocked)
	if (old+mutexLocked)&mutexLocked == 0 {
		rt.Fatal("sync: unlock of unlocked mutex")
	}
	for {
		if old>>2 == 0 || old&(mutexLocked|mutexWoken) != 0 {
			return // nobody sleeps, or somebody awake will see to the rest
		}
		if atomic.CompareAndSwapInt32(&m.state, old, (old-mutexWaiter)|mutexWoken) {
			rt.SemRelease(&m.sema, false)
			return
		}
		old = atomic.LoadInt32(&m.state)
	}
}

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
			failure = recover()
			if !valid {
				panic(failure)
			}
		}()
		f()
		f = nil
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
}

// NewCond makes a Cond with the lock l.
func NewCond(l Locker) *Cond { return &Cond{L: l} }

// Wait unlocks L, sleeps until Signal or Broadcast wakes it, and locks L again.
func (c *Cond) Wait() {
	sema := new(uint32)
	c.m.Lock()
	c.waiters = append(c.waiters, sema)
	c.m.Unlock()
	c.L.Unlock()
	rt.SemAcquire(sema, false, rt.WhyCond)
	c.L.Lock()
}

// Signal wakes the goroutine that has waited longest, if any waits.
func (c *Cond) Signal() {
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
	c.m.Lock()
	all := c.waiters
	c.waiters = nil
	c.m.Unlock()
	for _, sema := range all {
		rt.SemRelease(sema, false)
	}
}
