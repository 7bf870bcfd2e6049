// Package sha256 implements the hash functions SHA-224 and SHA-256.
package sha256

import (
	"hash"
	"internal/blocks"
	"internal/hashstate"
)

const (
	// Size is the size of a SHA-256 hash in bytes.
	Size = 32
	// Size224 is the size of a SHA-224 hash in bytes.
	Size224 = 28
	// BlockSize is the block size of both in bytes.
	BlockSize = 64
)

var (
	start256 = [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	start224 = [8]uint32{
		0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
	}
)

type digest struct {
	state  [8]uint32
	blocks blocks.Blocks
	is224  bool
}

// New returns a new SHA-256 hash.
func New() hash.Hash {
	d := new(digest)
	d.Reset()
	return d
}

// New224 returns a new SHA-224 hash.
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

func (d *digest) mix(p []byte) { blocks.MixSHA256(d.state[:], p) }

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, d.name()...)
	b = hashstate.Append(b, d.state[:]...)
	return d.blocks.AppendState(b, BlockSize), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("crypto/sha256", d.name(), b, 8*4+4+BlockSize+8); err != nil {
		return err
	}
	b = b[4:]
	for i := range d.state {
		b = hashstate.Read(b, &d.state[i])
	}
	d.blocks.SetState(b, BlockSize)
	return nil
}

func (d *digest) name() string {
	if d.is224 {
		return "sha\x02"
	}
	return "sha\x03"
}
