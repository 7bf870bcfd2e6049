// Package iter defines iterators, the functions that a range loop runs over.
package iter

// Seq is an iterator over values: it calls yield with each until that returns false.
type Seq[V any] func(yield func(V) bool)

// Seq2 is an iterator over pairs of values.
type Seq2[K, V any] func(yield func(K, V) bool)

// Pull turns an iterator into two functions: next returns the next value and whether there was one, stop ends the iteration.
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

// puller is the state that a Pull shares with the goroutine in which the iterator runs; only one of the two runs at a time.
type puller[K, V any] struct {
	resume   chan bool // true: go on to the next value; false: stop
	yielded  chan struct{}
	key      K
	value    V
	ok       bool // the iterator yielded key and value
	started  bool
	done     bool
	panicked bool
	reason   any
}

// Pull2 is Pull for iterators over pairs.
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	p := &puller[K, V]{resume: make(chan bool), yielded: make(chan struct{})}
	return func() (K, V, bool) { return p.next(seq) }, p.stop
}

func (p *puller[K, V]) next(seq Seq2[K, V]) (key K, value V, ok bool) {
	if p.done {
		return key, value, false
	}
	if !p.started {
		p.started = true
		go p.run(seq)
	}
	p.step(true)
	key, value, ok = p.key, p.value, p.ok
	var noKey K
	var noValue V
	p.key, p.value = noKey, noValue
	return key, value, ok
}

func (p *puller[K, V]) stop() {
	if p.done {
		return
	}
	if !p.started {
		p.done = true
		return
	}
	p.step(false)
}

// step lets the iterator run up to its next yield or its end.
func (p *puller[K, V]) step(on bool) {
	p.ok = false
	p.resume <- on
	<-p.yielded
	if p.panicked {
		p.panicked = false
		panic(p.reason)
	}
}

func (p *puller[K, V]) run(seq Seq2[K, V]) {
	returned := false
	defer func() {
		if !returned {
			p.reason = recover()
			p.panicked = true
		}
		p.ok = false
		p.done = true
		p.yielded <- struct{}{}
	}()
	if <-p.resume {
		seq(func(key K, value V) bool {
			p.key, p.value, p.ok = key, value, true
			p.yielded <- struct{}{}
			return <-p.resume
		})
	}
	returned = true
}
