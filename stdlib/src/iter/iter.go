// Package iter defines iterators, the functions that a range loop runs over.
package iter

import (
	"internal/rt"
	"runtime"
)

// Seq is an iterator over values: it calls yield with each until that returns false.
type Seq[V any] func(yield func(V) bool)

// Seq2 is an iterator over pairs of values.
type Seq2[K, V any] func(yield func(K, V) bool)

// Pull turns an iterator into two functions: next returns the next value and whether there was one, stop ends the
// iteration.
func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	next2, stop := Pull2(func(yield func(V, struct{}) bool) {
		seq(func(v V) bool { return yield(v, struct{}{}) })
	})
	next = func() (V, bool) {
		v, _, ok := next2()
		return v, ok
	}
	return next, stop
}

// puller is the state that a Pull shares with the goroutine that runs the iterator; only one of the two runs at a
// time.
type puller[K, V any] struct {
	resume  uint32 // a semaphore: the iterator continues to the next value, or ends if done is set
	yielded uint32 // a semaphore: the iterator has yielded, or ended
	key     K
	value   V
	ok      bool // the iterator yielded key and value
	asked   bool // next is waiting for a value
	done    bool
	how     ending
	reason  any // value of the iterator's panic
}

// ending says how an iterator ended.
type ending int

const (
	running ending = iota
	returned
	panicked
	exited // by runtime.Goexit
)

// Pull2 is Pull for iterators over pairs.
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	p := &puller[K, V]{}
	go p.run(seq)
	return p.next, p.stop
}

func (p *puller[K, V]) next() (key K, value V, ok bool) {
	if p.done {
		return key, value, false
	}
	if p.asked {
		panic("iter.Pull: next called again before yield")
	}
	p.asked = true
	p.step()
	return p.key, p.value, p.ok
}

func (p *puller[K, V]) stop() {
	if p.done {
		return
	}
	p.done = true
	if p.asked {
		// The iterator calls stop itself: next returns the value before, and the iterator does not continue any more.
		rt.SemRelease(&p.yielded, false)
		await(&p.resume)
		return
	}
	p.step()
}

// step resumes the iterator until its next yield or its end, and passes on a panic or Goexit.
func (p *puller[K, V]) step() {
	rt.SemRelease(&p.resume, false)
	await(&p.yielded)
	switch how := p.how; how {
	case panicked, exited:
		p.how = returned
		if how == exited {
			runtime.Goexit()
		}
		panic(p.reason)
	}
}

// await waits for the other half of a Pull: goroutine dumps show this as "coroutine".
func await(semaphore *uint32) {
	if !rt.SemAcquire(semaphore, false, rt.WhyCoroutine) {
		rt.End()
	}
}

// forget drops the value, so that the collector can free it.
func (p *puller[K, V]) forget() {
	var key K
	var value V
	p.key, p.value, p.ok = key, value, false
}

func (p *puller[K, V]) yield(key K, value V) bool {
	if p.done {
		return false
	}
	if !p.asked {
		panic("iter.Pull: yield called again before next")
	}
	p.asked = false
	p.key, p.value, p.ok = key, value, true
	rt.SemRelease(&p.yielded, false)
	await(&p.resume)
	return !p.done
}

func (p *puller[K, V]) run(seq Seq2[K, V]) {
	defer func() {
		if p.how == running {
			p.how = exited
			if p.reason = recover(); p.reason != nil {
				p.how = panicked
			}
		}
		p.forget()
		p.done = true
		rt.SemRelease(&p.yielded, false)
	}()
	await(&p.resume)
	if !p.done {
		seq(p.yield)
	}
	p.how = returned
}
