// Package wire reads and writes JSON tokens. It has the parts of package jsontext that encoding/json/v2 needs but
// programs must not use.
package wire

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// NewError makes a *jsontext.SyntacticError; jsontext sets it.
var NewError func(offset int64, pointer string, err error) error

// The errors that package jsontext exports or that v2 looks for.
var (
	ErrDuplicateName = errors.New("duplicate object member name")
	ErrNonStringName = errors.New("object member name must be a string")
	ErrInvalidUTF8   = errors.New("invalid UTF-8")
	ErrToken         = errors.New("invalid jsontext.Token")

	ErrMissing  = errors.New("missing value after object name")
	ErrMismatch = errors.New("mismatching structural token for object or array")
	errDepth    = errors.New("exceeded max depth")
	errBroken   = errors.New("object namespace is in an invalid state")
)

// MaxDepth is how deeply objects and arrays may be nested.
const MaxDepth = 10000

// An IOError is an error of a reader or writer.
type IOError struct {
	action string
	Err    error
}

func (e *IOError) Error() string { return "jsontext: " + e.action + " error: " + e.Err.Error() }

// Unwrap returns the error of the reader or writer.
func (e *IOError) Unwrap() error { return e.Err }

// InvalidCharacter returns the error for a character that is not allowed where text begins.
func InvalidCharacter(text []byte, where string) error {
	return errors.New("invalid character " + character(text) + " " + where)
}

func character(text []byte) string {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size == 1 {
		return `'\x` + strconv.FormatUint(uint64(text[0]), 16) + `'`
	}
	return strconv.QuoteRune(r)
}

func badEscape(text []byte, surrogates bool) error {
	what := "escape sequence "
	if surrogates {
		what = "surrogate pair "
	}
	shown := string(text)
	if !strconv.CanBackquote(shown) {
		return errors.New("invalid " + what + strconv.Quote(shown) + " in string")
	}
	return errors.New("invalid " + what + "`" + shown + "` in string")
}

// word returns the literal (null, true or false) that begins with c.
func word(c byte) string {
	switch c {
	case 't':
		return "true"
	case 'f':
		return "false"
	}
	return "null"
}

// scanWord returns the length of the literal at the beginning of b, or where it is invalid.
func scanWord(b []byte) (int, error) {
	want := word(b[0])
	for i := range len(want) {
		switch {
		case i == len(b):
			return i, io.ErrUnexpectedEOF
		case b[i] != want[i]:
			return i, InvalidCharacter(b[i:], "in literal "+want+" (expecting "+strconv.QuoteRune(rune(want[i]))+")")
		}
	}
	return len(want), nil
}

func digits(b []byte, i int) int {
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return i
}

// scanNumber returns the length of the number at the beginning of b, or where it is invalid; if the number is
// incomplete, the length of its longest valid prefix.
func scanNumber(b []byte) (int, error) {
	part := func(i, valid int) (int, error) {
		switch end := digits(b, i); {
		case end > i:
			return end, nil
		case i >= len(b):
			return valid, io.ErrUnexpectedEOF
		}
		return i, InvalidCharacter(b[i:], "in number (expecting digit)")
	}
	i := 0
	if len(b) > 0 && b[0] == '-' {
		i = 1
	}
	n, err := part(i, 0)
	if err != nil {
		return n, err
	}
	if b[i] == '0' {
		n = i + 1
	}
	if n < len(b) && b[n] == '.' {
		if n, err = part(n+1, n); err != nil {
			return n, err
		}
	}
	if n < len(b) && (b[n] == 'e' || b[n] == 'E') {
		k := n + 1
		if k < len(b) && (b[k] == '+' || b[k] == '-') {
			k++
		}
		return part(k, n)
	}
	return n, nil
}

// hex4 decodes four hexadecimal digits, and returns how many bytes of b are such digits.
func hex4(b []byte) (r rune, n int) {
	for n < 4 && n < len(b) {
		c := b[n]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return r, n
		}
		r = r<<4 | rune(c)
		n++
	}
	return r, n
}

// scanString returns the length of the string literal at the beginning of b, or where and why it is invalid.
func scanString(b []byte, strict bool) (int, error) {
	switch {
	case len(b) == 0:
		return 0, io.ErrUnexpectedEOF
	case b[0] != '"':
		return 0, InvalidCharacter(b, `at start of string (expecting '"')`)
	}
	i := 1
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			n, err := scanEscape(b[i:], strict)
			if err != nil {
				return i, err
			}
			i += n
		case c < ' ':
			return i, InvalidCharacter(b[i:], "in string (expecting non-control character)")
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 && strict {
				if !utf8.FullRune(b[i:]) {
					return i, io.ErrUnexpectedEOF
				}
				return i, ErrInvalidUTF8
			}
			i += n
		}
	}
	return i, io.ErrUnexpectedEOF
}

// scanEscape returns the length of the escape at the beginning of b.
func scanEscape(b []byte, strict bool) (int, error) {
	if len(b) < 2 {
		return 0, io.ErrUnexpectedEOF
	}
	if b[1] != 'u' {
		switch b[1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return 2, nil
		}
		return 0, badEscape(b[:2], false)
	}
	r, n := hex4(b[2:])
	switch {
	case n < 4 && n+2 == len(b):
		return 0, io.ErrUnexpectedEOF
	case n < 4:
		return 0, badEscape(b[:min(6, len(b))], false)
	case !strict || !utf16.IsSurrogate(r):
		return 6, nil
	}
	low := b[6:]
	for i, c := range []byte(`\u`) {
		if i == len(low) {
			return 0, io.ErrUnexpectedEOF
		}
		if low[i] != c {
			return 0, badEscape(b[:min(12, 6+literalRest(low))], true)
		}
	}
	s, n := hex4(low[2:])
	switch {
	case n < 4 && n+2 == len(low):
		return 0, io.ErrUnexpectedEOF
	case n < 4:
		return 0, badEscape(b[:min(12, len(b))], true)
	case utf16.DecodeRune(r, s) == utf8.RuneError:
		return 0, badEscape(b[:12], true)
	}
	return 12, nil
}

// literalRest returns how much of the text after half a surrogate pair an error shows: up to the end of the string.
func literalRest(b []byte) int {
	for i, c := range b {
		if c == '"' {
			return i + 1
		}
	}
	return len(b)
}

// shown is the length above which an error shortens a pointer in the middle.
const shown = 100

// Short returns a pointer as errors show it: if it is long, only the beginning and the end.
func Short(pointer string) string {
	if len(pointer) <= shown {
		return pointer
	}
	begin, end := pointer[:shown/2], pointer[len(pointer)-shown/2:]
	if i := strings.LastIndexByte(begin, '/'); i >= 0 {
		begin = begin[:i+1]
	}
	if i := strings.IndexByte(end, '/'); i >= 0 {
		end = end[i:]
	}
	for len(begin) > 0 && !utf8.FullRuneInString(lastRune(begin)) {
		begin = begin[:len(begin)-1]
	}
	for len(end) > 0 && !utf8.RuneStart(end[0]) {
		end = end[1:]
	}
	return begin + "…" + end
}

// lastRune returns the end of s from the last byte on that can begin a rune.
func lastRune(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if utf8.RuneStart(s[i]) {
			return s[i:]
		}
	}
	return s
}
