package lzw

import (
	"bufio"
	"errors"
	"io"
)

const (
	maxCode   = 1<<maxWidth - 1
	tableSize = 4 << maxWidth
	noneYet   = 1<<32 - 1
)

// byteWriter has the methods that a Writer needs.
type byteWriter interface {
	io.ByteWriter
	Flush() error
}

// A Writer compresses.
type Writer struct {
	w        byteWriter
	order    Order
	litWidth uint
	bits     uint32
	nBits    uint
	width    uint
	last     uint32 // the last code that was defined
	saved    uint32 // the code of the bytes that are not yet written
	err      error
	table    [tableSize]uint32 // by hash: code and byte, and in the low twelve bits the code of both; 0 is none
}

// NewWriter returns a *Writer that compresses to w. litWidth is the number of bits of literals, from 2 to 8; bytes may
// not have more.
func NewWriter(w io.Writer, order Order, litWidth int) io.WriteCloser {
	z := new(Writer)
	z.Reset(w, order, litWidth)
	return z
}

// Reset returns w to the state in which NewWriter returns it.
func (w *Writer) Reset(dst io.Writer, order Order, litWidth int) {
	*w = Writer{order: order, saved: noneYet, err: checkArguments(order, litWidth)}
	if w.err != nil {
		return
	}
	var ok bool
	if w.w, ok = dst.(byteWriter); !ok && dst != nil {
		w.w = bufio.NewWriter(dst)
	}
	w.litWidth = uint(litWidth)
	w.empty()
}

func (w *Writer) empty() {
	w.width, w.last = w.litWidth+1, 1<<w.litWidth+1
	clear(w.table[:])
}

func (w *Writer) writeCode(c uint32) {
	if w.order == LSB {
		w.bits |= c << w.nBits
	} else {
		w.bits |= c << (32 - w.width - w.nBits)
	}
	for w.nBits += w.width; w.nBits >= 8 && w.err == nil; w.nBits -= 8 {
		if w.order == LSB {
			w.err = w.w.WriteByte(byte(w.bits))
			w.bits >>= 8
		} else {
			w.err = w.w.WriteByte(byte(w.bits >> 24))
			w.bits <<= 8
		}
	}
}

// made counts a new code; it returns false if the table was full, and clears it then.
func (w *Writer) made() bool {
	w.last++
	if w.last == 1<<w.width {
		w.width++
	}
	if w.last == maxCode {
		w.writeCode(1 << w.litWidth)
		w.empty()
		return false
	}
	return true
}

// find looks up the code of a code and a byte; if there is none, at is where the caller enters it.
func (w *Writer) find(key uint32) (code uint32, at uint32, ok bool) {
	for at = (key>>12 ^ key) % tableSize; w.table[at] != 0; at = (at + 1) % tableSize {
		if w.table[at]>>12 == key {
			return w.table[at] & maxCode, at, true
		}
	}
	return 0, at, false
}

// Write compresses p.
func (w *Writer) Write(p []byte) (n int, err error) {
	if w.err != nil || len(p) == 0 {
		return 0, w.err
	}
	for _, x := range p {
		if x>>w.litWidth != 0 {
			w.err = errors.New("lzw: input byte too large for the litWidth")
			return 0, w.err
		}
	}
	rest := p
	if w.saved == noneYet {
		w.writeCode(1 << w.litWidth)
		w.saved, rest = uint32(p[0]), p[1:]
	}
	for _, x := range rest {
		if w.err != nil {
			return 0, w.err
		}
		key := w.saved<<8 | uint32(x)
		code, at, ok := w.find(key)
		if ok {
			w.saved = code
			continue
		}
		w.writeCode(w.saved)
		w.saved = uint32(x)
		if w.err == nil && w.made() {
			w.table[at] = key<<12 | w.last
		}
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// Close writes the remaining data; it does not close the underlying writer.
func (w *Writer) Close() error {
	if w.err != nil {
		if w.err == errClosed {
			return nil
		}
		return w.err
	}
	if w.saved != noneYet {
		w.writeCode(w.saved)
		if w.err == nil {
			w.made()
		}
	} else {
		w.writeCode(1 << w.litWidth)
	}
	if w.err == nil {
		w.writeCode(1<<w.litWidth + 1)
	}
	if w.nBits > 0 && w.err == nil {
		last := byte(w.bits)
		if w.order == MSB {
			last = byte(w.bits >> 24)
		}
		w.err = w.w.WriteByte(last)
	}
	err := w.err
	w.err = errClosed
	if err == nil {
		err = w.w.Flush()
	}
	return err
}
