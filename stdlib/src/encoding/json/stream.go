package json

import (
	"bytes"
	"io"
	"reflect"
)

// A Decoder reads values from a stream.
type Decoder struct {
	r         io.Reader
	buf       []byte
	i         int
	dropped   int64
	err       error
	useNumber bool
	strict    bool
	// The arrays and objects that Token has entered, and what comes next in the innermost one.
	open  []byte
	state tokenState
}

type tokenState uint8

const (
	atTop tokenState = iota
	firstElement
	nextElement
	afterElement
	firstKey
	nextKey
	afterKey
	memberValue
	afterMember
)

// NewDecoder returns a decoder of r, which may read more of it than it needs.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r} }

// UseNumber makes numbers in interface values of type Number.
func (d *Decoder) UseNumber() { d.useNumber = true }

// DisallowUnknownFields makes members an error that the struct has no field for.
func (d *Decoder) DisallowUnknownFields() { d.strict = true }

// Buffered returns what has been read of the stream and not been decoded.
func (d *Decoder) Buffered() io.Reader { return bytes.NewReader(d.buf[d.i:]) }

// InputOffset returns where the last token or value ends.
func (d *Decoder) InputOffset() int64 { return d.dropped + int64(d.i) }

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

// peek returns the next byte that is no white space; the place stays before it.
func (d *Decoder) peek() (byte, int, error) {
	from := 0
	for {
		for k := d.i + from; k < len(d.buf); k++ {
			if !isSpace(d.buf[k]) {
				return d.buf[k], k, nil
			}
		}
		from = len(d.buf) - d.i
		if err := d.fill(); err != nil && len(d.buf)-d.i == from {
			return 0, 0, err
		}
	}
}

// moved gives a syntax error the offset in the stream.
func (d *Decoder) moved(err *SyntaxError) error {
	return &SyntaxError{err.msg, err.Offset + d.dropped}
}

// whole returns where the next value ends, reading as much as needed.
func (d *Decoder) whole() (from, to int, err error) {
	if _, from, err = d.peek(); err != nil {
		return 0, 0, err
	}
	from -= d.i
	eof := false
	for {
		end, bad := scanValue(d.buf, d.i+from, 0)
		switch {
		case bad == nil && (end < len(d.buf) || eof || !isDigit(d.buf[end-1])):
			return d.i + from, end, nil
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

// Decode reads the next value into what v points to.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	if err := d.beforeValue(); err != nil {
		return err
	}
	from, to, err := d.whole()
	if err != nil {
		d.err = err
		return err
	}
	r := reader{data: d.buf[:to], i: from, base: d.dropped, useNumber: d.useNumber, strict: d.strict}
	err = r.into(v)
	d.i = to
	d.afterValue()
	return err
}

// beforeValue passes the comma or colon before a value.
func (d *Decoder) beforeValue() error {
	switch d.state {
	case afterElement:
		c, k, err := d.peek()
		if err != nil {
			return err
		}
		if c != ',' {
			return d.moved(unexpected(d.buf, k, "after array element"))
		}
		d.i = k + 1
		d.state = nextElement
	case afterKey:
		c, k, err := d.peek()
		if err != nil {
			return err
		}
		if c != ':' {
			return d.moved(unexpected(d.buf, k, "after object key"))
		}
		d.i = k + 1
		d.state = memberValue
	}
	return nil
}

func (d *Decoder) afterValue() {
	switch d.state {
	case firstElement, nextElement:
		d.state = afterElement
	case memberValue:
		d.state = afterMember
	}
}

// More reports whether the array or object that Token has entered has another element.
func (d *Decoder) More() bool {
	c, _, err := d.peek()
	return err == nil && c != ']' && c != '}'
}

// A Token is a Delim, bool, float64, Number, string or nil.
type Token any

// A Delim is one of [ ] { }.
type Delim rune

func (d Delim) String() string { return string(d) }

// Token returns the next token; at the end of the stream nil and io.EOF.
func (d *Decoder) Token() (Token, error) {
	if d.err != nil {
		return nil, d.err
	}
	for {
		c, k, err := d.peek()
		if err != nil {
			if err == io.EOF && len(d.open) > 0 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		where := "looking for beginning of value"
		switch {
		case c == '[' || c == '{':
			if !d.wantsValue() {
				return nil, d.misplaced(k)
			}
			d.i = k + 1
			d.open = append(d.open, c, byte(d.state))
			d.state = firstElement
			if c == '{' {
				d.state = firstKey
			}
			return Delim(c), nil
		case c == ']' && (d.state == firstElement || d.state == afterElement),
			c == '}' && (d.state == firstKey || d.state == afterMember):
			d.i = k + 1
			d.state = tokenState(d.open[len(d.open)-1])
			d.open = d.open[:len(d.open)-2]
			d.afterValue()
			return Delim(c), nil
		case c == ',' && d.state == afterElement:
			d.i, d.state = k+1, nextElement
			continue
		case c == ',' && d.state == afterMember:
			d.i, d.state = k+1, nextKey
			continue
		case c == ':' && d.state == afterKey:
			d.i, d.state = k+1, memberValue
			continue
		case c == '"' && (d.state == firstKey || d.state == nextKey):
			from, to, err := d.whole()
			if err != nil {
				return nil, err
			}
			d.i, d.state = to, afterKey
			return unquote(d.buf[from:to]), nil
		case !d.wantsValue():
			return nil, d.misplaced(k)
		case c == ']' || c == '}' || c == ',' || c == ':':
			return nil, d.moved(unexpected(d.buf, k, where))
		}
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		return v, nil
	}
}

func (d *Decoder) wantsValue() bool {
	return d.state == atTop || d.state == firstElement || d.state == nextElement || d.state == memberValue
}

func (d *Decoder) misplaced(k int) error {
	where := "looking for beginning of object key string"
	switch d.state {
	case afterElement:
		where = "after array element"
	case afterKey:
		where = "after object key"
	case afterMember:
		where = "after object key:value pair"
	}
	return d.moved(unexpected(d.buf, k, where))
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

// SetIndent makes the values look as Indent makes them.
func (e *Encoder) SetIndent(prefix, indent string) { e.prefix, e.indent = prefix, indent }

// SetEscapeHTML tells whether <, > and & are written as escapes, as they are at first.
func (e *Encoder) SetEscapeHTML(on bool) { e.noHTML = !on }

// Encode writes v.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	w := writer{html: !e.noHTML}
	if err := w.value(reflect.ValueOf(v), false); err != nil {
		return err
	}
	out := w.out
	if e.prefix != "" || e.indent != "" {
		out = indented(nil, out, e.prefix, e.indent)
	}
	_, e.err = e.w.Write(append(out, '\n'))
	return e.err
}
