package rand

import (
	"errors"
	"math/bits"
)

// A PCG is O'Neill's PCG-DXSM generator with 128 bits of state.
type PCG struct {
	hi, lo uint64
}

// NewPCG makes a PCG with a seed.
func NewPCG(seed1, seed2 uint64) *PCG { return &PCG{seed1, seed2} }

// Seed restarts the generator with a new seed.
func (p *PCG) Seed(seed1, seed2 uint64) { p.hi, p.lo = seed1, seed2 }

// Uint64 returns a random number.
func (p *PCG) Uint64() uint64 {
	const (
		mulHi = 2549297995355413924
		mulLo = 4865540595714422341
		incHi = 6364136223846793005
		incLo = 1442695040888963407
		cheap = 0xda942042e4dd58b5
	)
	hi, lo := bits.Mul64(p.lo, mulLo)
	hi += p.hi*mulLo + p.lo*mulHi
	lo, c := bits.Add64(lo, incLo, 0)
	hi += incHi + c
	p.lo = lo
	p.hi = hi
	hi ^= hi >> 32
	hi *= cheap
	hi ^= hi >> 48
	hi *= lo | 1
	return hi
}

func appendBig(b []byte, x uint64) []byte {
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(x>>uint(shift)))
	}
	return b
}

func big(b []byte) (x uint64) {
	for _, c := range b[:8] {
		x = x<<8 | uint64(c)
	}
	return x
}

func little(b []byte) (x uint64) {
	for i := 7; i >= 0; i-- {
		x = x<<8 | uint64(b[i])
	}
	return x
}

// AppendBinary writes the state at the end of b.
func (p *PCG) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, "pcg:"...)
	return appendBig(appendBig(b, p.hi), p.lo), nil
}

// MarshalBinary writes the state.
func (p *PCG) MarshalBinary() ([]byte, error) { return p.AppendBinary(make([]byte, 0, 20)) }

var errUnmarshalPCG = errors.New("invalid PCG encoding")

// UnmarshalBinary reads the state.
func (p *PCG) UnmarshalBinary(data []byte) error {
	if len(data) != 20 || string(data[:4]) != "pcg:" {
		return errUnmarshalPCG
	}
	p.hi = big(data[4:])
	p.lo = big(data[12:])
	return nil
}

// A ChaCha8 is the generator chacha8rand of C2SP: cryptographically strong.
type ChaCha8 struct {
	buf  [32]uint64
	seed [4]uint64
	i    uint32 // index of the next number in buf
	n    uint32 // the end of the numbers in buf
	c    uint32 // the block counter

	rest     [8]byte // the bytes of the last number that Read has not returned
	restLeft int
}

// chachaBlock fills buf with the four ChaCha8 blocks for the counters c … c+3 under the key seed, interleaved as
// chacha8rand specifies.
func chachaBlock(seed *[4]uint64, buf *[32]uint64, c uint32)

// NewChaCha8 makes a ChaCha8 with a seed.
func NewChaCha8(seed [32]byte) *ChaCha8 {
	c := new(ChaCha8)
	c.Seed(seed)
	return c
}

// Seed restarts the generator with a new seed.
func (c *ChaCha8) Seed(seed [32]byte) {
	for i := range c.seed {
		c.seed[i] = little(seed[8*i:])
	}
	c.start(0)
	c.restLeft = 0
	c.rest = [8]byte{}
}

// start computes the numbers for the counter n.
func (c *ChaCha8) start(n uint32) {
	c.c = n
	chachaBlock(&c.seed, &c.buf, n)
	c.i = 0
	c.n = 32
	if n == 12 {
		c.n = 28 // the last four numbers are the next seed
	}
}

// Uint64 returns a random number.
func (c *ChaCha8) Uint64() uint64 {
	if c.i >= c.n {
		next := c.c + 4
		if next == 16 {
			copy(c.seed[:], c.buf[28:])
			next = 0
		}
		c.start(next)
	}
	x := c.buf[c.i&31]
	c.i++
	return x
}

// Read fills p with random bytes.
func (c *ChaCha8) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if c.restLeft == 0 {
			x := c.Uint64()
			for i := range c.rest {
				c.rest[i] = byte(x >> uint(8*i))
			}
			c.restLeft = 8
		}
		m := copy(p[n:], c.rest[8-c.restLeft:])
		n += m
		c.restLeft -= m
	}
	return n, nil
}

// AppendBinary writes the state at the end of b.
func (c *ChaCha8) AppendBinary(b []byte) ([]byte, error) {
	if c.restLeft > 0 {
		b = append(b, "readbuf:"...)
		b = append(b, byte(c.restLeft))
		b = append(b, c.rest[8-c.restLeft:]...)
	}
	b = append(b, "chacha8:"...)
	b = appendBig(b, uint64(c.c/4*32+c.i))
	for _, s := range c.seed {
		for shift := 0; shift < 64; shift += 8 {
			b = append(b, byte(s>>uint(shift)))
		}
	}
	return b, nil
}

// MarshalBinary writes the state.
func (c *ChaCha8) MarshalBinary() ([]byte, error) { return c.AppendBinary(make([]byte, 0, 64)) }

var errUnmarshalChaCha8 = errors.New("invalid ChaCha8 encoding")
var errUnmarshalRest = errors.New("invalid ChaCha8 Read buffer encoding")

// UnmarshalBinary reads the state.
func (c *ChaCha8) UnmarshalBinary(data []byte) error {
	if len(data) >= 8 && string(data[:8]) == "readbuf:" {
		data = data[8:]
		if len(data) == 0 || len(data) < 1+int(data[0]) || data[0] > 8 {
			return errUnmarshalRest
		}
		n := int(data[0])
		c.restLeft = copy(c.rest[8-n:], data[1:1+n])
		data = data[1+n:]
	}
	if len(data) != 48 || string(data[:8]) != "chacha8:" {
		return errUnmarshalChaCha8
	}
	used := big(data[8:])
	if used > 16/4*32-4 {
		return errUnmarshalChaCha8
	}
	for i := range c.seed {
		c.seed[i] = little(data[16+8*i:])
	}
	c.start(4 * (uint32(used) / 32))
	c.i = uint32(used) % 32
	if used == 16/4*32-4 {
		c.i = 28
	}
	return nil
}
