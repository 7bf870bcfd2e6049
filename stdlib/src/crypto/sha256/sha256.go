// Package sha256 has the hash functions SHA-224 and SHA-256.
package sha256

import (
	"hash"
	"internal/blocks"
	"math/bits"
)

const (
	// Size is that of a SHA-256 hash in bytes.
	Size = 32
	// Size224 is that of a SHA-224 hash in bytes.
	Size224 = 28
	// BlockSize is that of a block in bytes.
	BlockSize = 64
)

var (
	start256 = [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	start224 = [8]uint32{
		0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
	}
	// The first bits of the fractions of the cube roots of the first 64 primes.
	rounds = roots()
)

// roots computes the constants of the rounds: floor(2^32 · ∛p) by integer search, of which the low 32 bits count.
func roots() (k [64]uint32) {
	n := 0
	for p := uint64(2); n < 64; p++ {
		prime := true
		for d := uint64(2); d*d <= p; d++ {
			prime = prime && p%d != 0
		}
		if !prime {
			continue
		}
		lo, hi := uint64(1)<<32, uint64(8)<<32
		for lo+1 < hi {
			mid := (lo + hi) / 2
			// mid³ ≤ p·2^96, compared in 128 bits: mid² / 2^32 rounded down would lose too much, so in two steps.
			h, l := bits.Mul64(mid, mid)
			h2, l2 := bits.Mul64(l, mid)
			h3 := h*mid + h2
			if h3 < p<<32 || h3 == p<<32 && l2 == 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		k[n] = uint32(lo)
		n++
	}
	return k
}

type digest struct {
	state  [8]uint32
	blocks blocks.Blocks
	is224  bool
}

// New returns the SHA-256 hash.
func New() hash.Hash {
	d := new(digest)
	d.Reset()
	return d
}

// New224 returns the SHA-224 hash.
func New224() hash.Hash {
	d := &digest{is224: true}
	d.Reset()
	return d
}

// Sum256 returns the SHA-256 hash of data.
func Sum256(data []byte) (out [Size]byte) {
	d := digest{state: start256}
	d.Write(data)
	d.Sum(out[:0])
	return out
}

// Sum224 returns the SHA-224 hash of data.
func Sum224(data []byte) (out [Size224]byte) {
	d := digest{state: start224, is224: true}
	d.Write(data)
	d.Sum(out[:0])
	return out
}

func (d *digest) Reset() {
	d.state, d.blocks = start256, blocks.Blocks{}
	if d.is224 {
		d.state = start224
	}
}

func (d *digest) Size() int {
	if d.is224 {
		return Size224
	}
	return Size
}

func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Write(p []byte) (int, error) {
	d.blocks.Write(p, BlockSize, d.mix)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	c := *d
	c.blocks.Pad(BlockSize, false, c.mix)
	for _, word := range c.state[:c.Size()/4] {
		in = append(in, byte(word>>24), byte(word>>16), byte(word>>8), byte(word))
	}
	return in
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) mix(p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		s0 := (x>>7 | x<<25) ^ (x>>18 | x<<14) ^ x>>3
		s1 := (y>>17 | y<<15) ^ (y>>19 | y<<13) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, e := d.state[0], d.state[1], d.state[2], d.state[4]
	f, g, h, s := d.state[5], d.state[6], d.state[7], d.state[3]
	for i := range 64 {
		t1 := h + ((e>>6 | e<<26) ^ (e>>11 | e<<21) ^ (e>>25 | e<<7)) + (e&f ^ ^e&g) + rounds[i] + w[i]
		t2 := ((a>>2 | a<<30) ^ (a>>13 | a<<19) ^ (a>>22 | a<<10)) + (a&b ^ a&c ^ b&c)
		h, g, f, e = g, f, e, s+t1
		s, c, b, a = c, b, a, t1+t2
	}
	for i, v := range [8]uint32{a, b, c, s, e, f, g, h} {
		d.state[i] += v
	}
}
