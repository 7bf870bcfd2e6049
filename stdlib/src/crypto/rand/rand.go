// Package rand has random numbers for cryptography: the kernel's.
package rand

import (
	"errors"
	"internal/rt"
	"io"
	"math/big"
	"syscall"
	"unsafe"
)

type reader struct{}

// Reader is the kernel's source of random bytes.
var Reader io.Reader = reader{}

// The number of getrandom on linux/amd64, which package syscall does not have.
const sysGetrandom = 318

func (reader) Read(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		// The kernel gives up to 256 bytes at once whatever happens.
		part := rest[:min(len(rest), 256)]
		n, _, err := syscall.RawSyscall(sysGetrandom, uintptr(unsafe.Pointer(&part[0])), uintptr(len(part)), 0)
		switch err {
		case 0:
			rest = rest[n:]
		case syscall.EINTR:
		default:
			fatal(err)
		}
	}
	return len(b), nil
}

func fatal(err error) {
	rt.Fatal("crypto/rand: failed to read random data (see https://go.dev/issue/66821): " + err.Error())
}

// Read fills b with random bytes of Reader; it never fails, but ends the program if Reader does.
func Read(b []byte) (n int, err error) {
	if _, ok := Reader.(reader); ok {
		return reader{}.Read(b)
	}
	if n, err = io.ReadFull(Reader, b); err != nil {
		fatal(err)
	}
	return n, nil
}

// Text returns 26 random letters and digits of base32: more than 128 bits.
func Text() string {
	b := make([]byte, 26)
	Read(b)
	for i := range b {
		b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[b[i]%32]
	}
	return string(b)
}

// mask returns the mask of the first byte's bits in a number of that length in bits.
func mask(bits int) byte { return byte(1<<((bits-1)%8+1) - 1) }

// Prime returns a number of that length in bits, the first two of them set, that is prime but for a chance of less than
// 1/4**20. The value of r does not matter: random bytes come from the kernel.
func Prime(r io.Reader, bits int) (*big.Int, error) {
	if bits < 2 {
		return nil, errors.New("crypto/rand: prime size must be at least 2-bit")
	}
	b := make([]byte, (bits+7)/8)
	for p := new(big.Int); ; {
		reader{}.Read(b)
		b[0] &= mask(bits)
		b[len(b)-1] |= 1
		p.SetBytes(b)
		p.SetBit(p, bits-1, 1)
		p.SetBit(p, bits-2, 1)
		if p.ProbablyPrime(20) {
			return p, nil
		}
	}
}

// Int returns a random number from 0 to max-1; it panics if max is not positive.
func Int(rand io.Reader, max *big.Int) (n *big.Int, err error) {
	if max.Sign() <= 0 {
		panic("crypto/rand: argument to Int is <= 0")
	}
	n = new(big.Int).Sub(max, big.NewInt(1))
	bits := n.BitLen()
	if bits == 0 {
		return n, nil
	}
	b := make([]byte, (bits+7)/8)
	for {
		if _, err = io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		b[0] &= mask(bits)
		if n.SetBytes(b); n.Cmp(max) < 0 {
			return n, nil
		}
	}
}
