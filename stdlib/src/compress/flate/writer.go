package flate

import (
	"cmp"
	"encoding/binary"
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

// windowSize is the greatest distance of a repetition.
const windowSize = 1 << 15

// given is the bit in a piece's length that marks a piece which is copied from the caller's bytes.
const given = 1 << 31

// The reasons for compressing now: the buffer is full, the caller wants all data written (Flush), this data is the
// last, or the stream ends.
const (
	full = iota
	flush
	last
	end
)

// sizes returns how many words and bytes the state of a stream has at a level.
func sizes(level int) (words, bytes int)

// begin initialises the state for a new stream after a dictionary. The caller stores data at bytes[at:room].
func begin(words []uint32, bytes, dict []byte, level int) (at, room int)

// compress compresses the data in bytes[:at]; the caller stores new data from the at that it returns, up to room. The
// output is a list of pieces, each after its length in four bytes; the list is in out if out has room. A length with
// the bit given has four bytes behind it: where in bytes the piece begins. If more is true, the caller makes the same
// call again.
func compress(words []uint32, bytes []byte, at int, out []byte, level, until int) (pieces []byte, to, room int, more bool)

// A Writer compresses what is written to it.
type Writer struct {
	w        io.Writer
	level    int
	dict     []byte
	words    []uint32
	bytes    []byte
	at, room int
	from     int // where in bytes the uncompressed data begins
	out      []byte
	err      error
	// The error with which the stream's end could not be written. The Writer then accepts data and flushes before each
	// Write, until there is output to be written.
	unended error
}

var errClosed = errors.New("flate: closed writer")

// NewWriter returns a Writer that compresses to w at a level from -2 to 9.
func NewWriter(w io.Writer, level int) (*Writer, error) {
	return NewWriterDict(w, level, nil)
}

// NewWriterDict is NewWriter with a dictionary that the reader must have too.
func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("flate: invalid compression level %d: want value in range [-2, 9]", level)
	}
	words, size := sizes(level)
	z := &Writer{level: level, dict: slices.Clone(dict), words: make([]uint32, words), bytes: make([]byte, size)}
	z.Reset(w)
	return z, nil
}

// Reset returns z to its initial state, with dst as the underlying writer.
func (w *Writer) Reset(dst io.Writer) {
	w.w, w.err, w.unended = dst, nil, nil
	w.at, w.room = begin(w.words, w.bytes, w.dict, w.level)
	w.from = w.at
}

// tail returns the last bytes of b, as many as the window holds.
func tail(b []byte) []byte { return b[max(0, len(b)-windowSize):] }

// Write compresses data; output is written when enough data is buffered, or at Flush or Close.
func (w *Writer) Write(data []byte) (n int, err error) {
	if w.err != nil {
		return 0, w.err
	}
	for rest := data; len(rest) > 0; {
		if w.at == w.room || w.unended != nil {
			w.compress(full)
		}
		n := copy(w.bytes[w.at:w.room], rest)
		rest = rest[n:]
		w.at += n
		if w.err != nil {
			return 0, w.err
		}
	}
	return len(data), nil
}

// compress compresses the buffered data and writes the output to the underlying writer.
func (w *Writer) compress(until int) {
	if w.unended != nil {
		if w.from < w.at || until == flush {
			w.err = w.unended
		}
		return
	}
	for more := true; more && w.err == nil; {
		w.out, w.at, w.room, more = compress(w.words, w.bytes, w.at, w.out, w.level, until)
		w.from = w.at
		for rest := w.out; len(rest) > 0 && w.err == nil; {
			piece := rest[4:]
			if n := binary.LittleEndian.Uint32(rest); n&given != 0 {
				piece, rest = w.bytes[binary.LittleEndian.Uint32(piece):][:n&^given], piece[4:]
			} else {
				piece, rest = piece[:n], piece[n:]
			}
			_, w.err = w.w.Write(piece)
		}
	}
}

// Flush compresses and writes all data so far, so that a reader can decompress it.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.compress(flush)
	}
	return w.err
}

// Close flushes the data, and writes the stream's end.
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.err == nil {
		w.compress(last)
	}
	if w.err != nil || w.unended != nil {
		return cmp.Or(w.err, w.unended)
	}
	if w.compress(end); w.err != nil {
		w.err, w.unended = nil, w.err
		return w.unended
	}
	w.err = errClosed
	return nil
}
