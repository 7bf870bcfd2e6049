// Package adler32 implements the checksum of zlib.
package adler32

import (
	"hash"
	"internal/hashstate"
)

// Size is the size of a checksum in bytes.
const Size = 4

type digest uint32

// New returns a new hash that computes Adler-32.
func New() hash.Hash32 {
	d := new(digest)
	d.Reset()
	return d
}

// Checksum returns the checksum of data.
func Checksum(data []byte) uint32 { return uint32(update(1, data)) }

// atOnce is the most bytes that one native call gets: the call does not yield to other goroutines.
const atOnce = 1 << 16

func update(d digest, p []byte) digest {
	for len(p) > atOnce {
		d = digest(add(uint32(d), p[:atOnce]))
		p = p[atOnce:]
	}
	return digest(add(uint32(d), p))
}

// add adds the bytes of p to a checksum.
func add(sum uint32, p []byte) uint32

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

const name = "adl\x01"

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) { return d.Sum(append(b, name...)), nil }

func (d *digest) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/adler32", name, b, len(name)+4)
	if err == nil {
		hashstate.Read(b[len(name):], (*uint32)(d))
	}
	return err
}
