package jsontext

import (
	"bytes"
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"
)

// A Value is a JSON value as it is written, perhaps with white space around it.
type Value []byte

// Clone returns a copy.
func (v Value) Clone() Value { return bytes.Clone(v) }

func (v Value) String() string {
	if v == nil {
		return "null"
	}
	return string(v)
}

// IsValid reports whether v is one value by the options, of which AllowDuplicateNames and AllowInvalidUTF8 matter.
func (v Value) IsValid(opts ...Options) bool {
	var set jsonopts.Set
	set.Join(opts...)
	_, _, ok := wire.Check(v, 0, &set)
	return ok
}

// Kind returns the kind of the value, as far as its first byte tells.
func (v Value) Kind() Kind {
	if v = bytes.TrimLeft(v, " \n\r\t"); len(v) > 0 {
		return Kind(wire.Kind(v[0]))
	}
	return KindInvalid
}

// Format gives the value the form that the options demand, or else the shortest one. It remains as it is if there is an
// error.
func (v *Value) Format(opts ...Options) error { return v.format(opts) }

// Compact removes white space, and changes nothing else; names may be repeated, and strings need not be UTF-8. Options
// count more than that.
func (v *Value) Compact(opts ...Options) error { return v.format(opts, lenient) }

// Indent puts each element and member on a line of its own, and changes nothing else; names may be repeated, and strings
// need not be UTF-8. Options count more than that.
func (v *Value) Indent(opts ...Options) error { return v.format(opts, lenient, Multiline(true)) }

// Canonicalize gives the value the form of RFC 8785. Options count more than that.
func (v *Value) Canonicalize(opts ...Options) error { return v.format(opts, canonical) }

const (
	laxBits       = jsonopts.AllowDuplicateNames | jsonopts.AllowInvalidUTF8 | jsonopts.PreserveRawStrings
	canonicalBits = jsonopts.CanonicalizeRawInts | jsonopts.CanonicalizeRawFloats | jsonopts.ReorderRawObjects
)

var lenient, canonical Options = jsonopts.Bool(laxBits, true), jsonopts.Bool(canonicalBits, true)

func (v *Value) format(opts []Options, first ...Options) error {
	var w wire.Writer
	w.Reset(nil, nil, first...)
	w.Opts.Join(opts...)
	w.Bare = true
	if err := w.Value(*v); err != nil {
		return err
	}
	if !bytes.Equal(*v, w.Buf) {
		*v = append((*v)[:0], w.Buf...)
	}
	return nil
}

// MarshalJSON returns v, null if it is nil.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	return v, nil
}

// UnmarshalJSON sets v to a copy of b.
func (v *Value) UnmarshalJSON(b []byte) error {
	if v == nil {
		return errors.New("jsontext.Value: UnmarshalJSON on nil pointer")
	}
	*v = append((*v)[:0], b...)
	return nil
}

// AppendFormat appends the value src to dst in the form that the options demand; if there is an error, as it is.
func AppendFormat[Bytes ~[]byte | ~string](dst []byte, src Bytes, opts ...Options) ([]byte, error) {
	v := Value(src)
	var w wire.Writer
	w.Reset(nil, nil, opts...)
	w.Bare = true
	if err := w.Value(v); err != nil {
		return append(dst, v...), err
	}
	return append(dst, w.Buf...), nil
}

// AppendQuote appends src in quotes, with as few escapes as possible. Bytes that are no UTF-8 are written as U+FFFD, and
// an error is returned.
func AppendQuote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	s := string(src)
	var err error
	if !utf8.ValidString(s) {
		err = &SyntacticError{Err: wire.ErrInvalidUTF8}
	}
	return wire.Quote(dst, s), err
}

// AppendUnquote appends what the string literal src stands for. Bytes that are no UTF-8 become U+FFFD, and an error is
// returned, as for what follows the literal.
func AppendUnquote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	text := []byte(src)
	n, err := wire.ScanString(text, true)
	if err != nil {
		loose, other := wire.ScanString(text, false)
		if other != nil {
			return append(dst, prefix(text[:loose])...), &SyntacticError{Err: other}
		}
		n = loose
	}
	dst = append(dst, wire.Unquoted(text[:n])...)
	if err == nil && n < len(text) {
		err = wire.InvalidCharacter(text[n:], "after string value")
	}
	if err != nil {
		err = &SyntacticError{Err: err}
	}
	return dst, err
}

// prefix returns what the beginning of a string literal stands for.
func prefix(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	return wire.Unquoted(append(bytes.Clone(text), '"'))
}

// AppendFloat appends a number as ECMAScript writes it, with the precision of that many bits, but with the sign of a
// zero. For those that JSON does not have it appends NaN, +Inf and -Inf, as Go does.
func AppendFloat(dst []byte, src float64, bits int) []byte {
	if bits == 32 {
		src = float64(float32(src))
	}
	if math.IsNaN(src) || math.IsInf(src, 0) {
		return strconv.AppendFloat(dst, src, 'g', -1, bits)
	}
	return wire.AppendFloat(dst, src, bits)
}
