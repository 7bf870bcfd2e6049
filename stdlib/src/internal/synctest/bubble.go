// Package synctest implements the bubbles of testing/synctest: groups of goroutines with a clock of their own, which
// advances when all of them wait.
package synctest

import (
	"internal/rt"
	"sync/atomic"
	"unsafe"
)

// A Bubble has the timers of a bubble; the machine has its clock. The goroutine that called Run is its controller: only
// that one advances the clock and fires timers, and only while all others wait.
type Bubble struct {
	id      uint32
	mu      uint64   // a mutex that guards the following fields; not a sync.Mutex, because package sync imports this package
	timers  []*Timer // a heap: the next timer to fire is first
	waiting bool     // a goroutine is in Wait
	done    bool     // the function passed to Run has returned
	woken   uint32
}

// Active is the number of bubbles: if it is zero, as it nearly always is, no goroutine is in a bubble. A goroutine in a
// bubble sees at least the value that Active had when the bubble was made.
var Active int32

// bubbles has the existing bubbles, by number; there are seldom two.
var (
	mu      uint64
	bubbles map[uint32]*Bubble
)

func lock(word *uint64)   { rt.Lock(half(word)) }
func unlock(word *uint64) { rt.Unlock(half(word)) }

// BubbleOf returns the bubble with a number; nil if there is none.
func BubbleOf(id uint32) *Bubble {
	if id == 0 {
		return nil
	}
	lock(&mu)
	b := bubbles[id]
	unlock(&mu)
	return b
}

// IsInBubble reports whether the calling goroutine is in a bubble.
func IsInBubble() bool { return Active != 0 && Current() != 0 }

// Now returns the clock of the caller's bubble, in nanoseconds since 1970.
func Now() int64 { return now() }

// OnHeap reports whether p points to an object of the heap: only such objects can be associated with a bubble.
func OnHeap(p unsafe.Pointer) bool { return onHeap(p) }

// A Timer fires at a time on its bubble's clock.
type Timer struct {
	b    *Bubble
	when int64
	// period is the time between repetitions; 0 if it fires once.
	period int64
	order  uint32 // random: puts timers for the same time into a random order
	at     int    // index in the heap
	armed  bool
	name   uint32 // under exploration of interleavings: number of the timer's thread in the search
	fire   func(when int64)
	// awaited reports whether a goroutine waits for the timer; nil means always. The clock does not advance for a timer
	// for which none waits: it fires when the clock has passed its time for another reason.
	awaited func() bool
}

// NewTimer makes a timer that calls fire, in a goroutine of its bubble, with the time when it was due. The function
// fire must not wait, nor use timers; awaited is described at Timer.
func (b *Bubble) NewTimer(fire func(when int64), awaited func() bool) *Timer {
	return &Timer{b: b, fire: fire, awaited: awaited, name: nameTimer()}
}

// Start makes the timer fire at when, at once if when has passed, and then each period nanoseconds if period is not 0;
// it reports whether the timer was armed before.
func (t *Timer) Start(when, period int64) (wasArmed bool) {
	b := t.b
	t.Own("reset of synctest timer from outside bubble")
	touch(unsafe.Pointer(t))
	lock(&b.mu)
	wasArmed = b.disarm(t)
	t.when, t.period = when, period
	if now := now(); when <= now {
		b.expire(t, now)
	} else {
		b.arm(t)
	}
	unlock(&b.mu)
	return wasArmed
}

// arm inserts t into the heap. The caller of arm or expire holds the mutex.
func (b *Bubble) arm(t *Timer) {
	t.order, t.armed = order(), true
	b.insert(t)
}

// expire fires t, which is due and has been removed from the heap, and arms it for its next period.
func (b *Bubble) expire(t *Timer, now int64) {
	when := t.when
	if t.period > 0 {
		t.when += ((now-when)/t.period + 1) * t.period
		b.arm(t)
	}
	t.fire(when)
}

// Stop disarms the timer; it reports whether the timer was armed.
func (t *Timer) Stop() (wasArmed bool) {
	b := t.b
	t.Own("stop of synctest timer from outside bubble")
	touch(unsafe.Pointer(t))
	lock(&b.mu)
	wasArmed = b.disarm(t)
	unlock(&b.mu)
	return wasArmed
}

// disarm removes t from the heap; it reports whether t was armed. The caller holds the mutex.
func (b *Bubble) disarm(t *Timer) (wasArmed bool) {
	wasArmed = t.armed
	if wasArmed {
		if t.when <= now() {
			tell(t.name, false)
		}
		b.remove(t)
	}
	return wasArmed
}

// Own ends the program with a fatal error if the calling goroutine is not in the timer's bubble.
func (t *Timer) Own(message string) {
	if Current() != t.b.id {
		rt.Fatal(message)
	}
}

// deadlock is the value of Run's panic when goroutines wait forever; the machine recognises it, and prints the
// goroutines of the bubble.
type deadlock struct {
	bubble uint32
	reason string
}

func (d *deadlock) Error() string { return d.reason }

