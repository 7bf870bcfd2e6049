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
