package wire

import (
	"bytes"
	"encoding/json/internal/wire/jsonopts"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const reformats = jsonopts.Whitespace | jsonopts.CanonicalizeRawInts | jsonopts.CanonicalizeRawFloats | jsonopts.ReorderRawObjects

// reformatted appends a valid value, at a depth of objects and arrays, in the form that the options demand.
func (w *Writer) reformatted(out, v []byte, depth int) []byte {
	const escapes = jsonopts.EscapeForHTML | jsonopts.EscapeForJS
	on := w.Opts.On
	keeps := on&jsonopts.PreserveRawStrings != 0 || on&jsonopts.AllowInvalidUTF8 == 0 && bytes.IndexByte(v, '\\') < 0
	if on&reformats == 0 && keeps {
		switch on & escapes {
		case 0:
			return compacted(out, v, false)
		case escapes:
			return compacted(out, v, true)
		}
		return escaped(out, compacted(nil, v, false), on&jsonopts.EscapeForHTML != 0, on&jsonopts.EscapeForJS != 0)
	}
	f := formatter{w: w, src: v}
	saved := w.Buf
	w.Buf = out
	f.value(depth)
	out, w.Buf = w.Buf, saved
	return out
}

// A formatter writes a valid value in another form, to Buf.
type formatter struct {
	w   *Writer
	src []byte
	i   int
}

func (f *formatter) value(depth int) {
	switch c := f.src[f.i]; kindOf(c) {
	case '"':
		end, _ := literalEnd(f.src, f.i, false)
		f.w.Buf = f.w.literal(f.w.Buf, f.src[f.i:end])
		f.i = end
	case '{', '[':
		f.container(c, depth+1)
	case '0':
		n, _ := scanNumber(f.src[f.i:])
		f.w.Buf = f.w.number(f.w.Buf, f.src[f.i:f.i+n])
		f.i += n
	default:
		f.w.Buf = append(f.w.Buf, word(c)...)
		f.i += len(word(c))
	}
}

// literal appends a string literal in the form that the options demand.
func (w *Writer) literal(out, text []byte) []byte {
	html, js := w.Opts.Is(jsonopts.EscapeForHTML), w.Opts.Is(jsonopts.EscapeForJS)
	if w.Opts.Is(jsonopts.PreserveRawStrings) {
		if html || js {
			return escaped(out, text, html, js)
		}
		return append(out, text...)
	}
	return quote(out, Unquoted(text), html, js)
}

// number appends a number in the form that the options demand.
func (w *Writer) number(out, text []byte) []byte {
	flag := jsonopts.CanonicalizeRawInts
	if bytes.ContainsAny(text, ".eE") {
		flag = jsonopts.CanonicalizeRawFloats
	}
	if string(text) == "-0" {
		flag |= jsonopts.CanonicalizeRawFloats
	}
	if !w.Opts.Is(flag) {
		return append(out, text...)
	}
	f, _ := strconv.ParseFloat(string(text), 64)
	switch {
	case f == 0:
		return append(out, '0')
	case math.IsInf(f, 0):
		f = math.Copysign(math.MaxFloat64, f)
	}
	return AppendFloat(out, f, 64)
}

// A piece is a member that has been written: its name, and its position in Buf.
type piece struct {
	name     string
	from, to int
}

// container writes an object or array, whose elements have this depth.
func (f *formatter) container(c byte, depth int) {
	w := f.w
	w.Buf = append(w.Buf, c)
	f.i = skipSpace(f.src, f.i+1)
	var pieces []piece
	reorder := c == '{' && w.Opts.Is(jsonopts.ReorderRawObjects)
	multiline := w.Opts.Is(jsonopts.Multiline)
	first := true
	for ; f.src[f.i] != c+2; first = false {
		if f.src[f.i] == ',' {
			f.i = skipSpace(f.src, f.i+1)
		}
		if !first && !reorder {
			w.comma()
		}
		from := len(w.Buf)
		if multiline {
			w.line(depth)
		}
		if c == '{' {
			at := f.i
			f.value(depth)
			if reorder {
				pieces = append(pieces, piece{name: Unquoted(f.src[at:f.i])})
			}
			w.Buf = append(w.Buf, ':')
			if w.spaced(jsonopts.SpaceAfterColon) {
				w.Buf = append(w.Buf, ' ')
			}
			f.i = skipSpace(f.src, skipSpace(f.src, f.i)+1)
		}
		f.value(depth)
		if reorder {
			p := &pieces[len(pieces)-1]
			p.from, p.to = from, len(w.Buf)
		}
		f.i = skipSpace(f.src, f.i)
	}
	f.i++
	if reorder {
		w.reorder(pieces)
	}
	if !first && multiline {
		w.line(depth - 1)
	}
	w.Buf = append(w.Buf, c+2)
}

func (w *Writer) comma() {
	w.Buf = append(w.Buf, ',')
	if w.spaced(jsonopts.SpaceAfterComma) {
		w.Buf = append(w.Buf, ' ')
	}
}

// reorder sorts members, which are adjacent at the end of Buf, by their names.
func (w *Writer) reorder(pieces []piece) {
	if len(pieces) == 0 {
		return
	}
	begin := pieces[0].from
	text := append([]byte(nil), w.Buf[begin:]...)
	slices.SortStableFunc(pieces, func(a, b piece) int { return CompareUTF16(a.name, b.name) })
	w.Buf = w.Buf[:begin]
	for i, p := range pieces {
		if i > 0 {
			w.comma()
		}
		w.Buf = append(w.Buf, text[p.from-begin:p.to-begin]...)
	}
}

// CompareUTF16 compares strings by their UTF-16 code units.
func CompareUTF16(a, b string) int {
	for len(a) > 0 && len(b) > 0 {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			if (x > 0xFFFF) != (y > 0xFFFF) {
				x, y = unit(x), unit(y)
			}
			return int(x) - int(y)
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

// unit returns the first UTF-16 code unit of a rune.
func unit(r rune) rune {
	if r > 0xFFFF {
		r, _ = utf16.EncodeRune(r)
	}
	return r
}

// Quote appends s in quotes, with as few escapes as possible.
func Quote(out []byte, s string) []byte { return quote(out, s, false, false) }

// QuoteFor appends s in quotes in the form that the options demand.
func QuoteFor(out []byte, s string, o *jsonopts.Set) []byte {
	return quote(out, s, o.Is(jsonopts.EscapeForHTML), o.Is(jsonopts.EscapeForJS))
}

// ScanString returns the length of the string literal at the beginning of text, or where and why it is invalid.
func ScanString(text []byte, strict bool) (int, error) { return scanString(text, strict) }

// IsNumber reports whether text is a JSON number.
func IsNumber(text []byte) bool {
	n, err := scanNumber(text)
	return err == nil && n == len(text) && n > 0
}

// AppendFloat appends a finite number of 32 or 64 bits in the format of ECMAScript, but with the sign of a zero.
func AppendFloat(out []byte, f float64, bits int) []byte {
	abs := math.Abs(f)
	small, large := abs < 1e-6, abs >= 1e21
	if bits == 32 {
		small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
	}
	if abs == 0 || !small && !large {
		return strconv.AppendFloat(out, f, 'f', -1, bits)
	}
	out = strconv.AppendFloat(out, f, 'e', -1, bits)
	if n := len(out); n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' {
		out = append(out[:n-2], out[n-1])
	}
	return out
}
