package sql

import "sync"

// A usersLock is a lock for many users and one that waits for their end. Unlike a sync.RWMutex it lets users come while one waits, who has said elsewhere
// that there is nothing more to use, and a goroutine in a bubble of testing/synctest that waits is blocked durably.
type usersLock struct {
	mu     sync.Mutex
	change *sync.Cond
	users  int
	isHeld bool
}

// wait waits for another user to leave, or the holder. The mutex is locked.
func (l *usersLock) wait() {
	if l.change == nil {
		l.change = sync.NewCond(&l.mu)
	}
	l.change.Wait()
}

// left wakes those that wait. The mutex is locked.
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

// RUnlock takes a user away.
func (l *usersLock) RUnlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users == 0 {
		l.left()
	}
}

// Lock waits until there are no users, and keeps them away.
func (l *usersLock) Lock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.isHeld || l.users > 0 {
		l.wait()
	}
	l.isHeld = true
}

// Unlock lets users come again.
func (l *usersLock) Unlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isHeld = false
	l.left()
}
