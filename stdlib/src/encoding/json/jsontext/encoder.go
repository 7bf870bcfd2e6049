package jsontext

import (
	"encoding/json/internal/wire"
	"io"
)

// An Encoder writes tokens or values to a stream, with a line break after each value.
type Encoder struct {
	// Package encoding/json/v2 converts an *Encoder to a *wire.Writer, so w is the only field.
	w wire.Writer
}

// NewEncoder returns an encoder to w; it buffers its output, and writes to w when the buffer is large or a value is complete.
func NewEncoder(w io.Writer, opts ...Options) *Encoder {
	e := new(Encoder)
	e.Reset(w, opts...)
	return e
}

// Reset makes the encoder write to w with other options. A method or function that encoding/json/v2 has called with the
// encoder must not call it.
func (e *Encoder) Reset(w io.Writer, opts ...Options) {
	switch {
	case e == nil:
		panic("jsontext: invalid nil Encoder")
	case w == nil:
		panic("jsontext: invalid nil io.Writer")
	case e.w.Locked:
		panic("jsontext: cannot reset Encoder passed to json.MarshalerTo")
	}
	numbers()
	e.w.Reset(w, e.w.Buf[:0], opts...)
}

// Options returns the options of the encoder, and those of the call of encoding/json/v2 that uses it.
func (e *Encoder) Options() Options { return &e.w.Opts }

// WriteToken writes a token. If the token is not allowed there, WriteToken writes nothing.
func (e *Encoder) WriteToken(t Token) error {
	t.check()
	if err := e.w.Intact(); err != nil {
		return err
	}
	switch t.kind {
	case KindNull, KindTrue, KindFalse:
		return e.w.Literal(t.text)
	case KindNumber:
		if t.form == isText {
			return e.w.RawNumber(bytesOf(t.text))
		}
		return e.w.Literal(t.number())
	case KindString:
		if t.form == isText {
			return e.w.RawString(bytesOf(t.text))
		}
		return e.w.String(t.text)
	case KindBeginObject, KindBeginArray:
		return e.w.Open(byte(t.kind))
	case KindEndObject, KindEndArray:
		return e.w.Close(byte(t.kind))
	}
	return e.w.Invalid()
}

// WriteValue writes a value in the form that the options demand. If it is invalid or not allowed there, WriteValue
// writes nothing.
func (e *Encoder) WriteValue(v Value) error {
	if err := e.w.Intact(); err != nil {
		return err
	}
	return e.w.Value(v)
}

// OutputOffset returns how many bytes were written, including those that w has not received.
func (e *Encoder) OutputOffset() int64 { return e.w.Offset() }

// AvailableBuffer returns an empty buffer for building a value that the next WriteValue writes.
func (e *Encoder) AvailableBuffer() []byte { return e.w.Available() }

// StackDepth returns the encoder's depth of objects and arrays.
func (e *Encoder) StackDepth() int { return len(e.w.Frames) }

// StackIndex returns the kind of the object or array at a depth from 1 to StackDepth, and how many elements, or names
// and values, of it were written. For a depth of 0 it returns the number of top-level values.
func (e *Encoder) StackIndex(i int) (Kind, int64) { return level(e.w.Frames, i, e.w.Outer) }

// StackPointer returns the pointer to the last value.
func (e *Encoder) StackPointer() Pointer { return Pointer(e.w.Pointer(wire.Current)) }
