// Package sha512 has the hash functions SHA-384, SHA-512, SHA-512/224 and SHA-512/256.
package sha512

import (
	"hash"
	"internal/blocks"
	"math/bits"
)

// The sizes in bytes of the hashes and of a block.
const (
	Size      = 64
	Size224   = 28
	Size256   = 32
	Size384   = 48
	BlockSize = 128
)

var (
	start512 = [8]uint64{
		0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
		0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
	}
	start384 = [8]uint64{
		0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
		0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
	}
	start224 = derived("SHA-512/224")
	start256 = derived("SHA-512/256")
	rounds   = roots()
)

// derived computes the start of a truncated hash, as the standard does: with the hash of its name.
func derived(name string) [8]uint64 {
	d := digest{state: start512, size: Size}
	for i := range d.state {
		d.state[i] ^= 0xa5a5a5a5a5a5a5a5
	}
	d.Write([]byte(name))
	d.blocks.Pad(BlockSize, false, d.mix)
	return d.state
}

// roots computes the constants of the rounds: the first 64 bits of the fractions of the cube roots of the first 80 primes.
func roots() (k [80]uint64) {
	n := 0
	for p := uint64(2); n < 80; p++ {
		prime := true
		for d := uint64(2); d*d <= p; d++ {
			prime = prime && p%d != 0
		}
		if !prime {
			continue
		}
		// The root is whole + x/2^64; x is found bit by bit.
		whole := uint64(1)
		for (whole+1)*(whole+1)*(whole+1) <= p {
			whole++
		}
		x := uint64(0)
		for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
			if cubeAtMost(whole, x|bit, p) {
				x |= bit
			}
		}
		k[n] = x
		n++
	}
	return k
}

// cubeAtMost reports whether (a + x/2^64)³ <= p. The cube is computed with 128 bits behind the point and the rest, exactly.
func cubeAtMost(a, x, p uint64) bool {
	// The number as two words, times itself: four words, the lowest first.
	square := product([]uint64{x, a}, []uint64{x, a})
	cube := product(square, []uint64{x, a})
	// Three words stand behind the point.
	for _, word := range cube[4:] {
		if word != 0 {
			return false
		}
	}
	if cube[3] != p {
		return cube[3] < p
	}
	return cube[2]|cube[1]|cube[0] == 0
}

func product(x, y []uint64) []uint64 {
	out := make([]uint64, len(x)+len(y))
	for i, a := range x {
		carry := uint64(0)
		for j, b := range y {
			hi, lo := bits.Mul64(a, b)
			var c uint64
			lo, c = bits.Add64(lo, out[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			out[i+j] = lo
			carry = hi + c
		}
		out[i+len(y)] = carry
	}
	return out
}

type digest struct {
	state  [8]uint64
	blocks blocks.Blocks
	size   int
}

func made(size int) *digest {
	d := &digest{size: size}
	d.Reset()
	return d
}

// New returns the SHA-512 hash.
func New() hash.Hash { return made(Size) }

// New384 returns the SHA-384 hash.
func New384() hash.Hash { return made(Size384) }

// New512_224 returns the SHA-512/224 hash.
func New512_224() hash.Hash { return made(Size224) }

// New512_256 returns the SHA-512/256 hash.
func New512_256() hash.Hash { return made(Size256) }

func sum(out, data []byte) {
	d := made(len(out))
	d.Write(data)
	d.Sum(out[:0])
}

// Sum512 returns the SHA-512 hash of data.
func Sum512(data []byte) (out [Size]byte) {
	sum(out[:], data)
	return out
}

// Sum384 returns the SHA-384 hash of data.
func Sum384(data []byte) (out [Size384]byte) {
	sum(out[:], data)
	return out
}

// Sum512_224 returns the SHA-512/224 hash of data.
func Sum512_224(data []byte) (out [Size224]byte) {
	sum(out[:], data)
	return out
}

// Sum512_256 returns the SHA-512/256 hash of data.
func Sum512_256(data []byte) (out [Size256]byte) {
	sum(out[:], data)
	return out
}

func (d *digest) Reset() {
	d.blocks = blocks.Blocks{}
	switch d.size {
	case Size224:
		d.state = start224
	case Size256:
		d.state = start256
	case Size384:
		d.state = start384
	default:
		d.state = start512
	}
}

func (d *digest) Size() int      { return d.size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Write(p []byte) (int, error) {
	d.blocks.Write(p, BlockSize, d.mix)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	c := *d
	c.blocks.Pad(BlockSize, false, c.mix)
	var out [Size]byte
	for i, word := range c.state {
		for k := range 8 {
			out[8*i+k] = byte(word >> (56 - 8*k))
		}
	}
	return append(in, out[:d.size]...)
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) mix(p []byte) {
	var w [80]uint64
	for i := range 16 {
		for k := range 8 {
			w[i] = w[i]<<8 | uint64(p[8*i+k])
		}
	}
	for i := 16; i < 80; i++ {
		x, y := w[i-15], w[i-2]
		s0 := (x>>1 | x<<63) ^ (x>>8 | x<<56) ^ x>>7
		s1 := (y>>19 | y<<45) ^ (y>>61 | y<<3) ^ y>>6
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, s := d.state[0], d.state[1], d.state[2], d.state[3]
	e, f, g, h := d.state[4], d.state[5], d.state[6], d.state[7]
	for i := range 80 {
		t1 := h + ((e>>14 | e<<50) ^ (e>>18 | e<<46) ^ (e>>41 | e<<23)) + (e&f ^ ^e&g) + rounds[i] + w[i]
		t2 := ((a>>28 | a<<36) ^ (a>>34 | a<<30) ^ (a>>39 | a<<25)) + (a&b ^ a&c ^ b&c)
		h, g, f, e = g, f, e, s+t1
		s, c, b, a = c, b, a, t1+t2
	}
	for i, v := range [8]uint64{a, b, c, s, e, f, g, h} {
		d.state[i] += v
	}
}
