package jsontext

import (
	"encoding/json/internal/wire"
	"io"
)

// An Encoder writes tokens or values to a stream, with a line break behind each value.
type Encoder struct {
	// Package encoding/json/v2 takes a pointer to the one for a pointer to the other.
	w wire.Writer
}

// NewEncoder returns an encoder to w, which gets what is written when that is much, and whenever a value is complete.
func NewEncoder(w io.Writer, opts ...Options) *Encoder {
	e := new(Encoder)
	e.Reset(w, opts...)
	return e
}

// Reset makes the encoder write to w by other options. It may not be called by a method or function that
// encoding/json/v2 has called with the encoder.
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

// Options returns the options of the encoder, and those of a call of encoding/json/v2 in which it is used.
func (e *Encoder) Options() Options { return &e.w.Opts }

// WriteToken writes a token. If it may not stand there, nothing is written.
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

// WriteValue writes a value in the form that the options demand. If it is wrong or may not stand there, nothing is
// written.
func (e *Encoder) WriteValue(v Value) error {
	if err := e.w.Intact(); err != nil {
		return err
	}
	return e.w.Value(v)
}

// OutputOffset returns how much was written, also where w has not got it.
func (e *Encoder) OutputOffset() int64 { return e.w.Offset() }

// AvailableBuffer returns an empty buffer for a value with which WriteValue is called next.
func (e *Encoder) AvailableBuffer() []byte { return e.w.Available() }

// StackDepth returns in how many objects and arrays the encoder is.
func (e *Encoder) StackDepth() int { return len(e.w.Frames) }

// StackIndex returns the kind of the object or array at a depth from 1 to StackDepth, and how many elements, or names and
// values, of it were written; of what stands in nothing for a depth of 0.
func (e *Encoder) StackIndex(i int) (Kind, int64) { return level(e.w.Frames, i, e.w.Outer) }

// StackPointer returns the pointer to the last value.
func (e *Encoder) StackPointer() Pointer { return Pointer(e.w.Pointer(wire.Current)) }
