package json

import (
	"strconv"
	"unicode/utf8"
)

// A SyntaxError means that the text is not JSON: the parser read Offset bytes before the error.
type SyntaxError struct {
	msg    string
	Offset int64
}

func (e *SyntaxError) Error() string { return e.msg }

const maxDepth = 10000

const errDepth = "exceeded max depth"

// errEnd is the text of an input that ends too early.
const errEnd = "unexpected end of JSON input"

func atEnd(at int) *SyntaxError { return &SyntaxError{errEnd, int64(at)} }

// unexpected returns the error for the character at data[i].
func unexpected(data []byte, i int, where string) *SyntaxError {
	if i >= len(data) {
		return atEnd(len(data))
	}
	r, size := utf8.DecodeRune(data[i:])
	if r == utf8.RuneError {
		return &SyntaxError{"invalid character '" + `\x` + strconv.FormatUint(uint64(data[i]), 16) + "' " + where, int64(i + 1)}
	}
	return &SyntaxError{"invalid character " + strconv.QuoteRune(r) + " " + where, int64(i + size)}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// space returns the index of the next byte that is no white space.
func space(data []byte, i int) int {
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return i
}

// check reports whether data is one value.
func check(data []byte) *SyntaxError { return checkNested(data, 0) }

// checkNested is check for a value at a depth of objects and arrays.
func checkNested(data []byte, depth int) *SyntaxError {
	i, err := scanValue(data, space(data, 0), depth)
	if err != nil {
		return err
	}
	if i = space(data, i); i < len(data) {
		return unexpected(data, i, "after top-level value")
	}
	return nil
}

// behind describes the position of an unexpected character in an error.
var behind = [...]string{
	faultValue:   "looking for beginning of value",
	faultName:    "looking for beginning of object key string",
	faultColon:   "after object key",
	faultMember:  "after object key:value pair",
	faultElement: "after array element",
	faultString:  "in string",
	faultNumber:  "in numeric literal",
}

// scanValue returns the index after the value that begins at data[i].
func scanValue(data []byte, i, depth int) (int, *SyntaxError) {
	end, fault, at := scan(data, i, depth)
	switch fault {
	case 0:
		return end, nil
	case faultEnd:
		return at, atEnd(at)
	case faultDepth:
		return at, &SyntaxError{errDepth, int64(at)}
	case faultEscape:
		return at, &SyntaxError{"invalid escape sequence `" + string(data[at:end]) + "` in string", int64(end)}
	case faultWord:
		word := "null"
		switch data[end] {
		case 't':
			word = "true"
		case 'f':
			word = "false"
		}
		next := strconv.QuoteRune(rune(word[at-end]))
		return at, unexpected(data, at, "in literal "+word+" (expecting "+next+")")
	}
	return at, unexpected(data, at, behind[fault])
}

// Valid reports whether data is one JSON value.
func Valid(data []byte) bool { return check(data) == nil }
