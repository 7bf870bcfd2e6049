// Package crc32 implements the 32-bit cyclic redundancy check.
package crc32

import (
	"errors"
	"hash"
	"internal/crc"
	"internal/hashstate"
	"sync"
)

// Size is the size of a checksum in bytes.
const Size = 4

// Polynomials, in reversed bit order.
const (
	// IEEE is the polynomial of ethernet, gzip and zip.
	IEEE = 0xedb88320
	// Castagnoli is the polynomial of iSCSI.
	Castagnoli = 0x82f63b78
	// Koopman is a polynomial that detects more errors than IEEE.
	Koopman = 0xeb31d82e
)

// Table has the checksum of each byte value.
type Table [256]uint32

// IEEETable is the table of IEEE.
var IEEETable = makeTable(IEEE)

var castagnoli = sync.OnceValue(func() *Table { return makeTable(Castagnoli) })

func makeTable(poly uint32) *Table { return (*Table)(crc.Table(poly)) }

// MakeTable returns the table of a polynomial.
func MakeTable(poly uint32) *Table {
	switch poly {
	case IEEE:
		return IEEETable
	case Castagnoli:
		return castagnoli()
	}
	return makeTable(poly)
}

// Update adds the bytes to a checksum.
func Update(sum uint32, tab *Table, p []byte) uint32 {
	if tab == IEEETable {
		return crc.IEEE(sum, p)
	}
	return crc.Update32(sum, (*[256]uint32)(tab), p)
}

// Checksum returns the checksum of data.
func Checksum(data []byte, tab *Table) uint32 { return Update(0, tab, data) }

// ChecksumIEEE returns the checksum of data with IEEE.
func ChecksumIEEE(data []byte) uint32 { return Update(0, IEEETable, data) }

type digest struct {
	crc uint32
	tab *Table
}

// New returns a hash with the table.
func New(tab *Table) hash.Hash32 { return &digest{0, tab} }

// NewIEEE returns a hash with IEEE.
func NewIEEE() hash.Hash32 { return New(IEEETable) }

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Sum32() uint32  { return d.crc }

func (d *digest) Write(p []byte) (int, error) {
	d.crc = Update(d.crc, d.tab, p)
	return len(p), nil
}

func (d *digest) Sum(in []byte) []byte {
	s := d.crc
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

const name = "crc\x01"

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	return hashstate.Append(append(b, name...), tableSum(d.tab), d.crc), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := hashstate.Check("hash/crc32", name, b, len(name)+8); err != nil {
		return err
	}
	var table, crc uint32
	hashstate.Read(b[len(name):], &table, &crc)
	if table != tableSum(d.tab) {
		return errors.New("hash/crc32: tables do not match")
	}
	d.crc = crc
	return nil
}

// tableSum returns a checksum that distinguishes tables.
func tableSum(t *Table) uint32 {
	if t == nil {
		return 0
	}
	return ChecksumIEEE(hashstate.Append(nil, t[:]...))
}
