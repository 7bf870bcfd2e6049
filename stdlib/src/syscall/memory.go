package syscall

import (
	"sync"
	"unsafe"
)

// mapped has the mappings of Mmap, by the address of their last byte: so Munmap finds a mapping from a slice
// that begins later in it.
var mapped struct {
	sync.Mutex
	from map[*byte][]byte
}

// lastByte returns the address of the last byte of a slice's capacity.
func lastByte(b []byte) *byte { return &b[cap(b)-1] }

// Mmap maps a file, or memory, at an address that the kernel chooses.
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

// Munmap removes a mapping of Mmap; the slice must be the whole mapping.
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

// Mprotect sets the access permissions of pages.
func Mprotect(b []byte, prot int) error { return onMemory(SYS_MPROTECT, b, prot) }

// Madvise tells the kernel how the program will use pages.
func Madvise(b []byte, advice int) error { return onMemory(SYS_MADVISE, b, advice) }

// Mlock locks pages in memory.
func Mlock(b []byte) error { return onMemory(SYS_MLOCK, b, 0) }

// Munlock unlocks pages.
func Munlock(b []byte) error { return onMemory(SYS_MUNLOCK, b, 0) }

// Mlockall locks all pages in memory.
func Mlockall(flags int) error { return outcome(Syscall(SYS_MLOCKALL, uintptr(flags), 0, 0)) }

// Munlockall unlocks all pages.
func Munlockall() error { return outcome(Syscall(SYS_MUNLOCKALL, 0, 0, 0)) }
