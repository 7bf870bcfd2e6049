// Package md5 implements the hash function MD5, which is broken for signatures.
package md5

import (
	"hash"
	"internal/blocks"
	"internal/hashstate"
)

const (
	// Size is the size of an MD5 hash in bytes.
	Size = 16
	// BlockSize is the block size of MD5 in bytes.
	BlockSize = 64
)

var start = [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}

type digest struct {
	state  [4]uint32
	blocks blocks.Blocks
}

// New returns a new MD5 hash.
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

func (d *digest) mix(p []byte) { blocks.MixMD5(d.state[:], p) }

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, "md5\x01"...)
	b = hashstate.Append(b, d.state[:]...)
	return d.blocks.AppendState(b, BlockSize), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("crypto/md5", "md5\x01", b, 4*4+4+BlockSize+8); err != nil {
		return err
	}
	b = b[4:]
	for i := range d.state {
		b = hashstate.Read(b, &d.state[i])
	}
	d.blocks.SetState(b, BlockSize)
	return nil
}
