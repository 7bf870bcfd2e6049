package sync

import "internal/rt"

// A Mutex is a lock that one goroutine holds at a time; the zero value is unlocked.
type Mutex struct {
	word uint16
	_    uint16 // with the next: which goroutine locked it last, and where; for deadlock reports
	_    uint32
}

// Lock locks the mutex, and waits for it if needed.
func (m *Mutex) Lock() {
	if !rt.TryLock(&m.word) {
		m.lockSlow()
	}
}

func (m *Mutex) lockSlow() { rt.Lock(&m.word) }

// TryLock locks the mutex if that needs no waiting.
func (m *Mutex) TryLock() bool {
	if rt.TryLock(&m.word) {
		return true
	}
	return false
}

// Unlock unlocks the mutex; any goroutine may do it.
func (m *Mutex) Unlock() {
	if !rt.TryUnlock(&m.word) {
		m.unlockSlow()
	}
}

func (m *Mutex) unlockSlow() { rt.Unlock(&m.word) }
