// Package sysrand returns the random bytes of all cryptography: from the kernel, or from the source that a test has set.
package sysrand

import (
	"internal/rt"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// The number of getrandom on linux/amd64, which package syscall does not have.
const sysGetrandom = 318

// testing fills its argument with random bytes, if a test has set it.
var testing atomic.Pointer[func([]byte)]

// SetTesting sets the source of all random bytes, and returns the former one; nil stands for the kernel.
func SetTesting(fill *func([]byte)) (before *func([]byte)) { return testing.Swap(fill) }

// Read fills b with random bytes. It ends the program if the kernel has none.
func Read(b []byte) {
	if fill := testing.Load(); fill != nil {
		(*fill)(b)
		return
	}
	for len(b) > 0 {
		// The kernel returns up to 256 bytes without interruption.
		part := b[:min(len(b), 256)]
		n, _, err := syscall.RawSyscall(sysGetrandom, uintptr(unsafe.Pointer(&part[0])), uintptr(len(part)), 0)
		switch err {
		case 0:
			b = b[n:]
		case syscall.EINTR:
		default:
			Fatal(err)
		}
	}
}

// Fatal ends the program, because no random bytes are available.
func Fatal(err error) {
	rt.Fatal("crypto/rand: failed to read random data (see https://go.dev/issue/66821): " + err.Error())
}

// Seed returns random bytes that seed a generator of the natives: twice the security level of the strongest keys.
func Seed() []byte {
	seed := make([]byte, 64)
	Read(seed)
	return seed
}
