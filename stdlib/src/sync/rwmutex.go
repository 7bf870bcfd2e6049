package sync

import (
	"internal/rt"
	"sync/atomic"
)

// A RWMutex is held by any number of readers or by one writer. A waiting writer keeps new readers out.
type RWMutex struct {
	w           Mutex  // held by the writer, waiting or not
	writerSem   uint32 // where a writer waits for the readers that were there before it
	readerSem   uint32 // where readers wait for the writer
	readerCount int32  // readers there or waiting; minus maxReaders while there is a writer
	readerWait  int32  // readers that the writer still waits for
}

const maxReaders = 1 << 30

// RLock takes the lock for reading.
func (rw *RWMutex) RLock() {
	if atomic.AddInt32(&rw.readerCount, 1) < 0 {
		rt.SemAcquire(&rw.readerSem, false, rt.WhyRLock)
	}
}

// TryRLock takes the lock for reading if that needs no waiting.
func (rw *RWMutex) TryRLock() bool {
	for {
		n := atomic.LoadInt32(&rw.readerCount)
		if n < 0 {
			return false
		}
		if atomic.CompareAndSwapInt32(&rw.readerCount, n, n+1) {
			rt.NoteRead(&rw.readerCount)
			return true
		}
	}
}

// RUnlock gives one reader's lock back.
func (rw *RWMutex) RUnlock() {
	if n := atomic.AddInt32(&rw.readerCount, -1); n < 0 {
		rw.readerLeft(n)
	}
}

// readerLeft sees to the writer that waits; n is the count of readers after one has left.
func (rw *RWMutex) readerLeft(n int32) {
	if n+1 == 0 || n+1 == -maxReaders {
		rt.Fatal("sync: RUnlock of unlocked RWMutex")
	}
	if atomic.AddInt32(&rw.readerWait, -1) == 0 {
		rt.SemRelease(&rw.writerSem, false)
	}
}

// Lock takes the lock for writing.
func (rw *RWMutex) Lock() {
	rw.w.Lock()
	n := atomic.AddInt32(&rw.readerCount, -maxReaders) + maxReaders
	if n != 0 && atomic.AddInt32(&rw.readerWait, n) != 0 {
		rt.SemAcquire(&rw.writerSem, false, rt.WhyRWLock)
	}
}

// TryLock takes the lock for writing if that needs no waiting.
func (rw *RWMutex) TryLock() bool {
	if !rw.w.TryLock() {
		return false
	}
	if !atomic.CompareAndSwapInt32(&rw.readerCount, 0, -maxReaders) {
		rw.w.Unlock()
		return false
	}
	return true
}

// Unlock gives the writer's lock back; the readers that came meanwhile go first.
func (rw *RWMutex) Unlock() {
	n := atomic.AddInt32(&rw.readerCount, maxReaders)
	if n != 0 {
		rw.readersWait(n)
	}
	rw.w.Unlock()
}

// readersWait lets n readers go on.
func (rw *RWMutex) readersWait(n int32) {
	if n >= maxReaders {
		rt.Fatal("sync: Unlock of unlocked RWMutex")
	}
	for ; n > 0; n-- {
		rt.SemRelease(&rw.readerSem, false)
	}
}

// RLocker is the lock for reading as a Locker.
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }

type rlocker RWMutex

func (r *rlocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }
