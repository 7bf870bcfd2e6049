// Package lzw implements the compression of Lempel, Ziv and Welch as in GIF and PDF: codes of up to twelve bits.
// (TIFF's differs.)
package lzw

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Order is the order of the bits in a byte.
type Order int

const (
	// LSB has the lowest bits first, as in GIF.
	LSB Order = iota
	// MSB has the highest bits first, as in TIFF and PDF.
	MSB
)

const (
	maxWidth = 12
	noCode   = 0xffff
)

var errClosed = errors.New("lzw: reader/writer is closed")

func checkArguments(order Order, litWidth int) error {
	if order != LSB && order != MSB {
		return errors.New("lzw: unknown order")
	}
	if litWidth < 2 || 8 < litWidth {
		return fmt.Errorf("lzw: litWidth %d out of range", litWidth)
	}
	return nil
}

// A Reader decompresses.
type Reader struct {
	r        io.ByteReader
	order    Order
	bits     uint32
	nBits    uint
	width    uint
	litWidth uint
	err      error

	// Codes below clear are bytes; clear empties the table, end ends the data, and those after it, up to next, are the
	// text of prefix and the byte suffix. The next code is made when its suffix is known: last is its prefix, noCode if
	// there is none.
	clear, end, next, last uint16
	suffix                 [1 << maxWidth]byte
	prefix                 [1 << maxWidth]uint16
	output                 []byte
	toRead                 []byte
}

// NewReader returns a *Reader of the decompressed data of r. It may read more of r than the data needs, unless r has
// ReadByte. litWidth is the number of bits of literals, from 2 to 8.
func NewReader(r io.Reader, order Order, litWidth int) io.ReadCloser {
	z := new(Reader)
	z.Reset(r, order, litWidth)
	return z
}

// Reset returns r to the state in which NewReader returns it.
func (r *Reader) Reset(src io.Reader, order Order, litWidth int) {
	*r = Reader{order: order, err: checkArguments(order, litWidth)}
	if r.err != nil {
		return
	}
	var ok bool
	if r.r, ok = src.(io.ByteReader); !ok && src != nil {
		r.r = bufio.NewReader(src)
	}
	r.litWidth = uint(litWidth)
	r.clear = 1 << litWidth
	r.end = r.clear + 1
	r.empty()
}

func (r *Reader) empty() { r.width, r.next, r.last = r.litWidth+1, r.end, noCode }

// Close makes r unusable; it does not close the underlying reader.
func (r *Reader) Close() error {
	r.err = errClosed
	return nil
}

// Read reads decompressed data.
func (r *Reader) Read(b []byte) (int, error) {
	for len(r.toRead) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.output = r.output[:0]
		for r.err == nil && len(r.output) < 1<<maxWidth {
			r.err = r.decode()
		}
		r.toRead = r.output
	}
	n := copy(b, r.toRead)
	r.toRead = r.toRead[n:]
	return n, nil
}

func (r *Reader) readCode() (uint16, error) {
	for r.nBits < r.width {
		x, err := r.r.ReadByte()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		if r.order == LSB {
			r.bits |= uint32(x) << r.nBits
		} else {
			r.bits |= uint32(x) << (24 - r.nBits)
		}
		r.nBits += 8
	}
	r.nBits -= r.width
	if r.order == LSB {
		code := r.bits & (1<<r.width - 1)
		r.bits >>= r.width
		return uint16(code), nil
	}
	code := r.bits >> (32 - r.width)
	r.bits <<= r.width
	return uint16(code), nil
}

// decode appends the text of the next code to the output.
func (r *Reader) decode() error {
	code, err := r.readCode()
	switch {
	case err != nil:
		return err
	case code == r.clear:
		r.empty()
		return nil
	case code == r.end:
		return io.EOF
	case code > r.next:
		return errors.New("lzw: invalid code")
	}
	from := len(r.output)
	c := code
	if code == r.next && r.last != noCode {
		// The code that the decoder is defining: its text ends with its own first byte.
		c = r.last
		r.output = append(r.output, 0)
	}
	for ; c >= r.clear; c = r.prefix[c] {
		r.output = append(r.output, r.suffix[c])
	}
	first := byte(c)
	r.output = append(r.output, first)
	text := r.output[from:]
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	if code == r.next && r.last != noCode {
		text[len(text)-1] = first
	}
	if r.last != noCode {
		r.suffix[r.next], r.prefix[r.next] = first, r.last
	}
	r.last = code
	if r.next++; r.next == 1<<r.width {
		if r.width < maxWidth {
			r.width++
		} else {
			// The table is full.
			r.last = noCode
			r.next--
		}
	}
	return nil
}
