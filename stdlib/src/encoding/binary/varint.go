package binary

import (
	"errors"
	"io"
)

// The maximum number of bytes of a number with this many bits.
const (
	MaxVarintLen16 = 3
	MaxVarintLen32 = 5
	MaxVarintLen64 = 10
)

var errOverflow = errors.New("binary: varint overflows a 64-bit integer")

// AppendUvarint appends x, seven bits a byte.
func AppendUvarint(buf []byte, x uint64) []byte {
	for x >= 0x80 {
		buf = append(buf, byte(x)|0x80)
		x >>= 7
	}
	return append(buf, byte(x))
}

// PutUvarint writes x and returns the number of bytes; it panics if buf is too small.
func PutUvarint(buf []byte, x uint64) int {
	i := 0
	for x >= 0x80 {
		buf[i] = byte(x) | 0x80
		x >>= 7
		i++
	}
	buf[i] = byte(x)
	return i + 1
}

// Uvarint reads a number and returns how many bytes it takes: 0 if buf is too small, -n if the number overflows after n bytes.
func Uvarint(buf []byte) (uint64, int) {
	var x uint64
	for i, b := range buf {
		if i == MaxVarintLen64 {
			return 0, -(i + 1)
		}
		if b < 0x80 {
			if i == MaxVarintLen64-1 && b > 1 {
				return 0, -(i + 1)
			}
			return x | uint64(b)<<(7*i), i + 1
		}
		x |= uint64(b&0x7f) << (7 * i)
	}
	return 0, 0
}

func zigzag(x int64) uint64 { return uint64(x)<<1 ^ uint64(x>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// AppendVarint appends x so that numbers near zero, of both signs, take few bytes.
func AppendVarint(buf []byte, x int64) []byte { return AppendUvarint(buf, zigzag(x)) }

// PutVarint writes x and returns the number of bytes; it panics if buf is too small.
func PutVarint(buf []byte, x int64) int { return PutUvarint(buf, zigzag(x)) }

// Varint reads a number that PutVarint wrote; the count is that of Uvarint.
func Varint(buf []byte) (int64, int) {
	u, n := Uvarint(buf)
	return unzigzag(u), n
}

// ReadUvarint reads a number.
func ReadUvarint(r io.ByteReader) (uint64, error) {
	var x uint64
	for i := range MaxVarintLen64 {
		b, err := r.ReadByte()
		if err != nil {
			if i > 0 && err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return x, err
		}
		if b < 0x80 {
			if i == MaxVarintLen64-1 && b > 1 {
				return x, errOverflow
			}
			return x | uint64(b)<<(7*i), nil
		}
		x |= uint64(b&0x7f) << (7 * i)
	}
	return x, errOverflow
}

// ReadVarint reads a number that PutVarint wrote.
func ReadVarint(r io.ByteReader) (int64, error) {
	u, err := ReadUvarint(r)
	return unzigzag(u), err
}
