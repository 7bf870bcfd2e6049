// Package bufio puts buffers before readers and writers, and cuts text into pieces.
package bufio

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

const defaultBufSize = 4096

const (
	minReadBufferSize        = 16
	maxConsecutiveEmptyReads = 100
)

// The errors of misuse.
var (
	ErrInvalidUnreadByte = errors.New("bufio: invalid use of UnreadByte")
	ErrInvalidUnreadRune = errors.New("bufio: invalid use of UnreadRune")
	ErrBufferFull        = errors.New("bufio: buffer full")
	ErrNegativeCount     = errors.New("bufio: negative count")

	errNegativeRead  = errors.New("bufio: reader returned negative count from Read")
	errNegativeWrite = errors.New("bufio: writer returned negative count from Write")
)

// A Reader reads through a buffer.
type Reader struct {
	rd       io.Reader
	buf      []byte
	from, to int   // buf[from:to] has been read from rd and not yet been returned
	err      error // of rd; it is reported when the buffer is empty
	last     int   // the byte returned last, for UnreadByte; nothing if it cannot be unread
	runeSize int   // bytes of the rune that ReadRune returned last, for UnreadRune; 0 if it cannot be unread
}

const nothing = -1

// NewReaderSize makes a reader whose buffer has at least size bytes.
func NewReaderSize(rd io.Reader, size int) *Reader {
	if already, ok := rd.(*Reader); ok && already.Size() >= size {
		return already
	}
	return &Reader{buf: make([]byte, max(size, minReadBufferSize)), rd: rd, last: nothing}
}

// NewReader makes a reader with a buffer of the usual size.
func NewReader(rd io.Reader) *Reader { return NewReaderSize(rd, defaultBufSize) }

// Size returns the size of the buffer.
func (b *Reader) Size() int { return len(b.buf) }

// Reset drops the buffer and all state, and reads from r.
func (b *Reader) Reset(r io.Reader) {
	if b == r {
		return
	}
	buf := b.buf
	if buf == nil {
		buf = make([]byte, defaultBufSize)
	}
	*b = Reader{rd: r, buf: buf, last: nothing}
}

// held returns the unread bytes of the buffer.
func (b *Reader) held() []byte { return b.buf[b.from:b.to] }

// take removes n bytes from the buffer and returns them.
func (b *Reader) take(n int) []byte {
	taken := b.buf[b.from : b.from+n]
	b.from += n
	if n > 0 {
		b.last, b.runeSize = int(taken[n-1]), 0
	}
	return taken
}

// settle makes the read position final: UnreadByte and UnreadRune can unread nothing.
func (b *Reader) settle() { b.last, b.runeSize = nothing, 0 }

// takeErr returns the error of rd and clears it.
func (b *Reader) takeErr() (err error) {
	err, b.err = b.err, nil
	return err
}

// pull calls Read of rd once and keeps its error.
func (b *Reader) pull(into []byte) int {
	n, err := b.rd.Read(into)
	if n < 0 {
		panic(errNegativeRead)
	}
	if err != nil {
		b.err = err
	}
	return n
}

