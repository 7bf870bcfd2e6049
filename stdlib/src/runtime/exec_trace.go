package runtime

import "internal/rt"

// StartTrace begins an execution trace, which ReadTrace returns.
func StartTrace() error {
	if !rt.StartTrace() {
		return plainError("tracing is already enabled")
	}
	return nil
}

// StopTrace ends the trace, and returns after a reader has read all of it.
func StopTrace() { rt.TraceAdvance(true) }

// ReadTrace waits for the next chunk of the trace and returns it; nil when the trace has ended.
func ReadTrace() (buf []byte) { return rt.ReadTrace() }

// The functions that an installed Go's package runtime/trace needs.

func traceAdvance(last bool)           { rt.TraceAdvance(last) }
func traceClockNow() uint64            { return uint64(rt.Nanotime()) }
func traceClockUnitsPerSecond() uint64 { return 1e9 }

func userTaskCreate(id, parentID uint64, taskType string) {
	rt.TraceSay(rt.SayTaskBegin, id, parentID, taskType, "")
}

func userTaskEnd(id uint64) { rt.TraceSay(rt.SayTaskEnd, id, 0, "", "") }

// mode is 0 at the beginning of the region, 1 at its end.
func userRegion(id, mode uint64, name string) {
	rt.TraceSay(rt.SayRegionBegin+int(mode), id, 0, name, "")
}

func userLog(id uint64, category, message string) { rt.TraceSay(rt.SayLog, id, 0, category, message) }
