package trace

import _ "unsafe"

// Go's package runtime gives these to this package; minigo's is asked for them.

//go:linkname runtime_traceClockUnitsPerSecond runtime.traceClockUnitsPerSecond
func runtime_traceClockUnitsPerSecond() uint64

//go:linkname userTaskCreate runtime.userTaskCreate
func userTaskCreate(id, parentID uint64, taskType string)

//go:linkname userTaskEnd runtime.userTaskEnd
func userTaskEnd(id uint64)

//go:linkname userRegion runtime.userRegion
func userRegion(id, mode uint64, regionType string)

//go:linkname userLog runtime.userLog
func userLog(id uint64, category, message string)
