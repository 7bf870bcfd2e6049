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
	readerCount int32  // readers that have it; minus maxReaders while there is a writer
	readerWait  int32  // readers that wait for the writer
}

const maxReaders = 1 << 30

// RLock takes the lock for reading.
func (rw *RWMutex) RLock() {
	if atomic.AddInt32(&rw.readerCount, 1) < 0 {
		rt.LockReader(&rw.writerSem)
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
	rt.ReaderLeft(&rw.writerSem)
}

// Lock takes the lock for writing.
func (rw *RWMutex) Lock() {
	rw.w.Lock()
	if atomic.AddInt32(&rw.readerCount, -maxReaders) != -maxReaders && !rt.LockWriter(&rw.writerSem) {
		rw.giveUp()
	}
}

// giveUp ends a goroutine that waited for readers, as if it had never done so.
func (rw *RWMutex) giveUp() {
	rw.Unlock()
	rt.End()
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
	if n != 0 || atomic.LoadInt32(&rw.readerWait) != 0 {
		rw.writerLeft(n)
	}
	rw.w.Unlock()
}

// writerLeft lets the readers that wait go on; n is the count of readers after the writer has left.
func (rw *RWMutex) writerLeft(n int32) {
	if n >= maxReaders {
		rt.Fatal("sync: Unlock of unlocked RWMutex")
	}
	rt.WriterLeft(&rw.writerSem)
}

// RLocker returns the lock for reading as a Locker.
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }

type rlocker RWMutex

func (r *rlocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }
