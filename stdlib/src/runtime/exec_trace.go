package runtime

import "internal/rt"

// StartTrace begins an execution trace, which ReadTrace gives.
func StartTrace() error {
	if !rt.StartTrace() {
		return plainError("tracing is already enabled")
	}
	return nil
}

// StopTrace ends the trace, and returns when all of it was read.
func StopTrace() { rt.TraceAdvance(true) }

// ReadTrace gives the next chunk of the trace, and waits for it; nil when the trace has ended.
func ReadTrace() (buf []byte) { return rt.ReadTrace() }

// What package runtime/trace of an installed Go needs.

func traceAdvance(last bool)           { rt.TraceAdvance(last) }
func traceClockNow() uint64            { return uint64(rt.Nanotime()) }
func traceClockUnitsPerSecond() uint64 { return 1e9 }

func userTaskCreate(id, parentID uint64, taskType string) {
	rt.TraceSay(rt.SayTaskBegin, id, parentID, taskType, "")
}

func userTaskEnd(id uint64) { rt.TraceSay(rt.SayTaskEnd, id, 0, "", "") }

// mode is 0 at the begin of the region, 1 at its end.
func userRegion(id, mode uint64, name string) {
	rt.TraceSay(rt.SayRegionBegin+int(mode), id, 0, name, "")
}

func userLog(id uint64, category, message string) { rt.TraceSay(rt.SayLog, id, 0, category, message) }
