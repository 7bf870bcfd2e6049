// Package crc64 implements the 64-bit cyclic redundancy check.
package crc64

import (
	"errors"
	"hash"
	"internal/crc"
	"internal/hashstate"
	"sync"
)

// Size is the size of a checksum in bytes.
const Size = 8

// Polynomials, in reversed bit order.
const (
	ISO  = 0xD800000000000000
	ECMA = 0xC96C5795D7870F42
)

// Table has the checksum of each byte value.
type Table [256]uint64

// MakeTable returns the table of a polynomial.
func MakeTable(poly uint64) *Table { return (*Table)(crc.Table(poly)) }

// Update adds the bytes to a checksum.
func Update(sum uint64, tab *Table, p []byte) uint64 {
	return crc.Update64(sum, (*[256]uint64)(tab), p)
}

// Checksum returns the checksum of data.
func Checksum(data []byte, tab *Table) uint64 { return Update(0, tab, data) }

type digest struct {
	crc uint64
	tab *Table
}

// New returns a hash with the table.
func New(tab *Table) hash.Hash64 { return &digest{0, tab} }

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum64() uint64  { return d.crc }

func (d *digest) Write(p []byte) (int, error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte { return hashstate.Append(in, d.crc) }

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

const name = "crc\x02"

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	return hashstate.Append(append(b, name...), tableSum(d.tab), d.crc), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("hash/crc64", name, b, len(name)+16); err != nil {
		return err
	}
	var table, crc uint64
	hashstate.Read(b[len(name):], &table, &crc)
	if table != tableSum(d.tab) {
		return errors.New("hash/crc64: tables do not match")
	}
	d.crc = crc
	return nil
}

var iso = sync.OnceValue(func() *Table { return MakeTable(ISO) })

// tableSum returns a checksum that distinguishes tables.
func tableSum(t *Table) uint64 {
	if t == nil {
		return 0
	}
	return Checksum(hashstate.Append(nil, t[:]...), iso())
}
