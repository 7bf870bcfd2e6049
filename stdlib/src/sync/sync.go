// Package sync has locks and the other ways for goroutines to wait for one another.
package sync

import "sync/atomic"

// A Locker can be locked and unlocked.
type Locker interface {
	Lock()
	Unlock()
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

// isUndone reports whether the function has not completed yet; if it has completed, its effects are
// visible to the caller.
func (o *Once) isUndone() bool { return atomic.LoadUint32(&o.done) == 0 }

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
	o := &onceFunc{f: f}
	return func() {
		if o.isUndone() {
			o.Do(o.run)
		}
		if !o.valid {
			panic(o.failure)
		}
	}
}

// onceFunc is what the functions of OnceFunc and its relatives share, in one piece of memory.
type onceFunc struct {
	Once
	f       func()
	valid   bool // f has returned
	failure any  // what it panicked with
}

func (o *onceFunc) run() {
	defer o.ended()
	o.f()
	o.valid = true
}

// ended is deferred by what runs f.
func (o *onceFunc) ended() {
	o.f = nil
	o.failure = recover()
	if !o.valid {
		panic(o.failure)
	}
}
