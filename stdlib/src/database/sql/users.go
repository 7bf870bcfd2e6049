package sql

import "sync"

// A usersLock is held by any number of goroutines that use an object, or by the one that closes it. Unlike a sync.RWMutex it admits users while the
// closing goroutine waits, since that has marked the object as closed before; and a goroutine of a testing/synctest bubble that waits for it is durably blocked.
type usersLock struct {
	mu     sync.Mutex
	change *sync.Cond
	users  int
	isHeld bool
}

// wait waits until a user or the holder releases the lock. The caller has locked the mutex.
func (l *usersLock) wait() {
	if l.change == nil {
		l.change = sync.NewCond(&l.mu)
	}
	l.change.Wait()
}

// left wakes the goroutines that wait. The caller has locked the mutex.
func (l *usersLock) left() {
	if l.change != nil {
		l.change.Broadcast()
	}
}

// RLock adds a user.
func (l *usersLock) RLock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.isHeld {
		l.wait()
	}
	l.users++
}

// RUnlock removes a user.
func (l *usersLock) RUnlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users == 0 {
		l.left()
	}
}

// Lock waits until there are no users, and excludes new ones.
func (l *usersLock) Lock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.isHeld || l.users > 0 {
		l.wait()
	}
	l.isHeld = true
}

// Unlock admits users again.
func (l *usersLock) Unlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isHeld = false
	l.left()
}
