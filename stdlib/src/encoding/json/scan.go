package json

import (
	"strconv"
	"unicode/utf8"
)

// A SyntaxError tells that the text is no JSON: Offset bytes were read before the error.
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

// unexpected reports the character at data[i].
func unexpected(data []byte, i int, where string) *SyntaxError {
	if i >= len(data) {
		return atEnd(len(data))
	}
	r, _ := utf8.DecodeRune(data[i:])
	if r == utf8.RuneError {
		return &SyntaxError{"invalid character '" + `\x` + strconv.FormatUint(uint64(data[i]), 16) + "' " + where, int64(i + 1)}
	}
	return &SyntaxError{"invalid character " + strconv.QuoteRune(r) + " " + where, int64(i + 1)}
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

// checkNested is the same of a value within so many objects and arrays.
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

// scanValue returns the index behind the value that begins at data[i].
func scanValue(data []byte, i, depth int) (int, *SyntaxError) {
	if i >= len(data) {
		return i, atEnd(len(data))
	}
	switch c := data[i]; {
	case c == '"':
		return scanString(data, i)
	case c == '-' || '0' <= c && c <= '9':
		return scanNumber(data, i)
	case c == '{' || c == '[':
		if depth >= maxDepth {
			return i, &SyntaxError{errDepth, int64(i + 1)}
		}
		if c == '{' {
			return scanObject(data, i+1, depth+1)
		}
		return scanArray(data, i+1, depth+1)
	case c == 't':
		return scanWord(data, i, "true")
	case c == 'f':
		return scanWord(data, i, "false")
	case c == 'n':
		return scanWord(data, i, "null")
	}
	return i, unexpected(data, i, "looking for beginning of value")
}

func scanWord(data []byte, i int, word string) (int, *SyntaxError) {
	for k := range len(word) {
		if i+k >= len(data) {
			return i, atEnd(len(data))
		}
		if data[i+k] != word[k] {
			return i, unexpected(data, i+k, "in literal "+word+" (expecting "+strconv.QuoteRune(rune(word[k]))+")")
		}
	}
	return i + len(word), nil
}

func scanArray(data []byte, i, depth int) (int, *SyntaxError) {
	i = space(data, i)
	if i < len(data) && data[i] == ']' {
		return i + 1, nil
	}
	for {
		var err *SyntaxError
		if i, err = scanValue(data, space(data, i), depth); err != nil {
			return i, err
		}
		i = space(data, i)
		switch {
		case i >= len(data):
			return i, atEnd(len(data))
		case data[i] == ']':
			return i + 1, nil
		case data[i] != ',':
			return i, unexpected(data, i, "after array element")
		}
		i++
	}
}

func scanObject(data []byte, i, depth int) (int, *SyntaxError) {
	i = space(data, i)
	if i < len(data) && data[i] == '}' {
		return i + 1, nil
	}
	for {
		i = space(data, i)
		if i >= len(data) || data[i] != '"' {
			return i, unexpected(data, i, "looking for beginning of object key string")
		}
		var err *SyntaxError
		if i, err = scanString(data, i); err != nil {
			return i, err
		}
		i = space(data, i)
		if i >= len(data) || data[i] != ':' {
			return i, unexpected(data, i, "after object key")
		}
		if i, err = scanValue(data, space(data, i+1), depth); err != nil {
			return i, err
		}
		i = space(data, i)
		switch {
		case i >= len(data):
			return i, atEnd(len(data))
		case data[i] == '}':
			return i + 1, nil
		case data[i] != ',':
			return i, unexpected(data, i, "after object key:value pair")
		}
		i++
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func scanString(data []byte, i int) (int, *SyntaxError) {
	for i++; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			return i + 1, nil
		case c < ' ':
			return i, unexpected(data, i, "in string")
		case c == '\\':
			if i+1 >= len(data) {
				return i, atEnd(i)
			}
			switch data[i+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				i++
			case 'u':
				for k := i + 2; k < i+6; k++ {
					if k >= len(data) {
						return i, atEnd(i)
					}
					if !isHex(data[k]) {
						end := min(i+6, len(data))
						text := "invalid escape sequence `" + string(data[i:end]) + "` in string"
						return i, &SyntaxError{text, int64(end)}
					}
				}
				i += 5
			default:
				return i, &SyntaxError{"invalid escape sequence `" + string(data[i:i+2]) + "` in string", int64(i + 2)}
			}
		}
	}
	return i, atEnd(len(data))
}

func digits(data []byte, i int) int {
	for i < len(data) && '0' <= data[i] && data[i] <= '9' {
		i++
	}
	return i
}

func scanNumber(data []byte, start int) (int, *SyntaxError) {
	i := start
	if data[i] == '-' {
		i++
	}
	some := func() *SyntaxError {
		if i >= len(data) {
			return atEnd(start)
		}
		if data[i] < '0' || data[i] > '9' {
			return unexpected(data, i, "in numeric literal")
		}
		return nil
	}
	if err := some(); err != nil {
		return i, err
	}
	if data[i] == '0' {
		i++
	} else {
		i = digits(data, i)
	}
	if i < len(data) && data[i] == '.' {
		i++
		if err := some(); err != nil {
			return i, err
		}
		i = digits(data, i)
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if err := some(); err != nil {
			return i, err
		}
		i = digits(data, i)
	}
	return i, nil
}

// Valid reports whether data is one JSON value.
func Valid(data []byte) bool { return check(data) == nil }

// unquote returns the string that a scanned literal stands for.
func unquote(lit []byte) string {
	lit = lit[1 : len(lit)-1]
	plain := true
	for _, c := range lit {
		if c == '\\' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return string(lit)
	}
	out := make([]byte, 0, len(lit)+8)
	for i := 0; i < len(lit); {
		switch c := lit[i]; {
		case c == '\\':
			i++
			switch lit[i] {
			case 'b':
				out = append(out, '\b')
			case 'f':
				out = append(out, '\f')
			case 'n':
				out = append(out, '\n')
			case 'r':
				out = append(out, '\r')
			case 't':
				out = append(out, '\t')
			case 'u':
				r := hex4(lit[i+1:])
				i += 4
				if 0xd800 <= r && r < 0xdc00 && i+6 < len(lit) && lit[i+1] == '\\' && lit[i+2] == 'u' {
					if low := hex4(lit[i+3:]); 0xdc00 <= low && low < 0xe000 {
						r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
						i += 6
					}
				}
				out = utf8.AppendRune(out, r)
			default:
				out = append(out, lit[i])
			}
			i++
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, size := utf8.DecodeRune(lit[i:])
			out = utf8.AppendRune(out, r)
			i += size
		}
	}
	return string(out)
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n)
}
