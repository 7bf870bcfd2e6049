// Package adler32 has the checksum of zlib.
package adler32

import "hash"

// Size is that of a checksum in bytes.
const Size = 4

const mod = 65521

type digest uint32

// New returns the hash.
func New() hash.Hash32 {
	d := new(digest)
	d.Reset()
	return d
}

// Checksum returns the checksum of data.
func Checksum(data []byte) uint32 { return uint32(update(1, data)) }

func update(d digest, p []byte) digest {
	a, b := uint32(d&0xffff), uint32(d>>16)
	for _, x := range p {
		a = (a + uint32(x)) % mod
		b = (b + a) % mod
	}
	return digest(b<<16 | a)
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 4 }
func (d *digest) Reset()         { *d = 1 }
func (d *digest) Sum32() uint32  { return uint32(*d) }

func (d *digest) Write(p []byte) (int, error) {
	*d = update(*d, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	s := uint32(*d)
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}
