package jsontext

import (
	"encoding/json/internal/wire"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A SyntacticError means that JSON text that was read, or is to be written, violates the grammar.
type SyntacticError struct {
	// ByteOffset is the offset of the error, or of the token before it.
	ByteOffset int64
	// JSONPointer leads to the value that contains the error.
	JSONPointer Pointer
	// Err is the error itself.
	Err error
}

func newError(offset int64, pointer string, err error) error {
	return &SyntacticError{offset, Pointer(pointer), err}
}

// Package wire makes errors of this package with newError.
func init() { wire.NewError = newError }

func (e *SyntacticError) Error() string {
	pointer, offset := e.JSONPointer, e.ByteOffset
	text := "syntactic error"
	if e.Err != nil {
		text = e.Err.Error()
	}
	out := "jsontext: " + text
	if e.Err == ErrDuplicateName {
		out += " " + strconv.Quote(pointer.LastToken())
		pointer, offset = pointer.Parent(), 0
	}
	if pointer != "" {
		out += " within " + strconv.Quote(wire.Short(string(pointer)))
	}
	if offset > 0 {
		out += " after offset " + strconv.FormatInt(offset, 10)
	}
	return out
}

// Unwrap returns Err.
func (e *SyntacticError) Unwrap() error { return e.Err }

// A Pointer is a JSON pointer of RFC 6901: a slash and a token for each step, the name of a member or the index of an
// element.
type Pointer string

// IsValid reports whether p is a JSON pointer.
func (p Pointer) IsValid() bool {
	for i := range len(p) {
		if p[i] == '~' && (i+1 == len(p) || p[i+1] != '0' && p[i+1] != '1') {
			return false
		}
	}
	return (p == "" || p[0] == '/') && utf8.ValidString(string(p))
}

// Contains reports whether pc leads to the value to which p leads, or to a value inside it.
func (p Pointer) Contains(pc Pointer) bool {
	rest, ok := strings.CutPrefix(string(pc), string(p))
	return ok && (rest == "" || rest[0] == '/')
}

// Parent returns p without the last token.
func (p Pointer) Parent() Pointer { return p[:max(0, strings.LastIndexByte(string(p), '/'))] }

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// LastToken returns the last token, "" for an empty pointer.
func (p Pointer) LastToken() string {
	last := p[len(p.Parent()):]
	return unescape.Replace(strings.TrimPrefix(string(last), "/"))
}

// AppendToken returns p extended by a token.
func (p Pointer) AppendToken(tok string) Pointer {
	return Pointer(wire.AppendToken([]byte(p), string([]rune(tok))))
}

// Tokens returns the tokens from the first to the last.
func (p Pointer) Tokens() iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := strings.TrimPrefix(string(p), "/")
		for more := p != ""; more; {
			var token string
			token, rest, more = strings.Cut(rest, "/")
			if !yield(unescape.Replace(token)) {
				return
			}
		}
	}
}
