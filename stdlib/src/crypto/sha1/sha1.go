// Package sha1 implements the hash function SHA-1, which is broken for signatures.
package sha1

import (
	"crypto/subtle"
	"hash"
	"internal/blocks"
	"internal/hashstate"
)

const (
	// Size is the size of a SHA-1 hash in bytes.
	Size = 20
	// BlockSize is the block size of SHA-1 in bytes.
	BlockSize = 64
)

var start = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

type digest struct {
	state  [5]uint32
	blocks blocks.Blocks
}

// New returns a new SHA-1 hash.
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

func (d *digest) mix(p []byte) { blocks.MixSHA1(d.state[:], p) }

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, "sha\x01"...)
	b = hashstate.Append(b, d.state[:]...)
	return d.blocks.AppendState(b, BlockSize), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("crypto/sha1", "sha\x01", b, 5*4+4+BlockSize+8); err != nil {
		return err
	}
	b = b[4:]
	for i := range d.state {
		b = hashstate.Read(b, &d.state[i])
	}
	d.blocks.SetState(b, BlockSize)
	return nil
}

// ConstantTimeSum is Sum, but it does the same steps for any number of bytes in the last block.
func (d *digest) ConstantTimeSum(in []byte) []byte {
	last, used := d.blocks.Last()
	// All bits of second are ones if the length needs a second block.
	second := byte(-subtle.ConstantTimeLessOrEq(BlockSize-8, used))
	for i := range BlockSize {
		data := byte(-subtle.ConstantTimeLessOrEq(i+1, used))
		end := byte(-subtle.ConstantTimeEq(int32(i), int32(used)))
		last[i] = last[i]&data | 0x80&end
	}
	length := hashstate.Append(nil, d.blocks.Length()<<3)
	for i, b := range length {
		last[BlockSize-8+i] |= b &^ second
		last[2*BlockSize-8+i] = b
	}
	c := *d
	c.mix(last[:BlockSize])
	one := hashstate.Append(nil, c.state[:]...)
	c.mix(last[BlockSize:])
	for i, b := range hashstate.Append(nil, c.state[:]...) {
		in = append(in, one[i]&^second|b&second)
	}
	return in
}
