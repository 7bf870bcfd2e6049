// Package linkname has functions that exist only for //go:linkname: functions of Go's runtime that Go lets packages use
// by their link names, and the names by which its runtime exports functions to other packages. The checker searches the
// lines "//go:linkname" of this package when a function or variable of a user's package has such a name.
//
// Signatures match Go's in memory layout: a run-time type is the address of its descriptor, a map its one word.
package linkname

import (
	"internal/rt"
	"runtime"
)

//go:linkname nanotime runtime.nanotime
//go:linkname nanotime internal/sync.runtime_nanotime
//go:linkname nanotime time.runtimeNano
func nanotime() int64 { return rt.Nanotime() }

//go:linkname walltime runtime.walltime
func walltime() (sec int64, nsec int32) { return rt.Walltime() }

//go:linkname now time.now
//go:linkname now time.runtimeNow
func now() (sec int64, nsec int32, mono int64) {
	sec, nsec = rt.Walltime()
	return sec, nsec, rt.Nanotime()
}

// cputicks returns nanoseconds.
//
//go:linkname cputicks runtime.cputicks
func cputicks() int64 { return rt.Nanotime() }

//go:linkname cyclesPerSecond runtime/pprof.runtime_cyclesPerSecond
func cyclesPerSecond() int64 { return 1e9 }

// Functions on processors.

//go:linkname procPin runtime.procPin
//go:linkname procPin sync.runtime_procPin
//go:linkname procPin sync/atomic.runtime_procPin
func procPin() int { return rt.ProcPin() }

//go:linkname procUnpin runtime.procUnpin
//go:linkname procUnpin sync.runtime_procUnpin
//go:linkname procUnpin sync/atomic.runtime_procUnpin
func procUnpin() { rt.ProcUnpin() }

//go:linkname goyield runtime.goyield
//go:linkname goyield runtime.osyield
func goyield() { runtime.Gosched() }

//go:linkname procyield runtime.procyield
func procyield(cycles uint32) {}

// canSpin returns false, because a waiting goroutine parks at once.
//
//go:linkname canSpin sync.runtime_canSpin
//go:linkname canSpin internal/sync.runtime_canSpin
func canSpin(i int) bool { return false }

//go:linkname doSpin sync.runtime_doSpin
//go:linkname doSpin internal/sync.runtime_doSpin
func doSpin() {}

// noCall is for calls with which a package tells Go's scheduler that a system call begins or ends, or that a P
// may have work (wakep). The function does nothing: minigo's natives hand off their P, and its scheduler wakes Ps,
// without them.
//
//go:linkname noCall runtime.entersyscall
//go:linkname noCall runtime.entersyscallblock
//go:linkname noCall runtime.exitsyscall
//go:linkname noCall runtime.wakep
func noCall() {}

// Semaphores and fatal errors.

//go:linkname semacquire sync.runtime_Semacquire
//go:linkname semacquire sync.runtime_SemacquireWaitGroup
//go:linkname semacquire internal/poll.runtime_Semacquire
func semacquire(addr *uint32) { semacquireMutex(addr, false, 0) }

//go:linkname semacquireMutex internal/sync.runtime_SemacquireMutex
//go:linkname semacquireMutex sync.runtime_SemacquireRWMutex
//go:linkname semacquireMutex sync.runtime_SemacquireRWMutexR
func semacquireMutex(addr *uint32, lifo bool, skipframes int) {
	if !rt.SemAcquire(addr, lifo, rt.WhySemacquire) {
		rt.End()
	}
}

//go:linkname semrelease sync.runtime_Semrelease
//go:linkname semrelease internal/sync.runtime_Semrelease
func semrelease(addr *uint32, handoff bool, skipframes int) { rt.SemRelease(addr, handoff) }

//go:linkname pollSemrelease internal/poll.runtime_Semrelease
func pollSemrelease(addr *uint32) { rt.SemRelease(addr, false) }

//go:linkname throw runtime.throw
//go:linkname throw runtime.fatal
//go:linkname throw sync.throw
//go:linkname throw sync.fatal
//go:linkname throw internal/sync.throw
//go:linkname throw internal/sync.fatal
func throw(s string) { rt.Fatal(s) }

// registerPoolCleanup makes f run after each collection, not before it as in Go.
//
//go:linkname registerPoolCleanup sync.runtime_registerPoolCleanup
func registerPoolCleanup(f func()) { rt.AfterGC(f) }

// noStructure is for functions that minigo cannot offer: they work on the goroutines, threads, frames, tables of
// functions and types, and maps of Go's runtime, or are not functions of Go. It panics with the name of the function.
//
//go:linkname noStructure runtime.chanbuf
//go:linkname noStructure runtime.cgocall
//go:linkname noStructure runtime.cgocallback
//go:linkname noStructure runtime.findObject
//go:linkname noStructure runtime.findfunc
//go:linkname noStructure runtime.funcInfo.entry
//go:linkname noStructure runtime.funcline1
//go:linkname noStructure runtime.funcname
//go:linkname noStructure runtime.gcWriteBarrier2
//go:linkname noStructure runtime.getitab
//go:linkname noStructure runtime.getm
//go:linkname noStructure runtime.gopark
//go:linkname noStructure runtime.goready
//go:linkname noStructure runtime.makemap_small
//go:linkname noStructure runtime.moduledataverify1
//go:linkname noStructure runtime.morestack_noctxt
//go:linkname noStructure runtime.newInlineUnwinder
//go:linkname noStructure runtime.(*inlineUnwinder).next
//go:linkname noStructure runtime.(*inlineUnwinder).srcFunc
//go:linkname noStructure runtime.(*inlineUnwinder).fileLine
//go:linkname noStructure runtime.srcFunc.name
//go:linkname noStructure runtime.doInit
//go:linkname noStructure runtime/pprof.readProfile
//go:linkname noStructure runtime/pprof.runtime_FrameStartLine
//go:linkname noStructure runtime/pprof.runtime_FrameSymbolName
//go:linkname noStructure runtime/pprof.runtime_expandFinalInlineFrame
//go:linkname noStructure runtime/pprof.runtime_getProfLabel
//go:linkname noStructure runtime/pprof.runtime_setProfLabel
//go:linkname noStructure reflect.(*rtype).ptrTo
//go:linkname noStructure reflect.addReflectOff
//go:linkname noStructure reflect.resolveNameOff
//go:linkname noStructure reflect.resolveTextOff
//go:linkname noStructure reflect.resolveTypeOff
//go:linkname noStructure reflect.rtypeOff
//go:linkname noStructure reflect.typelinks
//go:linkname noStructure reflect.typesByString
//go:linkname noStructure syscall.runtime_AfterFork
//go:linkname noStructure syscall.runtime_AfterForkInChild
//go:linkname noStructure syscall.runtime_BeforeFork
var noStructure struct{}
