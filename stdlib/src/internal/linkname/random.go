package linkname

import (
	"internal/rt"
	"internal/rtype"
	"unsafe"
)

//go:linkname rand runtime.rand
//go:linkname rand runtime.fastrand64
func rand() uint64 { return rt.Random() }

//go:linkname fastrand runtime.fastrand
//go:linkname fastrand runtime.cheaprand
func fastrand() uint32 { return uint32(rt.Random() >> 32) }

//go:linkname cheaprand64 runtime.cheaprand64
func cheaprand64() int64 { return int64(rt.Random()) }

// randn returns a number below n; 0 if n is 0.
//
//go:linkname randn runtime.fastrandn
//go:linkname randn runtime.cheaprandn
//go:linkname randn runtime.randn
func randn(n uint32) uint32 { return uint32(rt.Random() >> 32 * uint64(n) >> 32) }

// vgetrandom reports that the kernel's function in the process's own memory is not available.
//
//go:linkname vgetrandom runtime.vgetrandom
func vgetrandom(p []byte, flags uint32) (ret int, supported bool) { return -1, false }

// Hash functions.

// part is the most bytes that are hashed without a stop.
const part = 64 << 10

//go:linkname memhash runtime.memhash
func memhash(p unsafe.Pointer, h, size uintptr) uintptr {
	return stringHash(unsafe.String((*byte)(p), int(size)), h)
}

//go:linkname memhash32 runtime.memhash32
func memhash32(p unsafe.Pointer, h uintptr) uintptr { return memhash(p, h, 4) }

//go:linkname memhash64 runtime.memhash64
func memhash64(p unsafe.Pointer, h uintptr) uintptr { return memhash(p, h, 8) }

//go:linkname strhash runtime.strhash
func strhash(p unsafe.Pointer, h uintptr) uintptr { return stringHash(*(*string)(p), h) }

//go:linkname stringHash runtime.stringHash
func stringHash(s string, seed uintptr) uintptr {
	for len(s) > part {
		seed = rtype.HashText(s[:part], seed)
		s = s[part:]
	}
	return rtype.HashText(s, seed)
}

// interhash returns the hash of an interface value, with methods or without.
//
//go:linkname interhash runtime.nilinterhash
//go:linkname interhash runtime.interhash
func interhash(p unsafe.Pointer, h uintptr) uintptr {
	return rtype.Hash(rtype.Elem(rtype.Of((*any)(nil))), p, h)
}

//go:linkname typehash runtime.typehash
//go:linkname typehash reflect.typehash
func typehash(t rtype.ID, p unsafe.Pointer, h uintptr) uintptr { return rtype.Hash(t, p, h) }