// Run calls f in a goroutine of a new bubble and returns when all goroutines of the bubble have ended.
func Run(f func()) {
	if IsInBubble() {
		panic("synctest.Run called from within a synctest bubble")
	}
	atomic.AddInt32(&Active, 1)
	b := &Bubble{id: begin()}
	lock(&mu)
	if bubbles == nil {
		bubbles = map[uint32]*Bubble{}
	}
	bubbles[b.id] = b
	unlock(&mu)
	defer func() {
		end()
		lock(&mu)
		delete(bubbles, b.id)
		unlock(&mu)
		atomic.AddInt32(&Active, -1)
	}()
	go b.first(f)
	b.control()
}

// first runs f in the bubble's first goroutine.
func (b *Bubble) first(f func()) {
	defer func() {
		lock(&b.mu)
		b.done = true
		unlock(&b.mu)
	}()
	f()
}

// next returns when the first timer that a goroutine waits for fires or the first sleep ends; -1 if there is none.
func (b *Bubble) next() int64 {
	next := nextSleeper()
	lock(&b.mu)
	for i, t := range b.timers {
		if (next < 0 || t.when < next) && (t.awaited == nil || t.awaited()) {
			next = t.when
			if i == 0 {
				break
			}
		}
	}
	unlock(&b.mu)
	return next
}

// control advances the clock from event to event until no goroutines are left, or none can continue. The clock stops
// once the bubble's first goroutine has ended.
func (b *Bubble) control() {
	for {
		others := awaitIdle()
		point(nil)
		next := b.next()
		lock(&b.mu)
		waiting, done := b.waiting, b.done
		b.waiting = false
		unlock(&b.mu)
		switch {
		case waiting:
			rt.SemRelease(&b.woken, false)
		case next >= 0 && !done:
			b.advance(next)
		case others == 0:
			return
		case done:
			panic(&deadlock{b.id, "deadlock: main bubble goroutine has exited but blocked goroutines remain"})
		default:
			panic(&deadlock{b.id, "deadlock: all goroutines in bubble are blocked"})
		}
	}
}

// advance advances the clock. A timer that no goroutine waits for fires before any goroutine is woken: a woken
// goroutine could otherwise receive before and after it fires. The other due timers and sleeps then end in any order.
func (b *Bubble) advance(now int64) {
	setNow(now)
	b.fireForgotten(now)
	if isExplored() {
		b.spread(now)
		return
	}
	for {
		if order()&1 == 0 && wakeSleeper() {
			continue
		}
		if !b.fireDue(now) && !wakeSleeper() {
			return
		}
	}
}

// fireForgotten fires the due timers that no goroutine waits for.
func (b *Bubble) fireForgotten(now int64) {
	lock(&b.mu)
	for _, t := range b.due(now) {
		if t.awaited != nil && !t.awaited() {
			b.remove(t)
			b.expire(t, now)
		}
	}
	unlock(&b.mu)
}

// due returns the timers that are due.
func (b *Bubble) due(now int64) (due []*Timer) {
	for _, t := range b.timers {
		if t.when <= now {
			due = append(due, t)
		}
	}
	return due
}

// fireDue fires the first timer if it is due; it reports whether it was.
func (b *Bubble) fireDue(now int64) (isDue bool) {
	lock(&b.mu)
	isDue = len(b.timers) > 0 && b.timers[0].when <= now
	if isDue {
		t := b.timers[0]
		b.remove(t)
		b.expire(t, now)
	}
	unlock(&b.mu)
	return isDue
}

// spread is for a search among interleavings: it wakes all goroutines whose sleep is over, and starts a goroutine for
// each due timer, which fires it. So the search chooses their order. The search can tell which orders differ: the
// orders of timers whose channels one goroutine waits for, or of a timer and a goroutine that stops it.
func (b *Bubble) spread(now int64) {
	for wakeSleeper() {
	}
	lock(&b.mu)
	due := b.due(now)
	unlock(&b.mu)
	for _, t := range due {
		nameNext(t.name)
		go b.fireIfDue(t, now)
	}
}

// fireIfDue fires a timer that was due, unless a goroutine has stopped it since.
func (b *Bubble) fireIfDue(t *Timer, now int64) {
	point(unsafe.Pointer(t))
	lock(&b.mu)
	if t.armed && t.when <= now {
		tell(t.name, true)
		b.remove(t)
		b.expire(t, now)
	}
	unlock(&b.mu)
}

// Wait waits until all other goroutines of the caller's bubble wait for each other or for the clock.
func Wait() {
	b := BubbleOf(Current())
	if b == nil {
		panic("goroutine is not in a bubble")
	}
	touch(unsafe.Pointer(b))
	lock(&b.mu)
	if b.waiting {
		unlock(&b.mu)
		panic("wait already in progress")
	}
	b.waiting = true
	unlock(&b.mu)
	if !rt.SemAcquire(&b.woken, false, rt.WhySynctest) {
		rt.End()
	}
	waited()
}

// RunTest is set by package testing: it runs f with a new T for the bubble of t's test and reports whether that T has
// not failed. Both values have the type *testing.T.
var RunTest func(t, f any) bool
