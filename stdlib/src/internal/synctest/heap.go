package synctest

import "unsafe"

// half returns the part of a mutex that the machine's lock uses; the bytes behind it are for the holder's position.
func half(word *uint64) *uint16 { return (*uint16)(unsafe.Pointer(word)) }

func before(a, b *Timer) bool { return a.when < b.when || a.when == b.when && a.order < b.order }

// insert adds a timer to the heap. The callers of the functions in this file hold the mutex.
func (b *Bubble) insert(t *Timer) {
	t.at = len(b.timers)
	b.timers = append(b.timers, t)
	b.up(t.at)
}

// remove removes a timer from the heap.
func (b *Bubble) remove(t *Timer) {
	last := len(b.timers) - 1
	at := t.at
	b.swap(at, last)
	b.timers[last] = nil
	b.timers = b.timers[:last]
	t.armed = false
	if at < last {
		b.up(at)
		b.down(at)
	}
}

func (b *Bubble) swap(i, j int) {
	b.timers[i], b.timers[j] = b.timers[j], b.timers[i]
	b.timers[i].at, b.timers[j].at = i, j
}

func (b *Bubble) up(at int) {
	for at > 0 && before(b.timers[at], b.timers[(at-1)/2]) {
		b.swap(at, (at-1)/2)
		at = (at - 1) / 2
	}
}

func (b *Bubble) down(at int) {
	for {
		least := at
		for child := 2*at + 1; child <= 2*at+2 && child < len(b.timers); child++ {
			if before(b.timers[child], b.timers[least]) {
				least = child
			}
		}
		if least == at {
			return
		}
		b.swap(at, least)
		at = least
	}
}
