package godebug

import (
	"syscall"
	"unsafe"
)

// setUpdate has update called with $GODEBUG now and whenever it changes.
//
//go:linkname setUpdate syscall.watchGODEBUG
func setUpdate(update func(string, string))

// There are no metrics to count what was not the default.
func registerMetric(name string, read func() uint64)                 {}
func setNewIncNonDefault(newIncNonDefault func(string) func())      {}

func write(fd uintptr, p unsafe.Pointer, n int32) int32 {
	written, err := syscall.Write(int(fd), unsafe.Slice((*byte)(p), n))
	if err != nil {
		return -1
	}
	return int32(written)
}
