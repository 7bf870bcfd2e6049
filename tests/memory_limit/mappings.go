// Ways to need memory without end: what is mapped past the heap, by system calls.
package main

import (
	"os"
	"syscall"
	"unsafe"

	"memorylimit/ways"
)

const (
	rw        = syscall.PROT_READ | syscall.PROT_WRITE
	anonymous = syscall.MAP_ANON | syscall.MAP_PRIVATE
	mb        = 1 << 20
	// numbers and flags that package syscall does not have
	sysGetrandom      = 318
	mremapMayMove     = 1
	madvPopulateWrite = 23
)

var (
	keep [][]byte
	heap [][]int
)

func must(err error) {
	if err != nil && err != syscall.Errno(0) {
		println("mapping:", err.Error())
		os.Exit(3)
	}
}

func mapped(size, prot, flags int) []byte {
	b, err := syscall.Mmap(-1, 0, size, prot, flags)
	must(err)
	return b
}

func touch(b []byte) {
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(&b[0])) }

// zeros is a file that has no end.
func zeros() *os.File {
	file, err := os.Open("/dev/zero")
	must(err)
	return file
}

// inParts calls fill for one part after the other of a mapping of 8 GB.
func inParts(size int, fill func(part []byte)) {
	b := mapped(8<<30, rw, anonymous|syscall.MAP_NORESERVE)
	for at := 0; ; at += size {
		fill(b[at : at+size])
	}
}

