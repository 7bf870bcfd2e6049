// Package jsontext reads and writes JSON token by token, or value by value.
//
// A token is null, a boolean, a string, a number, or the beginning or end of an object or array; a value is a JSON
// value. By default texts must follow RFC 7493: the names of an object differ, and strings are UTF-8.
package jsontext

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"strconv"
)

// ErrDuplicateName means that an object has a name twice. A SyntacticError that wraps it points to the name.
var ErrDuplicateName = wire.ErrDuplicateName

// ErrNonStringName means that the name of a member is not a string.
var ErrNonStringName = wire.ErrNonStringName

// A Kind is the kind of a token or value: the byte that it begins with, '0' for numbers.
type Kind byte

// The kinds of tokens.
const (
	KindInvalid     Kind = 0
	KindNull        Kind = 'n'
	KindFalse       Kind = 'f'
	KindTrue        Kind = 't'
	KindString      Kind = '"'
	KindNumber      Kind = '0'
	KindBeginObject Kind = '{'
	KindEndObject   Kind = '}'
	KindBeginArray  Kind = '['
	KindEndArray    Kind = ']'
)

func (k Kind) String() string {
	switch k {
	case KindInvalid:
		return "invalid"
	case KindNull:
		return "null"
	case KindFalse:
		return "false"
	case KindTrue:
		return "true"
	case KindString:
		return "string"
	case KindNumber:
		return "number"
	case KindBeginObject, KindEndObject, KindBeginArray, KindEndArray:
		return string(rune(k))
	}
	return "<invalid jsontext.Kind: " + quotedByte(byte(k)) + ">"
}

func quotedByte(c byte) string {
	if c >= 0x80 {
		return `'\x` + strconv.FormatUint(uint64(c), 16) + `'`
	}
	return strconv.QuoteRune(rune(c))
}

// Options are options of encoders and decoders; those of encoding/json and encoding/json/v2 have no effect here.
type Options = jsonopts.Options

// AllowDuplicateNames tells whether an object may have a name twice.
func AllowDuplicateNames(v bool) Options { return jsonopts.Bool(jsonopts.AllowDuplicateNames, v) }

// AllowInvalidUTF8 tells whether strings may have bytes that are not UTF-8; each is replaced by U+FFFD.
func AllowInvalidUTF8(v bool) Options { return jsonopts.Bool(jsonopts.AllowInvalidUTF8, v) }

// EscapeForHTML tells whether <, > and & are written as escapes.
func EscapeForHTML(v bool) Options { return jsonopts.Bool(jsonopts.EscapeForHTML, v) }

// EscapeForJS tells whether U+2028 and U+2029 are written as escapes.
func EscapeForJS(v bool) Options { return jsonopts.Bool(jsonopts.EscapeForJS, v) }

// PreserveRawStrings tells whether string literals are written with the escapes that they have.
func PreserveRawStrings(v bool) Options { return jsonopts.Bool(jsonopts.PreserveRawStrings, v) }

// CanonicalizeRawInts tells whether numbers without fraction and exponent are written as RFC 8785 demands.
func CanonicalizeRawInts(v bool) Options { return jsonopts.Bool(jsonopts.CanonicalizeRawInts, v) }

// CanonicalizeRawFloats tells whether numbers with a fraction or exponent are written as RFC 8785 demands.
func CanonicalizeRawFloats(v bool) Options { return jsonopts.Bool(jsonopts.CanonicalizeRawFloats, v) }

// ReorderRawObjects tells whether the members of an object in a Value are written in the order of RFC 8785.
func ReorderRawObjects(v bool) Options { return jsonopts.Bool(jsonopts.ReorderRawObjects, v) }

// SpaceAfterColon tells whether a space follows each colon.
func SpaceAfterColon(v bool) Options { return jsonopts.Bool(jsonopts.SpaceAfterColon, v) }

// SpaceAfterComma tells whether a space follows each comma.
func SpaceAfterComma(v bool) Options { return jsonopts.Bool(jsonopts.SpaceAfterComma, v) }

// Multiline tells whether each element and member stands on a line of its own.
func Multiline(v bool) Options { return jsonopts.Bool(jsonopts.Multiline, v) }

// WithIndent makes each element and member stand on a line of its own, with one indent for each level. The indent has
// only spaces and tabs.
func WithIndent(indent string) Options {
	blank(indent, "indent")
	return &jsonopts.Set{Has: jsonopts.Indent | jsonopts.Multiline, On: jsonopts.Multiline, Indent: indent}
}

// WithIndentPrefix makes each element and member stand on a line of its own that begins with prefix, which has only
// spaces and tabs.
func WithIndentPrefix(prefix string) Options {
	blank(prefix, "indent prefix")
	return &jsonopts.Set{Has: jsonopts.IndentPrefix | jsonopts.Multiline, On: jsonopts.Multiline, IndentPrefix: prefix}
}

// blank panics if s has other characters than spaces and tabs.
func blank(s, what string) {
	for i := range len(s) {
		if s[i] != ' ' && s[i] != '\t' {
			panic("json: invalid character " + quotedByte(s[i]) + " in " + what)
		}
	}
}
