package sync

import (
	"internal/rt"
	"sync/atomic"
)

// A RWMutex is held by any number of readers or by one writer. A waiting writer blocks new readers.
type RWMutex struct {
	w           Mutex  // held by the writer, also while it waits for readers
	writerSem   uint32 // where a writer waits for earlier readers to finish
	readerSem   uint32 // where readers wait for the writer
	readerCount int32  // number of readers; minus maxReaders while there is a writer
	readerWait  int32  // readers for which the writer waits
}

const maxReaders = 1 << 30

// RLock locks the mutex for reading.
func (rw *RWMutex) RLock() {
	if atomic.AddInt32(&rw.readerCount, 1) < 0 {
		rt.LockReader(&rw.writerSem)
	}
}

// TryRLock locks the mutex for reading if that needs no waiting.
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

// RUnlock undoes one RLock.
func (rw *RWMutex) RUnlock() {
	if n := atomic.AddInt32(&rw.readerCount, -1); n < 0 {
		rw.readerLeft(n)
	}
}

// readerLeft wakes a waiting writer if the caller was the last reader; n is the reader count after the caller has left.
func (rw *RWMutex) readerLeft(n int32) {
	if n+1 == 0 || n+1 == -maxReaders {
		rt.Fatal("sync: RUnlock of unlocked RWMutex")
	}
	rt.ReaderLeft(&rw.writerSem)
}

// Lock locks the mutex for writing.
func (rw *RWMutex) Lock() {
	rw.w.Lock()
	if atomic.AddInt32(&rw.readerCount, -maxReaders) != -maxReaders && !rt.LockWriter(&rw.writerSem) {
		rw.giveUp()
	}
}

// giveUp ends a goroutine that waited for readers, as if it had never waited.
func (rw *RWMutex) giveUp() {
	rw.Unlock()
	rt.End()
}

// TryLock locks the mutex for writing if that needs no waiting.
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

// Unlock unlocks the mutex for writing; readers that arrived meanwhile go first.
func (rw *RWMutex) Unlock() {
	n := atomic.AddInt32(&rw.readerCount, maxReaders)
	if n != 0 || atomic.LoadInt32(&rw.readerWait) != 0 {
		rw.writerLeft(n)
	}
	rw.w.Unlock()
}

// writerLeft wakes the waiting readers; n is the reader count after the writer has left.
func (rw *RWMutex) writerLeft(n int32) {
	if n >= maxReaders {
		rt.Fatal("sync: Unlock of unlocked RWMutex")
	}
	rt.WriterLeft(&rw.writerSem)
}

// RLocker returns a Locker that locks for reading.
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }

type rlocker RWMutex

func (r *rlocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }
