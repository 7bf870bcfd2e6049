package json

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// A Decoder reads values from a stream.
type Decoder struct {
	r io.Reader
	// buf is the part of the stream that was read and is not dropped, i the end of the last token in it.
	buf     []byte
	i       int
	dropped int64
	// err is the error after which the decoder reads nothing more.
	err       error
	useNumber bool
	strict    bool
	// open are the arrays and objects that Token has entered.
	open []container
	// peeked says that the program called More after the last token, atEnd that Token found the end of the stream after it.
	peeked, atEnd bool
}

// A container is an array or object that has been entered.
type container struct {
	kind byte
	// n counts the elements, or names and values, that were read.
	n int
}

// NewDecoder returns a decoder of r; it may read more of r than it needs.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r} }

// UseNumber makes Decode use the type Number for numbers in interface values.
func (d *Decoder) UseNumber() { d.useNumber = true }

// DisallowUnknownFields makes Decode return an error for a member without a field in the struct.
func (d *Decoder) DisallowUnknownFields() { d.strict = true }

// Buffered returns the part of the stream that was read but not decoded.
func (d *Decoder) Buffered() io.Reader { return bytes.NewReader(d.buf[d.i:]) }

// InputOffset returns the offset where the last token or value ends. After More it is where the next one, or the delimiter before it, begins.
func (d *Decoder) InputOffset() int64 {
	offset := d.dropped + int64(d.i)
	if !d.peeked && !d.atEnd {
		return offset
	}
	next := space(d.buf, d.i)
	if next == len(d.buf) {
		return offset
	}
	offset += int64(next - d.i)
	if c := d.buf[next]; d.atEnd && (c == ',' || c == ':') {
		offset++
	}
	return offset
}

// fill reads more of the stream.
func (d *Decoder) fill() error {
	if d.i > 0 {
		d.dropped += int64(d.i)
		d.buf = append(d.buf[:0], d.buf[d.i:]...)
		d.i = 0
	}
	n := len(d.buf)
	d.buf = append(d.buf, make([]byte, max(512, n))...)
	got, err := d.r.Read(d.buf[n:])
	d.buf = d.buf[:n+got]
	return err
}

// next returns the distance from the last token to the next byte, from from on, that is not white space.
func (d *Decoder) next(from int) (int, error) {
	for {
		if k := space(d.buf, d.i+from); k < len(d.buf) {
			return k - d.i, nil
		}
		from = len(d.buf) - d.i
		if err := d.fill(); err != nil && len(d.buf)-d.i == from {
			return from, err
		}
	}
}

// errTruncated means that the stream ends within a value, where a new token could begin.
var errTruncated = errors.New(errEnd)

// peek returns the first byte of the next token and its position, after the comma or colon before it.
func (d *Decoder) peek() (byte, int, error) {
	k, err := d.next(0)
	if err != nil {
		if err == io.EOF && len(d.open) > 0 {
			err = errTruncated
		}
		return 0, 0, err
	}
	delim := byte(0)
	if c := d.buf[d.i+k]; c == ',' || c == ':' {
		delim = c
		if k, err = d.next(k + 1); err != nil {
			if d.delimBefore('"') != delim {
				return 0, 0, d.wrongDelim('"')
			}
			if err == io.EOF {
				err = errTruncated
			}
			return 0, 0, err
		}
	}
	c := d.buf[d.i+k]
	if d.delimBefore(c) != delim {
		return 0, 0, d.wrongDelim(c)
	}
	return c, d.i + k, nil
}

// top returns the innermost array or object.
func (d *Decoder) top() *container {
	if len(d.open) == 0 {
		return &container{}
	}
	return &d.open[len(d.open)-1]
}

// wantsName reports whether the next token is the name of a member.
func (d *Decoder) wantsName() bool {
	in := d.top()
	return in.kind == '{' && in.n%2 == 0
}

// delimBefore returns the delimiter before a token that begins with c, 0 for none.
func (d *Decoder) delimBefore(c byte) byte {
	switch in := d.top(); {
	case in.kind == '{' && in.n%2 == 1:
		return ':'
	case in.kind != 0 && in.n > 0 && c != '}' && c != ']':
		return ','
	}
	return 0
}

// wrongDelim returns the error for a missing or unexpected delimiter before a token that begins with c.
func (d *Decoder) wrongDelim(c byte) error {
	where := "looking for beginning of value"
	switch d.delimBefore(c) {
	case ':':
		where = "after object key"
	case ',':
		where = "after array element"
		if d.top().kind == '{' {
			where = "after object key:value pair"
		}
	}
	return d.moved(unexpected(d.buf, space(d.buf, d.i), where))
}

// moved converts the offset of a syntax error to one in the stream.
func (d *Decoder) moved(err *SyntaxError) error {
	return &SyntaxError{err.msg, err.Offset + d.dropped}
}

// whole returns where the value at k begins and ends; it reads as much of the stream as needed.
func (d *Decoder) whole(k int) (from, to int, err error) {
	k -= d.i
	eof := false
	for {
		end, bad := scanValue(d.buf, d.i+k, len(d.open))
		switch {
		case bad == nil && (end < len(d.buf) || eof || !isDigit(d.buf[end-1])):
			return d.i + k, end, nil
		case bad != nil && bad.msg != errEnd:
			return 0, 0, d.moved(bad)
		case eof:
			return 0, 0, io.ErrUnexpectedEOF
		}
		before := len(d.buf) - d.i
		if err := d.fill(); err != nil && len(d.buf)-d.i == before {
			if err != io.EOF {
				return 0, 0, err
			}
			eof = true
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Decode reads the next value into the variable that v points to.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	from, to, err := d.nextValue()
	if err != nil {
		if err == errTruncated {
			err = io.ErrUnexpectedEOF
		}
		d.err = err
		return err
	}
	r := reader{data: d.buf[:to], i: from, base: d.dropped, useNumber: d.useNumber, strict: d.strict}
	err = r.into(v)
	d.passed(to)
	return err
}

// nextValue returns where the next value, which may be a name, begins and ends.
func (d *Decoder) nextValue() (from, to int, err error) {
	c, k, err := d.peek()
	if err != nil {
		return 0, 0, err
	}
	if c == '}' || c == ']' {
		return 0, 0, d.wrongBracket(c, k)
	}
	if from, to, err = d.whole(k); err == nil && c != '"' && d.wantsName() {
		err = d.moved(&SyntaxError{errName, int64(from + 1)})
	}
	return from, to, err
}

const errName = "object member name must be a string"

// passed records that the next token or value ends at to.
func (d *Decoder) passed(to int) {
	d.i = to
	d.top().n++
	d.peeked, d.atEnd = false, false
}

// More reports whether the array or object that Token has entered has another element.
func (d *Decoder) More() bool {
	d.peeked = true
	c, _, err := d.peek()
	if err == nil && strings.IndexByte(`{[]}"-0123456789tfn`, c) < 0 {
		_, err = d.Token()
	}
	if err == nil {
		return c != ']' && c != '}'
	}
	if d.err == nil {
		if err == errTruncated {
			err = d.moved(atEnd(len(d.buf)))
		}
		d.err = err
	}
	return d.err != io.EOF
}

// A Token is a Delim, bool, float64, Number, string or nil.
type Token any

// A Delim is a bracket: [ ] { or }.
type Delim rune

func (d Delim) String() string { return string(d) }

// Token returns the next token; at the end of the stream nil and io.EOF.
func (d *Decoder) Token() (Token, error) {
	if d.err != nil {
		return nil, d.err
	}
	c, k, err := d.peek()
	switch {
	case err == errTruncated:
		d.atEnd = true
		return nil, io.EOF
	case err != nil:
		return nil, err
	case c == '{' || c == '[':
		if d.wantsName() {
			return nil, d.moved(&SyntaxError{errName, int64(k + 1)})
		}
		if len(d.open) >= maxDepth {
			return nil, d.moved(&SyntaxError{errDepth, int64(k + 1)})
		}
		d.passed(k + 1)
		d.open = append(d.open, container{kind: c})
		return Delim(c), nil
	case c == '}' || c == ']':
		if err := d.leave(c, k); err != nil {
			return nil, err
		}
		return Delim(c), nil
	}
	from, to, err := d.nextValue()
	if err != nil {
		return nil, err
	}
	text := d.buf[from:to]
	d.passed(to)
	switch c {
	case '"':
		return unquote(text), nil
	case 't', 'f':
		return c == 't', nil
	case 'n':
		return nil, nil
	}
	if d.useNumber {
		return Number(text), nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return nil, &UnmarshalTypeError{Value: "number " + string(text), Type: reflect.TypeFor[float64](), Offset: d.InputOffset()}
	}
	return f, nil
}

// wrongBracket returns the error for the closing bracket c at k.
func (d *Decoder) wrongBracket(c byte, k int) error {
	where := "looking for beginning of value"
	if in := d.top(); in.n > 0 && in.kind != c-2 {
		switch in.kind {
		case '{':
			where = "after object key:value pair"
		case '[':
			where = "after array element"
		}
	}
	return d.moved(unexpected(d.buf, k, where))
}

// leave ends the innermost array or object with the bracket c at k.
func (d *Decoder) leave(c byte, k int) error {
	switch in := d.top(); {
	case in.kind == '{' && c == '}' && in.n%2 == 1:
		return d.moved(&SyntaxError{"missing value after object key", int64(k + 1)})
	case in.kind != c-2:
		return d.wrongBracket(c, k)
	}
	d.open = d.open[:len(d.open)-1]
	d.i = k + 1
	d.peeked, d.atEnd = false, false
	return nil
}

// An Encoder writes values to a stream, each on a line of its own.
type Encoder struct {
	w              io.Writer
	err            error
	noHTML         bool
	prefix, indent string
}

// NewEncoder returns an encoder to w.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

// SetIndent makes Encode format values as Indent does.
func (e *Encoder) SetIndent(prefix, indent string) { e.prefix, e.indent = prefix, indent }

// SetEscapeHTML sets whether <, > and & are written as escapes; the default is true.
func (e *Encoder) SetEscapeHTML(on bool) { e.noHTML = !on }

// Encode writes v.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	w := writer{html: !e.noHTML}
	if err := w.root(v); err != nil {
		return err
	}
	out := w.out
	if e.prefix != "" || e.indent != "" {
		out = indented(nil, out, e.prefix, e.indent)
	}
	_, e.err = e.w.Write(append(out, '\n'))
	return e.err
}
