package bytes

import (
	"errors"
	"io"
	"unicode/utf8"
)

// MinRead is the smallest space that Buffer.ReadFrom offers to a Read.
const MinRead = 512

// ErrTooLarge is the value of the panic when a Buffer cannot allocate memory.
var ErrTooLarge = errors.New("bytes.Buffer: too large")

var errNegativeRead = errors.New("bytes.Buffer: reader returned negative count from Read")

// A Buffer is a queue of bytes. The zero value is empty and ready.
type Buffer struct {
	buf  []byte
	off  int    // buf[off:] is unread
	last readOp // for the Unread methods
}

// readOp is the last operation of a Buffer: the width of the rune that was read, or one of these.
type readOp int8

const (
	opRead    readOp = -1 // something else was read
	opInvalid readOp = 0  // no read
)

// NewBuffer returns a Buffer whose contents are buf; the caller must not use buf any more.
func NewBuffer(buf []byte) *Buffer { return &Buffer{buf: buf} }

// NewBufferString returns a Buffer whose contents are s.
func NewBufferString(s string) *Buffer { return &Buffer{buf: []byte(s)} }

// Bytes returns the unread bytes, which are valid until the next change of the Buffer.
func (b *Buffer) Bytes() []byte { return b.buf[b.off:] }

// AvailableBuffer returns an empty slice with the free space as capacity, to append to and then to Write.
func (b *Buffer) AvailableBuffer() []byte { return b.buf[len(b.buf):] }

// String returns the unread bytes as a string; "<nil>" for a nil Buffer.
func (b *Buffer) String() string {
	if b == nil {
		return "<nil>"
	}
	return string(b.buf[b.off:])
}

// Peek returns the next n bytes without reading them; fewer, and io.EOF, if there are fewer.
func (b *Buffer) Peek(n int) ([]byte, error) {
	unread := b.Bytes()
	if n > len(unread) {
		return unread, io.EOF
	}
	return unread[:n], nil
}

// Len returns the number of unread bytes.
func (b *Buffer) Len() int { return len(b.buf) - b.off }

// Cap returns the capacity of the memory.
func (b *Buffer) Cap() int { return cap(b.buf) }

// Available returns the number of bytes that can be written without allocation.
func (b *Buffer) Available() int { return cap(b.buf) - len(b.buf) }

// Truncate drops all but the first n unread bytes.
func (b *Buffer) Truncate(n int) {
	b.last = opInvalid
	switch {
	case n == 0:
		b.Reset()
	case 0 < n && n <= b.Len():
		b.buf = b.buf[:b.off+n]
	default:
		panic("bytes.Buffer: truncation out of range")
	}
}

// Reset empties the Buffer but keeps its memory.
func (b *Buffer) Reset() {
	b.buf = b.buf[:0]
	b.off = 0
	b.last = opInvalid
}

// maxSlice is a length that no slice can reach.
const maxSlice = 1 << 48

// makeRoom makes room for n bytes at the end.
func (b *Buffer) makeRoom(n int) {
	if cap(b.buf)-len(b.buf) >= n {
		return
	}
	if b.off > 0 && b.off == len(b.buf) {
		b.Reset()
		if cap(b.buf) >= n {
			return
		}
	}
	m := b.Len()
	if n <= cap(b.buf)/2-m {
		copy(b.buf, b.buf[b.off:])
		b.buf = b.buf[:m]
	} else {
		c := 2*cap(b.buf) + n
		if c < 64 && c >= 0 {
			c = 64
		}
		if c < 0 || c > maxSlice {
			panic(ErrTooLarge)
		}
		buf := make([]byte, m, c)
		copy(buf, b.buf[b.off:])
		b.buf = buf
	}
	b.off = 0
}

// Grow makes room for n more bytes.
func (b *Buffer) Grow(n int) {
	if n < 0 {
		panic("bytes.Buffer.Grow: negative count")
	}
	b.makeRoom(n)
}

// Write appends p.
func (b *Buffer) Write(p []byte) (n int, err error) {
	b.last = opInvalid
	b.makeRoom(len(p))
	b.buf = append(b.buf, p...)
	return len(p), nil
}

