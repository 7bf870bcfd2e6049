package jsontext

import (
	"encoding/json/internal/wire"
	"io"
	"unsafe"
)

// A Decoder reads tokens or values of a stream, whose values may have white space between them.
type Decoder struct {
	// Package encoding/json/v2 converts a *Decoder to a *wire.Reader, so r is the only field.
	r wire.Reader
}

// NewDecoder returns a decoder of r; it may read more of r than it needs.
func NewDecoder(r io.Reader, opts ...Options) *Decoder {
	d := new(Decoder)
	d.Reset(r, opts...)
	return d
}

// Reset makes the decoder read from r with other options. A method or function that encoding/json/v2 has called with
// the decoder must not call it.
func (d *Decoder) Reset(r io.Reader, opts ...Options) {
	switch {
	case d == nil:
		panic("jsontext: invalid nil Decoder")
	case r == nil:
		panic("jsontext: invalid nil io.Reader")
	case d.r.Locked:
		panic("jsontext: cannot reset Decoder passed to json.UnmarshalerFrom")
	}
	numbers()
	d.r.Reset(r, nil, opts...)
}

// Options returns the options of the decoder, and those of the call of encoding/json/v2 that uses it.
func (d *Decoder) Options() Options { return &d.r.Opts }

// PeekKind returns the kind of the next token without reading it, KindInvalid if there is an error, which the next call
// that reads returns.
func (d *Decoder) PeekKind() Kind { return Kind(wire.Kind(d.r.PeekKind())) }

// SkipValue skips the next value.
func (d *Decoder) SkipValue() error { return d.r.Skip() }

// ReadToken returns the next token; at the end of the stream io.EOF.
func (d *Decoder) ReadToken() (Token, error) {
	text, err := d.r.Token()
	if err != nil {
		return Token{}, err
	}
	kind := Kind(wire.Kind(text[0]))
	return Token{kind: kind, text: unsafe.String(&text[0], len(text)), from: &d.r, serial: d.r.Serial()}, nil
}

// ReadValue returns the next value as written in the stream; io.EOF at the end of the stream. It is valid until the
// next call of a method that reads.
func (d *Decoder) ReadValue() (Value, error) {
	text, err := d.r.Value()
	return text[:len(text):len(text)], err
}

// InputOffset returns the offset where the last token or value ends.
func (d *Decoder) InputOffset() int64 { return d.r.Offset() }

// UnreadBuffer returns the bytes that were read from the stream but do not belong to a returned token or value.
func (d *Decoder) UnreadBuffer() []byte { return d.r.Buf[d.r.Last:] }

// StackDepth returns the decoder's depth of objects and arrays.
func (d *Decoder) StackDepth() int { return len(d.r.Frames) }

// StackIndex returns the kind of the object or array at a depth from 1 to StackDepth, and how many elements, or names
// and values, of it were read. For a depth of 0 it returns the number of top-level values.
func (d *Decoder) StackIndex(i int) (Kind, int64) { return level(d.r.Frames, i, d.r.Outer) }

func level(frames []wire.Frame, i int, outer int64) (Kind, int64) {
	if i == 0 {
		return KindInvalid, outer
	}
	f := &frames[i-1]
	return Kind(f.Kind), f.N
}

// StackPointer returns the pointer to the last value.
func (d *Decoder) StackPointer() Pointer { return Pointer(d.r.Pointer(wire.Current)) }
