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

// A Value is the text of a JSON value, perhaps with white space around it.
type Value []byte

// Clone returns a copy.
func (v Value) Clone() Value { return bytes.Clone(v) }

func (v Value) String() string {
	if v == nil {
		return "null"
	}
	return string(v)
}

// IsValid reports whether v is one value under the options AllowDuplicateNames and AllowInvalidUTF8.
func (v Value) IsValid(opts ...Options) bool {
	var set jsonopts.Set
	set.Join(opts...)
	_, _, ok := wire.Check(v, 0, &set)
	return ok
}

// Kind returns the kind of the value, according to its first byte.
func (v Value) Kind() Kind {
	if v = bytes.TrimLeft(v, " \n\r\t"); len(v) > 0 {
		return Kind(wire.Kind(v[0]))
	}
	return KindInvalid
}

// Format changes the value to the form that the options demand, or else to the shortest one. After an error the value
// is unchanged.
func (v *Value) Format(opts ...Options) error { return v.format(opts) }

// Compact removes white space, and changes nothing else; names may be repeated, and strings need not be UTF-8. Options
// overrule these defaults.
func (v *Value) Compact(opts ...Options) error { return v.format(opts, lenient) }

// Indent puts each element and member on a line of its own, and changes nothing else; names may be repeated, and
// strings need not be UTF-8. Options overrule these defaults.
func (v *Value) Indent(opts ...Options) error { return v.format(opts, lenient, Multiline(true)) }

// Canonicalize changes the value to the form of RFC 8785. Options overrule this form.
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

// AppendFormat appends the value src to dst in the form that the options demand; after an error, unchanged.
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

// AppendQuote appends src in quotes, with as few escapes as possible. Bytes that are no UTF-8 are written as U+FFFD,
// and an error is returned.
func AppendQuote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	s := string(src)
	var err error
	if !utf8.ValidString(s) {
		err = &SyntacticError{Err: wire.ErrInvalidUTF8}
	}
	return wire.Quote(dst, s), err
}

// AppendUnquote appends the contents of the string literal src. Bytes that are not UTF-8 become U+FFFD, and an error is
// returned, as for text after the literal.
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

// prefix returns the contents of an incomplete string literal.
func prefix(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	return wire.Unquoted(append(bytes.Clone(text), '"'))
}

// AppendFloat appends a number in the format of ECMAScript, with the precision of 32 or 64 bits, but with the sign of a
// zero. NaN and infinities, which JSON lacks, are appended as NaN, +Inf and -Inf, as in Go.
func AppendFloat(dst []byte, src float64, bits int) []byte {
	if bits == 32 {
		src = float64(float32(src))
	}
	if math.IsNaN(src) || math.IsInf(src, 0) {
		return strconv.AppendFloat(dst, src, 'g', -1, bits)
	}
	return wire.AppendFloat(dst, src, bits)
}
