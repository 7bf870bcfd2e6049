package rt

import "unsafe"

// An execution trace is cut into generations: about once a second, when package trace asks for it, and at its end. The
// chunks of a generation wait here until ReadTrace has returned each.

// traceBegin starts the scheduler's recording; false if it is recording already.
func traceBegin() bool

// traceCut returns the events since the last cut: chunks, each after its length in four bytes. last ends the recording.
func traceCut(last bool) []byte

// TraceSay records an event of the program. The frame of the caller is left out of the stack.
func TraceSay(what int, task, parent uint64, a, b string)

// traceSleep pauses the goroutine, by the real clock even in a bubble.
func traceSleep(nanos int64)

// The program's own events.
const (
	SayTaskBegin   = iota // the task, its parent, its type
	SayTaskEnd            // the task
	SayRegionBegin        // the task, the type of the region
	SayRegionEnd          // as for its begin
	SayLog                // the task, the category, the message
)

// TraceHeader returns the first chunk of a trace.
const TraceHeader = "go 1.26 trace\x00\x00\x00"

// traceLock guards execTrace; traceCuts serialises cuts.
var (
	traceLock, traceCuts uint64

	execTrace struct {
		on      bool
		cuts    bool     // the goroutine cutRegularly runs
		chunks  [][]byte // not returned yet
		asks    bool     // a reader sleeps on ready
		waiters int      // number of goroutines that sleep on read until the reader has got all chunks and asks for more
	}

	traceReady, traceRead uint32
)

func lockTrace(word *uint64)   { Lock((*uint16)(unsafe.Pointer(word))) }
func unlockTrace(word *uint64) { Unlock((*uint16)(unsafe.Pointer(word))) }

// StartTrace begins an execution trace for ReadTrace; false if there is one already.
func StartTrace() bool {
	lockTrace(&traceCuts)
	defer unlockTrace(&traceCuts)
	lockTrace(&traceLock)
	defer unlockTrace(&traceLock)
	t := &execTrace
	if t.on || len(t.chunks) > 0 || !traceBegin() {
		return false
	}
	t.on = true
	t.chunks = append(t.chunks, []byte(TraceHeader))
	if !t.cuts {
		t.cuts = true
		go cutRegularly()
	}
	return true
}

// ReadTrace waits for the next chunk of the trace and returns it; nil when the trace has ended.
func ReadTrace() (buf []byte) {
	lockTrace(&traceLock)
	t := &execTrace
	if len(t.chunks) == 0 {
		for ; t.waiters > 0; t.waiters-- {
			SemRelease(&traceRead, false)
		}
	}
	for t.on && len(t.chunks) == 0 {
		t.asks = true
		unlockTrace(&traceLock)
		if !SemAcquire(&traceReady, false, WhySemacquire) {
			End()
		}
		lockTrace(&traceLock)
	}
	if len(t.chunks) > 0 {
		buf, t.chunks = t.chunks[0], t.chunks[1:]
	}
	unlockTrace(&traceLock)
	return buf
}

// TraceAdvance ends the generation, or with last the trace, and returns when the reader has processed all of it.
func TraceAdvance(last bool) {
	lockTrace(&traceCuts)
	defer unlockTrace(&traceCuts)
	lockTrace(&traceLock)
	t := &execTrace
	if !t.on {
		unlockTrace(&traceLock)
		return
	}
	unlockTrace(&traceLock)
	// Not under the lock: the reader needs the lock meanwhile, and would only run to wait for it.
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
		SemRelease(&traceReady, false)
	}
	unlockTrace(&traceLock)
	if !SemAcquire(&traceRead, false, WhySemacquire) {
		End()
	}
}

// cutRegularly ends generations, so that neither they nor the buffer of a flight recorder become large. It serves all
// traces that begin before it notices the end of one.
func cutRegularly() {
	for {
		traceSleep(1e9)
		lockTrace(&traceLock)
		on := execTrace.on
		execTrace.cuts = on
		unlockTrace(&traceLock)
		if !on {
			return
		}
		TraceAdvance(false)
	}
}

// TraceGoroutines returns the number of goroutines that work for the trace instead of the program.
func TraceGoroutines() int {
	lockTrace(&traceLock)
	defer unlockTrace(&traceLock)
	if execTrace.cuts {
		return 1
	}
	return 0
}
