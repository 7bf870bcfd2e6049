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

// callers is runtime.Callers, but with skip 0 pcs begins with the caller of the function that is linked to callers.
//
//go:linkname callers runtime.callers
func callers(skip int, pcs []uintptr) int { return runtime.Callers(skip+3, pcs) }

//go:linkname mmap syscall.mmap
func mmap(addr, length uintptr, prot, flags, fd int, offset int64) (uintptr, error) {
	r, _, e := syscall.Syscall6(syscall.SYS_MMAP, addr, length, uintptr(prot), uintptr(flags), uintptr(fd), uintptr(offset))
	return r, failure(e)
}

//go:linkname munmap syscall.munmap
func munmap(addr, length uintptr) error {
	_, _, e := syscall.Syscall(syscall.SYS_MUNMAP, addr, length, 0)
	return failure(e)
}

//go:linkname getsockopt syscall.getsockopt
func getsockopt(s, level, name int, value unsafe.Pointer, size *uint32) error {
	_, _, e := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(s), uintptr(level), uintptr(name), uintptr(value),
		uintptr(unsafe.Pointer(size)), 0)
	return failure(e)
}

//go:linkname setsockopt syscall.setsockopt
func setsockopt(s, level, name int, value unsafe.Pointer, size uintptr) error {
	_, _, e := syscall.Syscall6(syscall.SYS_SETSOCKOPT, uintptr(s), uintptr(level), uintptr(name), uintptr(value), size, 0)
	return failure(e)
}

func failure(e syscall.Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

// fcntl returns -1 and the error number if it fails.
//
//go:linkname fcntl runtime.fcntl
func fcntl(fd, command, arg int32) (int32, int32) {
	r, _, e := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), uintptr(command), uintptr(arg))
	if e != 0 {
		return -1, int32(e)
	}
	return int32(r), 0
}

//go:linkname isPollDescriptor internal/poll.IsPollDescriptor
func isPollDescriptor(fd uintptr) bool { return false }
