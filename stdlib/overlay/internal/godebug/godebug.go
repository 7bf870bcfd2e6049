package godebug

import (
	"sync"
	"syscall"
	"unsafe"
)

// setUpdate has update called with $GODEBUG now and whenever it changes.
//
//go:linkname setUpdate syscall.watchGODEBUG
func setUpdate(update func(string, string))

var (
	countersMu sync.Mutex
	counters   = map[string]func() uint64{}
)

// registerMetric makes read the source of a metric, which counts the events in which a setting was not the default.
func registerMetric(name string, read func() uint64) {
	countersMu.Lock()
	defer countersMu.Unlock()
	counters[name] = read
}

// events is what that metric of a setting says; runtime/metrics reads it.
func events(setting string) uint64 {
	countersMu.Lock()
	defer countersMu.Unlock()
	if read := counters["/godebug/non-default-behavior/"+setting+":events"]; read != nil {
		return read()
	}
	return 0
}

// Minigo's own packages count no such events.
func setNewIncNonDefault(newIncNonDefault func(string) func()) {}

func write(fd uintptr, p unsafe.Pointer, n int32) int32 {
	written, err := syscall.Write(int(fd), unsafe.Slice((*byte)(p), n))
	if err != nil {
		return -1
	}
	return int32(written)
}
