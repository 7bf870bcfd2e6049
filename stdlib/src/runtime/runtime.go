// Package runtime is the program's view of the machine that runs it.
package runtime

import (
	"internal/rt"
	"unsafe"
)

// The platform that the program sees; the library presents itself as Go's library on linux/amd64.
const (
	Compiler = "gc"
	GOOS     = "linux"
	GOARCH   = "amd64"
)

// Version returns the Go version whose language and library these are, such as "go1.27.3".
func Version() string

// GOROOT returns where Go is installed: $GOROOT, else the directory around the go in $PATH; empty without one.
func GOROOT() string

// SetCgoTraceback sets how tracebacks show calls of C; minigo has no such calls.
func SetCgoTraceback(version int, traceback, context, symbolizer unsafe.Pointer) {
	if version != 0 {
		panic("unsupported version")
	}
}

// Gosched yields: the goroutine goes to the global queue's tail.
func Gosched()

// Goexit runs the goroutine's deferred calls and ends it. The main goroutine may do it too.
func Goexit()

// numGoroutine counts the goroutines that exist, without those that the machine itself has started.
func numGoroutine() int

// NumGoroutine counts the goroutines that exist (system ones left out).
func NumGoroutine() int { return numGoroutine() - rt.TraceGoroutines() }

// NumCPU counts the logical CPUs usable by the process.
func NumCPU() int

// GOMAXPROCS sets the number of Ps and returns the number before; n < 1 changes nothing. Stops the world when it
// changes.
func GOMAXPROCS(n int) int

// SetDefaultGOMAXPROCS goes back to the number of CPUs.
func SetDefaultGOMAXPROCS() { GOMAXPROCS(NumCPU()) }

// GC runs a whole collection and returns when it is done, memory swept.
func GC()

// KeepAlive marks x as reachable up to this call.
func KeepAlive(x any) {}

// LockOSThread wires the goroutine to its thread until as many UnlockOSThread calls.
func LockOSThread()

// UnlockOSThread undoes one LockOSThread.
func UnlockOSThread()

// NumCgoCall is 0: there is no cgo.
func NumCgoCall() int64 { return 0 }

// Breakpoint does nothing without a debugger.
func Breakpoint() {}

func setFinalizer(obj any, finalizer any, run func(queue int))
func stopCleanup(id uint64)

// SetFinalizer lets finalizer run with obj, a pointer, when nothing else leads to it any more. A nil finalizer takes it
// back. All finalizers run one after the other in one goroutine.
func SetFinalizer(obj any, finalizer any) {
	setFinalizer(obj, finalizer, rt.RunReady)
}

// A Cleanup is the handle of AddCleanup.
type Cleanup struct{ id uint64 }

// Stop cancels the cleanup.
func (c Cleanup) Stop() { stopCleanup(c.id) }

// cleanupsWait reports whether a cleanup is to run or runs.
func cleanupsWait() bool

// blockUntilEmptyCleanupQueue waits, at most that many nanoseconds, until all cleanups have run that the last
// collection found, and reports whether they have. Tests of Go's packages reach it by its link name.
func blockUntilEmptyCleanupQueue(timeout int64) bool {
	for begin := rt.Nanotime(); cleanupsWait(); Gosched() {
		if rt.Nanotime()-begin > timeout {
			return false
		}
	}
	return true
}

// A Pinner pins objects; objects never move here.
type Pinner struct{ pinned []any }

// Pin keeps the object that pointer points to alive until Unpin.
func (p *Pinner) Pin(pointer any) { p.pinned = append(p.pinned, pointer) }

// Unpin releases everything pinned.
func (p *Pinner) Unpin() { p.pinned = nil }

// MemStats are the allocator's figures. Lookups and BuckHashSys, which have no counterpart in this machine, stay zero.
// Objects of a class count as freed in BySize when all of the heap is swept after a collection.
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

// The order of figures that readStats fills in.
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

// readStats fills figures, which must have room for all: in the order of the constants above bytes, counts,
// nanoseconds, and for statFraction billionths; then the 256 pauses of MemStats, when they ended, and of each of BySize
// the three numbers.
func readStats(figures []uint64)

// ReadMemStats fills m with the allocator's figures.
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
