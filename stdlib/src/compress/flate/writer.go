package flate

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// Levels of compression: those between BestSpeed and BestCompression are numbers.
const (
	NoCompression      = 0
	BestSpeed          = 1
	BestCompression    = 9
	DefaultCompression = -1
	// HuffmanOnly looks for no repetitions.
	HuffmanOnly = -2
)

const (
	windowSize = 1 << 15
	// partSize is how much is compressed at once, unless it is flushed before.
	partSize  = 1 << 18
	maxStored = 1<<16 - 1
)

// deflate compresses data, which follows before in the stream; what comes is whole bytes, the stream's end if it is the
// last.
func deflate(before, data []byte, level int, last bool) []byte

// A Writer compresses what is written to it.
type Writer struct {
	w      io.Writer
	level  int
	dict   []byte
	before []byte // up to windowSize bytes before data
	data   []byte
	err    error
}

var errClosed = errors.New("flate: closed writer")

// NewWriter returns a Writer that compresses to w at a level from -2 to 9.
func NewWriter(w io.Writer, level int) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("flate: invalid compression level %d: want value in range [-2, 9]", level)
	}
	return &Writer{w: w, level: level}, nil
}

// NewWriterDict is NewWriter with a dictionary that the reader must have too.
func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	z, err := NewWriter(w, level)
	if err != nil {
		return nil, err
	}
	z.dict = slices.Clone(dict)
	z.Reset(w)
	return z, nil
}

// Reset makes z as it was when it was new, but writing to dst.
func (w *Writer) Reset(dst io.Writer) {
	w.w, w.err, w.data = dst, nil, w.data[:0]
	w.before = append(w.before[:0], tail(w.dict)...)
}

// tail returns what of b the window can have.
func tail(b []byte) []byte { return b[max(0, len(b)-windowSize):] }

// Write compresses data; it is written when enough has come, or at Flush or Close.
func (w *Writer) Write(data []byte) (n int, err error) {
	if w.err != nil {
		return 0, w.err
	}
	for rest := data; len(rest) > 0; {
		part := rest[:min(len(rest), partSize-len(w.data))]
		rest = rest[len(part):]
		w.data = append(w.data, part...)
		if len(w.data) == partSize {
			if w.part(false); w.err != nil {
				return 0, w.err
			}
		}
	}
	return len(data), nil
}

// part writes what has come.
func (w *Writer) part(last bool) {
	out := w.data
	if !w.isStored() {
		w.put(deflate(w.before, w.data, w.level, last))
	} else if w.store(); last {
		w.put([]byte{3, 0})
	}
	if w.level == NoCompression {
		w.before = w.before[:0]
	} else if len(out) >= windowSize {
		w.before = append(w.before[:0], tail(out)...)
	} else {
		w.before = append(w.before, out...)
		w.before = w.before[:copy(w.before, tail(w.before))]
	}
	w.data = w.data[:0]
}

// isStored reports whether what has come is not compressed: also if it is so little that Go, at its faster levels, does
// not try to.
func (w *Writer) isStored() bool {
	short := w.level != HuffmanOnly && w.level <= 6 && len(w.data) <= 32
	return w.level == NoCompression || short || len(w.data) == 0
}

// store writes blocks that are not compressed.
func (w *Writer) store() {
	for rest := w.data; len(rest) > 0 && w.err == nil; {
		n := min(len(rest), maxStored)
		w.put([]byte{0, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)})
		w.put(rest[:n])
		rest = rest[n:]
	}
}

func (w *Writer) put(b []byte) {
	if w.err == nil && len(b) > 0 {
		_, w.err = w.w.Write(b)
	}
}

// Flush writes all that has come, so that a reader can have it.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	stored := w.isStored()
	if w.part(false); stored {
		w.put([]byte{0, 0, 0, 0xff, 0xff})
	}
	return w.err
}

// Close flushes, and writes the stream's end.
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	if w.part(true); w.err != nil {
		return w.err
	}
	w.err = errClosed
	return nil
}