// more reads until there are more bytes in the buffer, or an error. The buffer must not be full.
func (b *Reader) more() {
	if b.from > 0 {
		b.from, b.to = 0, copy(b.buf, b.held())
	}
	if b.to == len(b.buf) {
		panic("bufio: tried to fill full buffer")
	}
	for range maxConsecutiveEmptyReads {
		n, err := b.rd.Read(b.buf[b.to:])
		if n < 0 {
			panic(errNegativeRead)
		}
		b.to += n
		if err != nil {
			b.err = err
		}
		if n > 0 || err != nil {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// Peek shows the next n bytes without reading them.
func (b *Reader) Peek(n int) ([]byte, error) {
	if n < 0 {
		return nil, ErrNegativeCount
	}
	b.settle()
	for b.err == nil && b.Buffered() < min(n, len(b.buf)) {
		b.more()
	}
	held := b.held()
	switch {
	case n > len(b.buf):
		return held, ErrBufferFull
	case n > len(held):
		return held, b.takeErr()
	}
	return held[:n], nil
}

// Discard skips n bytes.
func (b *Reader) Discard(n int) (discarded int, err error) {
	if n < 0 {
		return 0, ErrNegativeCount
	}
	if n > 0 {
		b.settle()
	}
	for discarded < n {
		if b.from == b.to {
			b.more()
		}
		step := min(n-discarded, b.Buffered())
		b.from += step
		discarded += step
		if b.err != nil && discarded < n {
			return discarded, b.takeErr()
		}
	}
	return discarded, nil
}

// Read reads what is there, with at most one Read of the underlying reader.
func (b *Reader) Read(p []byte) (n int, err error) {
	if b.from == b.to {
		switch {
		case len(p) == 0 || b.err != nil:
			return 0, b.takeErr()
		case len(p) >= len(b.buf):
			return b.readPast(p)
		}
		b.from, b.to = 0, 0
		b.to = b.pull(b.buf)
		if b.to == 0 {
			return 0, b.takeErr()
		}
	}
	n = copy(p, b.held())
	b.take(n)
	return n, nil
}

// readPast reads into p, which is as long as the buffer or longer, without the buffer, which is empty.
func (b *Reader) readPast(p []byte) (int, error) {
	n := b.pull(p)
	if n > 0 {
		b.last, b.runeSize = int(p[n-1]), 0
	}
	return n, b.takeErr()
}

// ReadByte reads a byte.
func (b *Reader) ReadByte() (byte, error) {
	b.runeSize = 0
	for b.from == b.to {
		if b.err == nil {
			b.more()
		} else {
			return 0, b.takeErr()
		}
	}
	next := b.buf[b.from]
	b.from++
	b.last = int(next)
	return next, nil
}

// UnreadByte makes the last byte unread again.
func (b *Reader) UnreadByte() error {
	empty := b.to == 0 // the byte returned last did not come from the buffer, or is no longer there
	if b.last == nothing || b.from == 0 && !empty {
		return ErrInvalidUnreadByte
	}
	if empty {
		b.from, b.to = 1, 1
	}
	b.from--
	b.buf[b.from] = byte(b.last)
	b.settle()
	return nil
}

// ReadRune reads a UTF-8 character.
func (b *Reader) ReadRune() (r rune, size int, err error) {
	if b.from < b.to && b.buf[b.from] < utf8.RuneSelf {
		r = rune(b.buf[b.from])
		b.from++
		b.last, b.runeSize = int(r), 1
		return r, 1, nil
	}
	for b.err == nil && b.Buffered() < len(b.buf) && !utf8.FullRune(b.held()) {
		b.more()
	}
	b.runeSize = 0
	if b.from == b.to {
		return 0, 0, b.takeErr()
	}
	r, size = utf8.DecodeRune(b.held())
	b.take(size)
	b.runeSize = size
	return r, size, nil
}

// UnreadRune makes the character that ReadRune returned last unread again.
func (b *Reader) UnreadRune() error {
	if size := b.runeSize; 0 < size && size <= b.from {
		b.from -= size
		b.settle()
		return nil
	}
	return ErrInvalidUnreadRune
}

// Buffered returns the number of bytes that can be read from the buffer.
func (b *Reader) Buffered() int { return b.to - b.from }

// ReadSlice reads up to and including delim; the result is part of the buffer.
func (b *Reader) ReadSlice(delim byte) (line []byte, err error) {
	searched := 0 // bytes of the buffer that are known to have no delim
	for {
		held := b.held()
		at := bytes.IndexByte(held[searched:], delim)
		switch {
		case at >= 0:
			return b.take(searched + at + 1), nil
		case b.err != nil:
			err = b.takeErr()
		case len(held) == len(b.buf):
			err = ErrBufferFull
		default:
			searched = len(held)
			b.more()
			continue
		}
		return b.take(len(held)), err
	}
}

// ReadLine reads a line without its end, in parts if it is longer than the buffer.
func (b *Reader) ReadLine() (line []byte, isPrefix bool, err error) {
	line, err = b.ReadSlice('\n')
	n := len(line)
	switch {
	case err == ErrBufferFull:
		if n > 0 && line[n-1] == '\r' { // \n may follow: the next call finds the \r again
			n--
			b.from--
		}
		return line[:n], true, nil
	case n == 0:
		return nil, false, err
	case line[n-1] == '\n':
		n--
		if n > 0 && line[n-1] == '\r' {
			n--
		}
	}
	return line[:n], false, nil
}

// ReadBytes reads up to and including delim.
func (b *Reader) ReadBytes(delim byte) ([]byte, error) {
	var all []byte
	for {
		part, err := b.ReadSlice(delim)
		all = append(all, part...)
		if err != ErrBufferFull {
			if all == nil {
				all = []byte{}
			}
			return all, err
		}
	}
}

// ReadString reads up to and including delim.
func (b *Reader) ReadString(delim byte) (string, error) {
	part, err := b.ReadSlice(delim)
	if err != ErrBufferFull {
		return string(part), err
	}
	var all strings.Builder
	for {
		all.Write(part)
		if err != ErrBufferFull {
			return all.String(), err
		}
		part, err = b.ReadSlice(delim)
	}
}

// WriteTo writes all remaining data to w.
func (b *Reader) WriteTo(w io.Writer) (n int64, err error) {
	b.settle()
	if b.from < b.to {
		if n, err = b.drain(w); err != nil {
			return n, err
		}
	}
	var rest int64
	if from, ok := b.rd.(io.WriterTo); ok {
		rest, err = from.WriteTo(w)
	} else if to, ok := w.(io.ReaderFrom); ok {
		rest, err = to.ReadFrom(b.rd)
	} else {
		rest, err = b.copyTo(w)
	}
	return n + rest, err
}

// copyTo writes all remaining data to w, a buffer at a time.
func (b *Reader) copyTo(w io.Writer) (written int64, err error) {
	if b.Buffered() < len(b.buf) {
		b.more()
	}
	for b.from < b.to {
		n, err := b.drain(w)
		written += n
		if err != nil {
			return written, err
		}
		b.more()
	}
	if err = b.takeErr(); err == io.EOF {
		err = nil
	}
	return written, err
}

// drain writes the buffered bytes to w.
func (b *Reader) drain(w io.Writer) (int64, error) {
	n, err := w.Write(b.held())
	if n < 0 {
		panic(errNegativeWrite)
	}
	b.from += n
	return int64(n), err
}
