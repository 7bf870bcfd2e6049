// Package md5 has the hash function MD5, which is broken for signatures.
package md5

import (
	"hash"
	"internal/blocks"
	"math"
)

const (
	// Size is that of a hash in bytes.
	Size = 16
	// BlockSize is that of a block in bytes.
	BlockSize = 64
)

var (
	start  = [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	shifts = [4][4]uint{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}
	sines  = constants()
)

func constants() (t [64]uint32) {
	for i := range t {
		t[i] = uint32(math.Floor(math.Abs(math.Sin(float64(i+1))) * (1 << 32)))
	}
	return t
}

type digest struct {
	state  [4]uint32
	blocks blocks.Blocks
}

// New returns the hash.
func New() hash.Hash { return &digest{state: start} }

// Sum returns the hash of data.
func Sum(data []byte) (out [Size]byte) {
	d := digest{state: start}
	d.Write(data)
	d.Sum(out[:0])
	return out
}

func (d *digest) Reset()         { d.state, d.blocks = start, blocks.Blocks{} }
func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Write(p []byte) (int, error) {
	d.blocks.Write(p, BlockSize, d.mix)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	c := *d
	c.blocks.Pad(BlockSize, true, c.mix)
	for _, word := range c.state {
		in = append(in, byte(word), byte(word>>8), byte(word>>16), byte(word>>24))
	}
	return in
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) mix(p []byte) {
	var w [16]uint32
	for i := range w {
		w[i] = uint32(p[4*i]) | uint32(p[4*i+1])<<8 | uint32(p[4*i+2])<<16 | uint32(p[4*i+3])<<24
	}
	a, b, c, s := d.state[0], d.state[1], d.state[2], d.state[3]
	for i := range 64 {
		var f uint32
		var g int
		switch i / 16 {
		case 0:
			f, g = b&c|^b&s, i
		case 1:
			f, g = s&b|^s&c, (5*i+1)%16
		case 2:
			f, g = b^c^s, (3*i+5)%16
		case 3:
			f, g = c^(b|^s), 7*i%16
		}
		f += a + sines[i] + w[g]
		k := shifts[i/16][i%4]
		a, s, c, b = s, c, b, b+(f<<k|f>>(32-k))
	}
	for i, v := range [4]uint32{a, b, c, s} {
		d.state[i] += v
	}
}
