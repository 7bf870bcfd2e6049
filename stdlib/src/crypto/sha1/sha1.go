// Package sha1 has the hash function SHA-1, which is broken for signatures.
package sha1

import (
	"hash"
	"internal/blocks"
)

const (
	// Size is that of a hash in bytes.
	Size = 20
	// BlockSize is that of a block in bytes.
	BlockSize = 64
)

var start = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

type digest struct {
	state  [5]uint32
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
	c.blocks.Pad(BlockSize, false, c.mix)
	for _, word := range c.state {
		in = append(in, byte(word>>24), byte(word>>16), byte(word>>8), byte(word))
	}
	return in
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) mix(p []byte) {
	var w [80]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := 16; i < 80; i++ {
		x := w[i-3] ^ w[i-8] ^ w[i-14] ^ w[i-16]
		w[i] = x<<1 | x>>31
	}
	a, b, c, s, e := d.state[0], d.state[1], d.state[2], d.state[3], d.state[4]
	for i := range 80 {
		var f, k uint32
		switch i / 20 {
		case 0:
			f, k = b&c|^b&s, 0x5a827999
		case 1:
			f, k = b^c^s, 0x6ed9eba1
		case 2:
			f, k = b&c|b&s|c&s, 0x8f1bbcdc
		case 3:
			f, k = b^c^s, 0xca62c1d6
		}
		t := (a<<5 | a>>27) + f + e + k + w[i]
		e, s, c, b, a = s, c, b<<30|b>>2, a, t
	}
	for i, v := range [5]uint32{a, b, c, s, e} {
		d.state[i] += v
	}
}
