package wire

import (
	"encoding/json/internal/wire/jsonopts"
	"io"
	"strconv"
)

// An explainer finds out why a value is invalid, token by token.
type explainer struct {
	b    []byte
	opts *jsonopts.Set
	// element is the word for the position after an element of an array.
	element string
	// start is where the value begins, at where the error is, and path the path to it, innermost first.
	start, at int
	path      []string
}

func (x *explainer) pointer() []byte {
	var out []byte
	for i := len(x.path) - 1; i >= 0; i-- {
		out = AppendToken(out, x.path[i])
	}
	return out
}

// wrong records where an error is.
func (x *explainer) wrong(at int, err error) (int, error) {
	x.at = at
	return at, err
}

func (x *explainer) within(token string) { x.path = append(x.path, token) }

// value returns the end of the value at b[i].
func (x *explainer) value(i, depth int) (int, error) {
	if i >= len(x.b) {
		return x.wrong(i, io.ErrUnexpectedEOF)
	}
	var n int
	var err error
	switch c := x.b[i]; kindOf(c) {
	case '{', '[':
		if depth >= MaxDepth {
			return x.wrong(i, errDepth)
		}
		if c == '{' {
			return x.object(i+1, depth+1)
		}
		return x.array(i+1, depth+1)
	case '"':
		n, err = scanString(x.b[i:], !x.opts.Is(jsonopts.AllowInvalidUTF8))
	case 'n', 't', 'f':
		n, err = scanWord(x.b[i:])
	case '0':
		n, err = scanNumber(x.b[i:])
	default:
		err = InvalidCharacter(x.b[i:], "at start of value")
	}
	if err != nil {
		return x.wrong(i+n, err)
	}
	return i + n, nil
}

func (x *explainer) array(i, depth int) (int, error) {
	if i = skipSpace(x.b, i); i < len(x.b) && x.b[i] == ']' {
		return i + 1, nil
	}
	for n := 0; ; n++ {
		if i = skipSpace(x.b, i); i == len(x.b) {
			return x.wrong(i, io.ErrUnexpectedEOF)
		}
		end, err := x.value(i, depth)
		if err != nil {
			x.within(strconv.Itoa(n))
			return end, err
		}
		switch i = skipSpace(x.b, end); {
		case i == len(x.b):
			return x.wrong(i, io.ErrUnexpectedEOF)
		case x.b[i] == ']':
			return i + 1, nil
		case x.b[i] != ',':
			return x.wrong(i, InvalidCharacter(x.b[i:], "after array "+x.element+" (expecting ',' or ']')"))
		}
		i++
	}
}

func (x *explainer) object(i, depth int) (int, error) {
	if i = skipSpace(x.b, i); i < len(x.b) && x.b[i] == '}' {
		return i + 1, nil
	}
	var seen names
	for {
		if i = skipSpace(x.b, i); i == len(x.b) {
			return x.wrong(i, io.ErrUnexpectedEOF)
		}
		n, err := scanString(x.b[i:], !x.opts.Is(jsonopts.AllowInvalidUTF8))
		if err != nil {
			return x.wrong(i+n, err)
		}
		name := Unquoted(x.b[i : i+n])
		if !x.opts.Is(jsonopts.AllowDuplicateNames) && !seen.add(name) {
			x.within(name)
			return x.wrong(i, ErrDuplicateName)
		}
		switch i = skipSpace(x.b, i+n); {
		case i == len(x.b):
			err = io.ErrUnexpectedEOF
		case x.b[i] != ':':
			err = InvalidCharacter(x.b[i:], "after object name (expecting ':')")
		default:
			if i = skipSpace(x.b, i+1); i == len(x.b) {
				err = io.ErrUnexpectedEOF
			}
		}
		if err != nil {
			x.within(name)
			return x.wrong(i, err)
		}
		if i, err = x.value(i, depth); err != nil {
			x.within(name)
			return i, err
		}
		switch i = skipSpace(x.b, i); {
		case i == len(x.b):
			return x.wrong(i, io.ErrUnexpectedEOF)
		case x.b[i] == '}':
			return i + 1, nil
		case x.b[i] != ',':
			return x.wrong(i, InvalidCharacter(x.b[i:], "after object value (expecting ',' or '}')"))
		}
		i++
	}
}

// Explain returns why src is not a single value, under the options: where the error is, and the path
// to it from the value; isBehind says that the error is after the value.
func Explain(src []byte, depth int, opts *jsonopts.Set) (at int, pointer []byte, isBehind bool, err error) {
	x := explainer{b: src, opts: opts, element: "value"}
	x.start = skipSpace(src, 0)
	end, err := x.value(x.start, depth)
	if err == nil {
		if end = skipSpace(src, end); end < len(src) {
			x.at, isBehind, err = end, true, InvalidCharacter(src[end:], "after top-level value")
		}
	}
	return x.at, x.pointer(), isBehind, err
}

// Check returns where the value in src begins and ends, if src is a single value under the options.
func Check(src []byte, depth int, opts *jsonopts.Set) (from, to int, ok bool) {
	from = skipSpace(src, 0)
	to, status := verify(src, from, depth, rules(opts)|isFinal)
	return from, to, status == isValid && skipSpace(src, to) == len(src)
}
