package syscall

import (
	"sync"
	"unsafe"
)

// mapped has the mappings that Munmap knows, by the address of their last byte: what Mmap returned is found by a slice
// of it that begins later.
var mapped struct {
	sync.Mutex
	from map[*byte][]byte
}

// lastByte is that of a slice's capacity.
func lastByte(b []byte) *byte { return &b[cap(b)-1] }

// Mmap maps a file, or memory, at an address of the kernel's choice.
func Mmap(fd int, offset int64, length int, prot int, flags int) (data []byte, err error) {
	if length <= 0 {
		return nil, EINVAL
	}
	at, _, e := Syscall6(SYS_MMAP, 0, uintptr(length), uintptr(prot), uintptr(flags), uintptr(fd), uintptr(offset))
	if e != 0 {
		return nil, e
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(at)), length)
	mapped.Lock()
	defer mapped.Unlock()
	if mapped.from == nil {
		mapped.from = map[*byte][]byte{}
	}
	mapped.from[lastByte(b)] = b
	return b, nil
}

// Munmap ends a mapping of Mmap, which must be whole.
func Munmap(b []byte) error {
	if len(b) == 0 || len(b) != cap(b) {
		return EINVAL
	}
	mapped.Lock()
	defer mapped.Unlock()
	last := lastByte(b)
	if whole := mapped.from[last]; whole == nil || &whole[0] != &b[0] {
		return EINVAL
	}
	if err := onMemory(SYS_MUNMAP, b, 0); err != nil {
		return err
	}
	delete(mapped.from, last)
	return nil
}

func onMemory(trap uintptr, b []byte, arg int) error {
	return outcome(Syscall(trap, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), uintptr(arg)))
}

// Mprotect sets what may be done with pages.
func Mprotect(b []byte, prot int) error { return onMemory(SYS_MPROTECT, b, prot) }

// Madvise says how pages will be used.
func Madvise(b []byte, advice int) error { return onMemory(SYS_MADVISE, b, advice) }

// Mlock keeps pages in memory.
func Mlock(b []byte) error { return onMemory(SYS_MLOCK, b, 0) }

// Munlock ends that.
func Munlock(b []byte) error { return onMemory(SYS_MUNLOCK, b, 0) }

// Mlockall keeps all pages in memory.
func Mlockall(flags int) error { return outcome(Syscall(SYS_MLOCKALL, uintptr(flags), 0, 0)) }

// Munlockall ends that.
func Munlockall() error { return outcome(Syscall(SYS_MUNLOCKALL, 0, 0, 0)) }
