// Package unzstd decompresses Zstandard, RFC 8878.
package unzstd

import (
	"encoding/binary"
	"errors"
	"io"
)

var errCorrupt = errors.New("zstd: corrupt input")

// blockMost is the maximum number of bytes that a block decompresses to.
const blockMost = 128 << 10

// A Reader reads the contents of frames.
type Reader struct {
	in   io.Reader
	data []byte // contents of in, after the first call of Read

	out    []byte // decompressed bytes of the frame; at least its window
	done   int    // number of bytes of out that Read has returned
	window uint64
	inside bool      // inside a frame
	sum    *checksum // nil if the frame has none
	err    error

	code   *huffman
	tables [3]*table
	recent [3]int
}

// NewReader makes a reader of compressed bytes.
func NewReader(r io.Reader) *Reader { return &Reader{in: r} }

func (r *Reader) Read(p []byte) (int, error) {
	if r.in != nil {
		r.data, r.err = io.ReadAll(r.in)
		r.in = nil
	}
	for r.done == len(r.out) && r.err == nil && len(p) > 0 {
		r.err = r.step()
	}
	if r.done == len(r.out) {
		if len(p) == 0 {
			return 0, nil
		}
		return 0, r.err
	}
	n := copy(p, r.out[r.done:])
	r.done += n
	return n, nil
}

// take reads n bytes of the input.
func (r *Reader) take(n int) ([]byte, error) {
	if n > len(r.data) {
		return nil, io.ErrUnexpectedEOF
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b, nil
}

// step reads a frame's header or a block.
func (r *Reader) step() error {
	if !r.inside {
		return r.header()
	}
	if keep := int(min(r.window, uint64(len(r.out)))); len(r.out) > 2*keep+blockMost {
		r.out = append(r.out[:0:0], r.out[len(r.out)-keep:]...)
		r.done = keep
	}
	b, err := r.take(3)
	if err != nil {
		return err
	}
	head := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
	last, kind, size := head&1 != 0, head>>1&3, head>>3
	if size > blockMost {
		return errCorrupt
	}
	before := len(r.out)
	if err := r.block(kind, size); err != nil {
		r.out = r.out[:before]
		return err
	}
	if r.sum != nil {
		r.sum.write(r.out[before:])
	}
	if last {
		return r.end()
	}
	return nil
}

// end ends a frame, and verifies its checksum.
func (r *Reader) end() error {
	r.inside = false
	if r.sum == nil {
		return nil
	}
	b, err := r.take(4)
	if err == nil && binary.LittleEndian.Uint32(b) != uint32(r.sum.sum()) {
		err = errors.New("zstd: wrong checksum")
	}
	return err
}

func (r *Reader) block(kind, size int) error {
	const raw, repeated, compressed = 0, 1, 2
	packed := size
	if kind == repeated {
		packed = 1
	}
	b, err := r.take(packed)
	if err != nil {
		return err
	}
	switch kind {
	case raw:
		r.out = append(r.out, b...)
	case repeated:
		for range size {
			r.out = append(r.out, b[0])
		}
	case compressed:
		literals, rest, err := r.literals(b)
		if err != nil {
			return err
		}
		return r.sequences(literals, rest)
	default:
		return errCorrupt
	}
	return nil
}

// header reads the header of a frame.
func (r *Reader) header() error {
	if len(r.data) == 0 {
		return io.EOF
	}
	b, err := r.take(4)
	if err != nil {
		return err
	}
	const skippable, magic = 0x184d2a50, 0xfd2fb528
	switch is := binary.LittleEndian.Uint32(b); {
	case is&^15 == skippable:
		if b, err = r.take(4); err == nil {
			_, err = r.take(int(binary.LittleEndian.Uint32(b)))
		}
		return err
	case is != magic:
		return errors.New("zstd: invalid magic number")
	}
	if b, err = r.take(1); err != nil {
		return err
	}
	flags := b[0]
	whole := flags>>5&1 != 0
	if flags&8 != 0 {
		return errCorrupt
	}
	if !whole {
		if b, err = r.take(1); err != nil {
			return err
		}
		base := uint64(1) << (10 + b[0]>>3)
		r.window = base + base/8*uint64(b[0]&7)
	}
	b, err = r.take([]int{0, 1, 2, 4}[flags&3])
	if err != nil {
		return err
	}
	for _, c := range b {
		if c != 0 {
			return errors.New("zstd: dictionaries are not supported")
		}
	}
	width := []int{0, 2, 4, 8}[flags>>6]
	if width == 0 && whole {
		width = 1
	}
	if b, err = r.take(width); err != nil {
		return err
	}
	if whole {
		size := append(make([]byte, 0, 8), b...)
		r.window = binary.LittleEndian.Uint64(append(size, make([]byte, 8-width)...))
		if width == 2 {
			r.window += 256
		}
	}
	r.inside, r.sum = true, nil
	if flags>>2&1 != 0 {
		r.sum = newChecksum()
	}
	r.out, r.done = nil, 0
	r.code, r.tables, r.recent = nil, [3]*table{}, [3]int{1, 4, 8}
	return nil
}
