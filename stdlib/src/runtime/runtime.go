// Package runtime is the program's view of the machine that runs it.
package runtime

import (
	"internal/rt"
	"unsafe"
)

// The platform that the program sees; the library behaves like Go's library on linux/amd64.
const (
	Compiler = "gc"
	GOOS     = "linux"
	GOARCH   = "amd64"
)

// Version returns the version of Go whose language and library minigo implements, such as "go1.27.3".
func Version() string

// GOROOT returns where Go is installed: $GOROOT, else the directory around the go in $PATH; "" if there is none.
func GOROOT() string

// SetCgoTraceback does nothing: minigo has no calls of C, whose frames it would show.
func SetCgoTraceback(version int, traceback, context, symbolizer unsafe.Pointer) {
	if version != 0 {
		panic("unsupported version")
	}
}

// Gosched yields the processor: the goroutine goes to the tail of the global queue.
func Gosched()

// Goexit runs the goroutine's deferred calls and ends it. The main goroutine may do it too.
func Goexit()

// numGoroutine returns the number of goroutines, without the machine's own.
func numGoroutine() int

// NumGoroutine returns the number of goroutines, without the machine's own.
func NumGoroutine() int { return numGoroutine() - rt.TraceGoroutines() }

// NumCPU returns the number of logical CPUs usable by the process.
func NumCPU() int

// GOMAXPROCS sets the number of Ps and returns the former number; n < 1 changes nothing. It stops the world to
// change the number.
func GOMAXPROCS(n int) int

// SetDefaultGOMAXPROCS sets GOMAXPROCS to the number of CPUs.
func SetDefaultGOMAXPROCS() { GOMAXPROCS(NumCPU()) }

// GC runs a whole collection, including the sweep, before it returns.
func GC()

// KeepAlive marks x as reachable up to this call.
func KeepAlive(x any) {}

// LockOSThread wires the goroutine to its thread until as many calls of UnlockOSThread.
func LockOSThread()

// UnlockOSThread undoes one LockOSThread.
func UnlockOSThread()

// NumCgoCall returns 0: there is no cgo.
func NumCgoCall() int64 { return 0 }

// Breakpoint does nothing without a debugger.
func Breakpoint() {}

func setFinalizer(obj any, finalizer any, run func(queue int))
func stopCleanup(id uint64)

// SetFinalizer makes the machine call finalizer with obj, a pointer, when obj is otherwise unreachable. A nil finalizer
// removes the former one. One goroutine runs all finalizers, one after the other.
func SetFinalizer(obj any, finalizer any) {
	setFinalizer(obj, finalizer, rt.RunReady)
}

// A Cleanup is the handle of AddCleanup.
type Cleanup struct{ id uint64 }

// Stop cancels the cleanup.
func (c Cleanup) Stop() { stopCleanup(c.id) }

// cleanupsWait reports whether a cleanup is to run or runs.
func cleanupsWait() bool

// blockUntilEmptyCleanupQueue waits, at most that many nanoseconds, until all cleanups that the last collection found
// have run, and reports whether they have. Tests of Go's packages call it through its link name.
func blockUntilEmptyCleanupQueue(timeout int64) bool {
	for begin := rt.Nanotime(); cleanupsWait(); Gosched() {
		if rt.Nanotime()-begin > timeout {
			return false
		}
	}
	return true
}

// A Pinner pins objects; minigo never moves objects.
type Pinner struct{ pinned []any }

// Pin keeps the object that pointer points to reachable until Unpin.
func (p *Pinner) Pin(pointer any) { p.pinned = append(p.pinned, pointer) }

// Unpin releases all pinned objects.
func (p *Pinner) Unpin() { p.pinned = nil }

// MemStats are the allocator's statistics. Lookups and BuckHashSys, which minigo's allocator does not have, stay zero.
// BySize counts an object as freed once the whole heap has been swept after a collection.
type MemStats struct {
	Alloc         uint64
	TotalAlloc    uint64
	Sys           uint64
	Lookups       uint64
	Mallocs       uint64
	Frees         uint64
	HeapAlloc     uint64
	HeapSys       uint64
	HeapIdle      uint64
	HeapInuse     uint64
	HeapReleased  uint64
	HeapObjects   uint64
	StackInuse    uint64
	StackSys      uint64
	MSpanInuse    uint64
	MSpanSys      uint64
	MCacheInuse   uint64
	MCacheSys     uint64
	BuckHashSys   uint64
	GCSys         uint64
	OtherSys      uint64
	NextGC        uint64
	LastGC        uint64
	PauseTotalNs  uint64
	PauseNs       [256]uint64
	PauseEnd      [256]uint64
	NumGC         uint32
	NumForcedGC   uint32
	GCCPUFraction float64
	EnableGC      bool
	DebugGC       bool
	BySize        [61]struct {
		Size    uint32
		Mallocs uint64
		Frees   uint64
	}
}

// The order of the numbers that readStats fills in.
const (
	statAlloc = iota
	statTotalAlloc
	statMallocs
	statFrees
	statHeapSys
	statHeapInuse
	statHeapReleased
	statHeapObjects
	statStackInuse
	statSpans
	statCaches
	statTables
	statCode
	statNextGC
	statLastGC
	statPauseTotal
	statNumGC
	statNumForcedGC
	statFraction
	statCount
)

// readStats fills in figures, which must have room for all: in the order of the constants above bytes, counts,
// nanoseconds, and for statFraction billionths; then the 256 pauses of MemStats, the times when they ended, and for
// each size of BySize three numbers.
func readStats(figures []uint64)

// ReadMemStats sets m to the allocator's statistics.
func ReadMemStats(m *MemStats) {
	s := make([]uint64, statCount+2*256+3*61)
	readStats(s)
	*m = MemStats{
		Alloc: s[statAlloc], TotalAlloc: s[statTotalAlloc],
		Mallocs: s[statMallocs], Frees: s[statFrees],
		HeapAlloc: s[statAlloc], HeapSys: s[statHeapSys], HeapInuse: s[statHeapInuse],
		HeapIdle: s[statHeapSys] - s[statHeapInuse], HeapReleased: s[statHeapReleased],
		HeapObjects: s[statHeapObjects],
		StackInuse:  s[statStackInuse], StackSys: s[statStackInuse],
		MSpanInuse: s[statSpans], MSpanSys: s[statSpans],
		MCacheInuse: s[statCaches], MCacheSys: s[statCaches],
		GCSys: s[statTables], OtherSys: s[statCode],
		NextGC: s[statNextGC], LastGC: s[statLastGC], PauseTotalNs: s[statPauseTotal],
		NumGC: uint32(s[statNumGC]), NumForcedGC: uint32(s[statNumForcedGC]), EnableGC: true,
		GCCPUFraction: float64(s[statFraction]) / 1e9,
	}
	m.Sys = m.HeapSys + m.StackSys + m.MSpanSys + m.MCacheSys + m.GCSys + m.OtherSys
	copy(m.PauseNs[:], s[statCount:])
	copy(m.PauseEnd[:], s[statCount+256:])
	for i := range m.BySize {
		c := s[statCount+2*256+3*i:]
		m.BySize[i].Size, m.BySize[i].Mallocs, m.BySize[i].Frees = uint32(c[0]), c[1], c[2]
	}
}