// WriteString appends s.
func (b *Buffer) WriteString(s string) (n int, err error) {
	b.last = opInvalid
	b.makeRoom(len(s))
	b.buf = append(b.buf, s...)
	return len(s), nil
}

// WriteByte appends c.
func (b *Buffer) WriteByte(c byte) error {
	b.last = opInvalid
	b.makeRoom(1)
	b.buf = append(b.buf, c)
	return nil
}

// WriteRune appends the encoding of r.
func (b *Buffer) WriteRune(r rune) (n int, err error) {
	b.last = opInvalid
	b.makeRoom(utf8.UTFMax)
	m := len(b.buf)
	b.buf = utf8.AppendRune(b.buf, r)
	return len(b.buf) - m, nil
}

// ReadFrom appends all data of r.
func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	b.last = opInvalid
	for {
		b.makeRoom(MinRead)
		end := len(b.buf)
		m, err := r.Read(b.buf[end:cap(b.buf)])
		if m < 0 {
			panic(errNegativeRead)
		}
		b.buf = b.buf[:end+m]
		n += int64(m)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// WriteTo writes everything to w.
func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	b.last = opInvalid
	unread := b.Bytes()
	written := 0
	if len(unread) > 0 {
		written, err = w.Write(unread)
	}
	if written > len(unread) {
		panic("bytes.Buffer.WriteTo: invalid Write count")
	}
	b.off += written
	switch {
	case err != nil:
	case written == len(unread):
		b.Reset()
	default:
		err = io.ErrShortWrite
	}
	return int64(written), err
}

// Read takes the next bytes; io.EOF if there are none.
func (b *Buffer) Read(p []byte) (n int, err error) {
	b.last = opInvalid
	if b.Len() == 0 {
		b.Reset()
		if len(p) == 0 {
			return 0, nil
		}
		return 0, io.EOF
	}
	n = copy(p, b.buf[b.off:])
	b.off += n
	if n > 0 {
		b.last = opRead
	}
	return n, nil
}

// Next returns the next n bytes, fewer if there are fewer; they are valid until the next change of the Buffer.
func (b *Buffer) Next(n int) []byte {
	b.last = opInvalid
	next := b.Bytes()
	next = next[:min(n, len(next))]
	if len(next) > 0 {
		b.off += len(next)
		b.last = opRead
	}
	return next
}

// ReadByte takes the next byte.
func (b *Buffer) ReadByte() (byte, error) {
	if b.Len() == 0 {
		b.Reset()
		return 0, io.EOF
	}
	c := b.buf[b.off]
	b.off++
	b.last = opRead
	return c, nil
}

// ReadRune takes the next rune.
func (b *Buffer) ReadRune() (r rune, size int, err error) {
	if b.Len() == 0 {
		b.Reset()
		return 0, 0, io.EOF
	}
	r, size = utf8.DecodeRune(b.buf[b.off:])
	b.off += size
	b.last = readOp(size)
	return r, size, nil
}

// UnreadRune makes the rune that ReadRune returned last unread again.
func (b *Buffer) UnreadRune() error {
	if b.last <= opInvalid {
		return errors.New("bytes.Buffer: UnreadRune: previous operation was not a successful ReadRune")
	}
	b.off -= int(b.last)
	b.last = opInvalid
	return nil
}

// UnreadByte makes the last byte that was read unread again.
func (b *Buffer) UnreadByte() error {
	if b.last == opInvalid {
		return errors.New("bytes.Buffer: UnreadByte: previous operation was not a successful read")
	}
	b.last = opInvalid
	if b.off > 0 {
		b.off--
	}
	return nil
}

// ReadBytes returns the bytes up to and including the first delim; all, and io.EOF, if there is none.
func (b *Buffer) ReadBytes(delim byte) (line []byte, err error) {
	part, err := b.readPart(delim)
	return append(line, part...), err
}

// ReadString is ReadBytes with a string as result.
func (b *Buffer) ReadString(delim byte) (line string, err error) {
	part, err := b.readPart(delim)
	return string(part), err
}

func (b *Buffer) readPart(delim byte) (part []byte, err error) {
	part = b.Bytes()
	if at := IndexByte(part, delim); at >= 0 {
		part = part[:at+1]
	} else {
		err = io.EOF
	}
	b.off += len(part)
	b.last = opRead
	return part, err
}
