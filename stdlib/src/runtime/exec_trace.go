package runtime

import (
	"internal/rt"
	"unsafe"
)

// An execution trace is cut into generations: about once a second, when package trace asks for it, and at its end. The
// chunks of a generation wait here until ReadTrace has handed out each.

// traceBegin lets the scheduler record; false if it does already.
func traceBegin() bool

// traceCut is what was recorded since the last cut: chunks, each behind its length in four bytes. With last it ends.
func traceCut(last bool) []byte

// traceSay records what the program says of itself. The frame of the caller is left out of the stack.
func traceSay(what int, task, parent uint64, a, b string)

// traceSleep pauses the goroutine, in a bubble too.
func traceSleep(nanos int64)

const (
	sayTaskBegin = iota
	sayTaskEnd
	sayRegionBegin
	sayRegionEnd
	sayLog
)

const traceHeader = "go 1.26 trace\x00\x00\x00"

// execTrace is guarded by traceLock; cuts are made one after the other, under traceCuts.
var (
	traceLock, traceCuts uint64

	execTrace struct {
		on      bool
		number  int      // of the traces so far
		chunks  [][]byte // not handed out yet
		asks    bool     // a reader sleeps at ready
		waiters int      // how many sleep at read until all was handed out and the reader asks for more
	}

	traceReady, traceRead uint32
)

func lockTrace(word *uint64)   { rt.Lock((*uint16)(unsafe.Pointer(word))) }
func unlockTrace(word *uint64) { rt.Unlock((*uint16)(unsafe.Pointer(word))) }

// StartTrace begins an execution trace, which ReadTrace gives.
func StartTrace() error {
	lockTrace(&traceCuts)
	defer unlockTrace(&traceCuts)
	lockTrace(&traceLock)
	defer unlockTrace(&traceLock)
	t := &execTrace
	if t.on || len(t.chunks) > 0 || !traceBegin() {
		return plainError("tracing is already enabled")
	}
	t.on = true
	t.number++
	t.chunks = append(t.chunks, []byte(traceHeader))
	go cutRegularly(t.number)
	return nil
}

// StopTrace ends the trace, and returns when all of it was read.
func StopTrace() { traceAdvance(true) }

// ReadTrace gives the next chunk of the trace, and waits for it; nil when the trace has ended.
func ReadTrace() (buf []byte) {
	lockTrace(&traceLock)
	t := &execTrace
	if len(t.chunks) == 0 {
		for ; t.waiters > 0; t.waiters-- {
			rt.SemRelease(&traceRead, false)
		}
	}
	for t.on && len(t.chunks) == 0 {
		t.asks = true
		unlockTrace(&traceLock)
		if !rt.SemAcquire(&traceReady, false, rt.WhySemacquire) {
			rt.End()
		}
		lockTrace(&traceLock)
	}
	if len(t.chunks) > 0 {
		buf, t.chunks = t.chunks[0], t.chunks[1:]
	}
	unlockTrace(&traceLock)
	return buf
}

// traceAdvance ends the generation, with last the trace, and returns when the reader has done with all of it.
func traceAdvance(last bool) {
	lockTrace(&traceCuts)
	defer unlockTrace(&traceCuts)
	lockTrace(&traceLock)
	t := &execTrace
	if !t.on {
		unlockTrace(&traceLock)
		return
	}
	unlockTrace(&traceLock)
	// Not under the lock: the reader takes it meanwhile, and would run only to wait.
	all := traceCut(last)
	lockTrace(&traceLock)
	for len(all) > 4 {
		n := 4 + int(all[0]) + int(all[1])<<8 + int(all[2])<<16 + int(all[3])<<24
		t.chunks = append(t.chunks, all[4:n:n])
		all = all[n:]
	}
	t.on = !last
	t.waiters++
	if t.asks {
		t.asks = false
		rt.SemRelease(&traceReady, false)
	}
	unlockTrace(&traceLock)
	if !rt.SemAcquire(&traceRead, false, rt.WhySemacquire) {
		rt.End()
	}
}

// cutRegularly ends generations, so that neither they nor what a flight recorder forgets become large.
func cutRegularly(number int) {
	for {
		traceSleep(1e9)
		lockTrace(&traceLock)
		on := execTrace.on && execTrace.number == number
		unlockTrace(&traceLock)
		if !on {
			return
		}
		traceAdvance(false)
	}
}

// The functions that package runtime/trace of an installed Go needs.

func traceClockNow() uint64            { return uint64(rt.Nanotime()) }
func traceClockUnitsPerSecond() uint64 { return 1e9 }

func userTaskCreate(id, parentID uint64, taskType string) {
	traceSay(sayTaskBegin, id, parentID, taskType, "")
}

func userTaskEnd(id uint64) { traceSay(sayTaskEnd, id, 0, "", "") }

// mode is 0 at the begin of the region, 1 at its end.
func userRegion(id, mode uint64, name string) {
	traceSay(sayRegionBegin+int(mode), id, 0, name, "")
}

func userLog(id uint64, category, message string) { traceSay(sayLog, id, 0, category, message) }
