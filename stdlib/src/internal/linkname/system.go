package linkname

import (
	"runtime"
	"syscall"
	"unsafe"
)

//go:linkname envs syscall.runtime_envs
func envs() []string { return syscall.Environ() }

// getAuxv returns the auxiliary vector of the process, in pairs.
//
//go:linkname getAuxv runtime.getAuxv
func getAuxv() []uintptr {
	const most = 128
	fd, err := syscall.Open("/proc/self/auxv", syscall.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	vector := make([]uintptr, most)
	n, err := syscall.Read(fd, unsafe.Slice((*byte)(unsafe.Pointer(&vector[0])), most*8))
	if err != nil {
		return nil
	}
	return vector[:n/16*2]
}

// callers: as runtime.Callers, but skip 0 is who calls the function that is linked to this one.
//
//go:linkname callers runtime.callers
func callers(skip int, pcs []uintptr) int { return runtime.Callers(skip+3, pcs) }

//go:linkname isPollDescriptor internal/poll.IsPollDescriptor
func isPollDescriptor(fd uintptr) bool { return false }
