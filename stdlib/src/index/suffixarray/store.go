package suffixarray

import (
	"encoding/binary"
	"errors"
	"io"
)

// An index is stored as the length of the text, the text, and blocks of suffix offsets as varints. Each
// block begins with its size in bytes. Lengths and sizes take numberSize bytes.
const (
	numberSize = binary.MaxVarintLen64
	blockSize  = 16 << 10
)

var errCorrupted = errors.New("suffixarray: data corrupted")

// Write stores the index.
func (x *Index) Write(w io.Writer) error {
	block := make([]byte, blockSize)
	binary.PutVarint(block, int64(len(x.data)))
	if _, err := w.Write(block[:numberSize]); err != nil {
		return err
	}
	if _, err := w.Write(x.data); err != nil {
		return err
	}
	for left := x.sorted; len(left) > 0; {
		size := numberSize
		for len(left) > 0 && size+numberSize <= blockSize {
			size += binary.PutUvarint(block[size:], uint64(left[0]))
			left = left[1:]
		}
		binary.PutVarint(block, int64(size))
		if _, err := w.Write(block[:size]); err != nil {
			return err
		}
	}
	return nil
}

// readNumber reads a length or size; one that is negative or too large is an error.
func readNumber(r io.Reader) (int, error) {
	var buf [numberSize]byte
	if _, err := io.ReadFull(r, buf[:]); err != nil {
		return 0, err
	}
	n, _ := binary.Varint(buf[:])
	if n < 0 {
		return 0, errCorrupted
	}
	return int(n), nil
}

// Read reads an index that Write has stored.
func (x *Index) Read(r io.Reader) error {
	n, err := readNumber(r)
	if err != nil {
		return err
	}
	if 2*n < cap(x.data) || cap(x.data) < n || cap(x.sorted) < n {
		x.data, x.sorted = make([]byte, n), make([]int, n)
	}
	x.data, x.sorted = x.data[:n], x.sorted[:n]
	if _, err := io.ReadFull(r, x.data); err != nil {
		return err
	}
	block := make([]byte, blockSize)
	for left := x.sorted; len(left) > 0; {
		size, err := readNumber(r)
		if err != nil {
			return err
		}
		if size < numberSize || size > blockSize {
			return errCorrupted
		}
		part := block[:size-numberSize]
		if _, err := io.ReadFull(r, part); err != nil {
			return err
		}
		for len(part) > 0 {
			at, width := binary.Uvarint(part)
			if width <= 0 || len(left) == 0 || at >= uint64(n) {
				return errCorrupted
			}
			left[0] = int(at)
			left, part = left[1:], part[width:]
		}
	}
	return nil
}
