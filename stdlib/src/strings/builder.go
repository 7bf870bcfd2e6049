package strings

import (
	"unicode/utf8"
	"unsafe"
)

// A Builder builds a string by appending. The zero value is ready; a Builder must not be copied once used.
type Builder struct {
	addr *Builder // the address of this Builder, to detect copies
	buf  []byte
}

func (b *Builder) check() {
	if b.addr == nil {
		b.addr = b
	} else if b.addr != b {
		panic("strings: illegal use of non-zero Builder copied by value")
	}
}

// String returns the text so far.
func (b *Builder) String() string { return unsafe.String(unsafe.SliceData(b.buf), len(b.buf)) }

// Len returns the number of bytes built so far.
func (b *Builder) Len() int { return len(b.buf) }

// Cap returns the capacity of the buffer.
func (b *Builder) Cap() int { return cap(b.buf) }

// Reset makes the builder empty.
func (b *Builder) Reset() {
	b.addr = nil
	b.buf = nil
}

// Grow makes room for n bytes more.
func (b *Builder) Grow(n int) {
	b.check()
	if n < 0 {
		panic("strings.Builder.Grow: negative count")
	}
	if cap(b.buf)-len(b.buf) < n {
		buf := make([]byte, 2*cap(b.buf)+n)[:len(b.buf)]
		copy(buf, b.buf)
		b.buf = buf
	}
}

// Write appends p.
func (b *Builder) Write(p []byte) (int, error) {
	b.check()
	b.buf = append(b.buf, p...)
	return len(p), nil
}

// WriteByte appends c.
func (b *Builder) WriteByte(c byte) error {
	b.check()
	b.buf = append(b.buf, c)
	return nil
}

// WriteRune appends the encoding of r.
func (b *Builder) WriteRune(r rune) (int, error) {
	b.check()
	n := len(b.buf)
	b.buf = utf8.AppendRune(b.buf, r)
	return len(b.buf) - n, nil
}

// WriteString appends s.
func (b *Builder) WriteString(s string) (int, error) {
	b.check()
	b.buf = append(b.buf, s...)
	return len(s), nil
}
