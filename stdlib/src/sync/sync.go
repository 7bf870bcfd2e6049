// Package sync has locks and other means for goroutines to wait for one another.
package sync

import "sync/atomic"

// A Locker has methods Lock and Unlock.
type Locker interface {
	Lock()
	Unlock()
}

// Once runs one function once; with the zero value none has run.
type Once struct {
	done uint32
	m    Mutex
}

// Do runs f if this is the first Do of this Once, and returns when the first f has returned (or panicked).
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

// onceFunc is the state that the functions of OnceFunc and its variants share, in one object.
type onceFunc struct {
	Once
	f       func()
	valid   bool // f has returned
	failure any  // the value of f's panic
}

func (o *onceFunc) run() {
	defer o.ended()
	o.f()
	o.valid = true
}

// ended records how f ended; the function that runs f defers it.
func (o *onceFunc) ended() {
	o.f = nil
	o.failure = recover()
	if !o.valid {
		panic(o.failure)
	}
}
