// Package sha512 implements the hash functions SHA-384, SHA-512, SHA-512/224 and SHA-512/256.
package sha512

import (
	"hash"
	"internal/blocks"
	"internal/hashstate"
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
)

// derived computes the initial state of a truncated hash, as the standard does: by hashing its name.
func derived(name string) [8]uint64 {
	d := digest{state: start512, size: Size}
	for i := range d.state {
		d.state[i] ^= 0xa5a5a5a5a5a5a5a5
	}
	d.Write([]byte(name))
	d.blocks.Pad(BlockSize, false, d.mix)
	return d.state
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

// New returns a new SHA-512 hash.
func New() hash.Hash { return made(Size) }

// New384 returns a new SHA-384 hash.
func New384() hash.Hash { return made(Size384) }

// New512_224 returns a new SHA-512/224 hash.
func New512_224() hash.Hash { return made(Size224) }

// New512_256 returns a new SHA-512/256 hash.
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

func (d *digest) mix(p []byte) { blocks.MixSHA512(d.state[:], p) }

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, d.name()...)
	b = hashstate.Append(b, d.state[:]...)
	return d.blocks.AppendState(b, BlockSize), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("crypto/sha512", d.name(), b, 8*8+4+BlockSize+8); err != nil {
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
	switch d.size {
	case Size384:
		return "sha\x04"
	case Size224:
		return "sha\x05"
	case Size256:
		return "sha\x06"
	}
	return "sha\x07"
}
