package rt

import "unsafe"

// An execution trace is cut into generations: about once a second, when package trace asks for it, and at its end. The
// chunks of a generation wait here until ReadTrace has handed out each.

// traceBegin lets the scheduler record; false if it does already.
func traceBegin() bool

// traceCut is what was recorded since the last cut: chunks, each behind its length in four bytes. With last it ends.
func traceCut(last bool) []byte

// TraceSay records what the program says of itself. The frame of the caller is left out of the stack.
func TraceSay(what int, task, parent uint64, a, b string)

// traceSleep pauses the goroutine, in a bubble too.
func traceSleep(nanos int64)

// What the program says of itself.
const (
	SayTaskBegin   = iota // the task, its parent, its type
	SayTaskEnd            // the task
	SayRegionBegin        // the task, the type of the region
	SayRegionEnd          // as for its begin
	SayLog                // the task, the category, the message
)

// TraceHeader begins a trace: it is the first chunk.
const TraceHeader = "go 1.26 trace\x00\x00\x00"

// execTrace is guarded by traceLock; cuts are made one after the other, under traceCuts.
var (
	traceLock, traceCuts uint64

	execTrace struct {
		on      bool
		cuts    bool     // cutRegularly runs
		chunks  [][]byte // not handed out yet
		asks    bool     // a reader sleeps at ready
		waiters int      // how many sleep at read until all was handed out and the reader asks for more
	}

	traceReady, traceRead uint32
)

func lockTrace(word *uint64)   { Lock((*uint16)(unsafe.Pointer(word))) }
func unlockTrace(word *uint64) { Unlock((*uint16)(unsafe.Pointer(word))) }

// StartTrace begins an execution trace, which ReadTrace gives; false if there is one already.
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

// ReadTrace gives the next chunk of the trace, and waits for it; nil when the trace has ended.
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

// TraceAdvance ends the generation, with last the trace, and returns when the reader has done with all of it.
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
		SemRelease(&traceReady, false)
	}
	unlockTrace(&traceLock)
	if !SemAcquire(&traceRead, false, WhySemacquire) {
		End()
	}
}

// cutRegularly ends generations, so that neither they nor what a flight recorder forgets become large. It serves all
// traces that begin before it has noticed the end of one.
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

// TraceGoroutines returns how many goroutines work for the trace, and not for the program.
func TraceGoroutines() int {
	lockTrace(&traceLock)
	defer unlockTrace(&traceLock)
	if execTrace.cuts {
		return 1
	}
	return 0
}
