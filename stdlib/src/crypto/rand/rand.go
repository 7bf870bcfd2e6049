// Package rand returns the kernel's random numbers for cryptography.
package rand

import (
	"errors"
	"internal/sysrand"
	"io"
	"math/big"
)

type reader struct{}

// Reader is the kernel's source of random bytes.
var Reader io.Reader = reader{}

func (reader) Read(b []byte) (int, error) {
	sysrand.Read(b)
	return len(b), nil
}

// Read fills b with random bytes of Reader; it never fails, but ends the program if Reader does.
func Read(b []byte) (n int, err error) {
	if _, ok := Reader.(reader); ok {
		return reader{}.Read(b)
	}
	if n, err = io.ReadFull(Reader, b); err != nil {
		sysrand.Fatal(err)
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

// mask returns the mask for the first byte of a number with this many bits.
func mask(bits int) byte { return byte(1<<((bits-1)%8+1) - 1) }

// Prime returns a prime with this many bits, the first two of them set; the chance that it is not prime is less than
// 1/4**20. Prime ignores r: random bytes come from the kernel.
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