var table = map[string]func(){
	"mappings": func() {
		for {
			touch(mapped(64*mb, rw, anonymous))
		}
	},
	"small mappings": func() {
		for {
			b := mapped(8192, rw, anonymous)
			b[0], b[4096] = 1, 2
		}
	},
	"mappings that are kept": func() {
		for {
			keep = append(keep, mapped(mb, rw, anonymous))
			touch(keep[len(keep)-1])
		}
	},
	"mappings that are shared": func() {
		for {
			touch(mapped(16*mb, rw, syscall.MAP_ANON|syscall.MAP_SHARED))
		}
	},
	"a huge mapping": func() { touch(mapped(16<<30, rw, anonymous|syscall.MAP_NORESERVE)) },
	"a huge mapping from its end on": func() {
		b := mapped(16<<30, rw, anonymous|syscall.MAP_NORESERVE)
		for i := len(b) - 1; i > 0; i -= 4096 {
			b[i] = 1
		}
	},
	"a huge mapping here and there": func() {
		b := mapped(16<<30, rw, anonymous|syscall.MAP_NORESERVE)
		for i := uint64(1); ; i++ {
			b[i*0x9e3779b97f4a7c15%uint64(len(b))] = 1
		}
	},
	"a mapping that is reserved first": func() {
		b := mapped(16<<30, syscall.PROT_NONE, anonymous|syscall.MAP_NORESERVE)
		for at := 0; ; at += mb {
			part := b[at : at+mb : at+mb]
			must(syscall.Mprotect(part, rw))
			touch(part)
		}
	},
	"a mapping that changes its rights": func() {
		b := mapped(4<<30, rw, anonymous|syscall.MAP_NORESERVE)
		for at := 0; ; at += mb {
			touch(b[at : at+mb])
			must(syscall.Mprotect(b, syscall.PROT_READ))
			must(syscall.Mprotect(b, rw))
		}
	},
	"a mapping that can be written only": func() {
		touch(mapped(16<<30, syscall.PROT_WRITE, anonymous|syscall.MAP_NORESERVE))
	},
	"mappings in the place of others": func() {
		b := mapped(8<<30, syscall.PROT_NONE, anonymous|syscall.MAP_NORESERVE)
		for at := 0; ; at += mb {
			flags := uintptr(anonymous | syscall.MAP_FIXED)
			_, _, e := syscall.Syscall6(syscall.SYS_MMAP, address(b[at:]), mb, rw, flags, ^uintptr(0), 0)
			must(e)
			touch(b[at : at+mb])
		}
	},
	"a mapping that grows": func() {
		size := 4 * mb
		b := mapped(size, rw, anonymous)
		touch(b)
		for {
			at, _, e := syscall.Syscall6(syscall.SYS_MREMAP, address(b), uintptr(size), uintptr(size+4*mb), mremapMayMove, 0, 0)
			must(e)
			b = unsafe.Slice((*byte)(unsafe.Pointer(at)), size+4*mb)
			touch(b[size:])
			size += 4 * mb
		}
	},
	"a mapping that moves half of itself": func() {
		for {
			b := mapped(8*mb, rw, anonymous)
			touch(b)
			_, _, e := syscall.Syscall6(syscall.SYS_MREMAP, address(b), 4*mb, 6*mb, mremapMayMove, 0, 0)
			must(e)
		}
	},
	"pages of a file that are written": func() {
		file, err := os.CreateTemp("", "mapped")
		must(err)
		must(os.Remove(file.Name()))
		must(file.Truncate(8 << 30))
		b, err := syscall.Mmap(int(file.Fd()), 0, 8<<30, rw, syscall.MAP_PRIVATE)
		must(err)
		touch(b)
	},
	"mappings that are there at once": func() {
		for {
			touch(mapped(32*mb, rw, anonymous|syscall.MAP_POPULATE))
		}
	},
	"mappings that the kernel fills": func() {
		for {
			must(syscall.Madvise(mapped(32*mb, rw, anonymous), madvPopulateWrite))
		}
	},
	"mappings that are given up in part": func() {
		for {
			b := mapped(8*mb, rw, anonymous)
			touch(b)
			must(syscall.Madvise(b[:4*mb], syscall.MADV_DONTNEED))
		}
	},
	"mappings that are read to": func() {
		file := zeros()
		inParts(mb, func(part []byte) {
			_, err := file.Read(part)
			must(err)
		})
	},
	"mappings that are read to at a place": func() {
		file := zeros()
		inParts(mb, func(part []byte) {
			_, err := syscall.Pread(int(file.Fd()), part, 5)
			must(err)
		})
	},
	"mappings that a system call reads to": func() {
		fd := zeros().Fd()
		inParts(mb, func(part []byte) {
			_, _, e := syscall.Syscall(syscall.SYS_READ, fd, address(part), uintptr(len(part)))
			must(e)
		})
	},
	"mappings that vectors lead to": func() {
		fd := zeros().Fd()
		inParts(mb, func(part []byte) {
			vectors := [2]syscall.Iovec{{Base: &part[0], Len: mb / 2}, {Base: &part[mb/2], Len: mb / 2}}
			_, _, e := syscall.Syscall(syscall.SYS_READV, fd, uintptr(unsafe.Pointer(&vectors)), 2)
			must(e)
		})
	},
	"mappings of random bytes": func() {
		inParts(4096, func(part []byte) {
			_, _, e := syscall.Syscall(sysGetrandom, address(part), uintptr(len(part)), 0)
			must(e)
		})
	},
	"mappings that are received to": func() {
		two, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		must(err)
		text := make([]byte, 64<<10)
		inParts(len(text), func(part []byte) {
			_, err := syscall.Write(two[0], text)
			must(err)
			_, _, e := syscall.Syscall6(syscall.SYS_RECVFROM, uintptr(two[1]), address(part), uintptr(len(part)), 0, 0, 0)
			must(e)
		})
	},
	"mappings that are copied to": func() {
		from := make([]byte, mb)
		from[5] = 1
		inParts(mb, func(part []byte) { copy(part, from) })
	},
	"mappings that are cleared": func() { inParts(mb, func(part []byte) { clear(part) }) },
	"mappings of values": func() {
		type value struct {
			a, b int
			c    [6]float64
		}
		inParts(64, func(part []byte) { *(*value)(unsafe.Pointer(&part[0])) = value{a: 1} })
	},
	"mappings beside the heap": func() {
		for {
			touch(mapped(2*mb, rw, anonymous))
			heap = append(heap, make([]int, 2*mb/8))
		}
	},
	"mappings after garbage": func() {
		for i := range 400 {
			heap = [][]int{make([]int, mb/8+i)}
		}
		heap = nil
		for {
			touch(mapped(4*mb, rw, anonymous))
		}
	},
	"mappings of several goroutines": func() {
		for range 4 {
			go func() {
				for {
					touch(mapped(mb, rw, anonymous))
				}
			}()
		}
		select {}
	},
	"one mapping of several goroutines": func() {
		b := mapped(16<<30, rw, anonymous|syscall.MAP_NORESERVE)
		for n := range 4 {
			go func() {
				for i := n * 4096; i < len(b); i += 4 * 4096 {
					b[i] = 1
				}
			}()
		}
		select {}
	},
}

func main() { ways.Main(table) }
