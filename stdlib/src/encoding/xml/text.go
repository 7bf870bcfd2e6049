package xml

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// text reads character data into d.buf, up to the quote; if quote < 0, to the next tag or the end of a CDATA
// section.
func (d *Decoder) text(quote int, cdata bool) ([]byte, bool) {
	d.buf = d.buf[:0]
	from := 0 // ]]> is an error only in bytes from here on
	last := 0
loop:
	for {
		c := d.get()
		switch {
		case c < 0 && cdata:
			if d.err == io.EOF {
				d.err = d.syntaxError("unexpected EOF in CDATA section")
			}
			return nil, false
		case c < 0, c == quote:
			break loop
		case c == '>' && quote < 0 && bytes.HasSuffix(d.buf[from:], []byte("]]")):
			if cdata {
				d.buf = d.buf[:len(d.buf)-2]
				break loop
			}
			d.fail("unescaped ]]> not in CDATA section")
			return nil, false
		case c == '<' && !cdata:
			if quote >= 0 {
				d.fail("unescaped < inside quoted string")
				return nil, false
			}
			d.unget(c)
			break loop
		case c == '&' && !cdata:
			if !d.reference() {
				return nil, false
			}
			from, c = len(d.buf), 0
		case c == '\r':
			d.buf = append(d.buf, '\n')
		case c == '\n' && last == '\r':
			// A carriage return and a newline together count as one line break.
		default:
			d.buf = append(d.buf, byte(c))
		}
		last = c
	}
	return d.buf, d.checkCharacters(d.buf)
}

// checkCharacters records the first character that XML forbids as an error.
func (d *Decoder) checkCharacters(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		if r == utf8.RuneError && size == 1 {
			d.err = d.syntaxError("invalid UTF-8")
			return false
		}
		if !allowed(r) {
			d.err = d.syntaxError(fmt.Sprintf("illegal character code %U", r))
			return false
		}
	}
	return true
}

// allowed reports whether a document may contain this character.
func allowed(r rune) bool {
	switch {
	case r < ' ':
		return r == '\t' || r == '\n' || r == '\r'
	case r <= 0xD7FF:
		return true
	}
	return r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// reference reads a reference after its & and appends its replacement. If Strict is false, an unknown reference is
// appended unchanged.
func (d *Decoder) reference() bool {
	begin := len(d.buf)
	d.buf = append(d.buf, '&')
	c := d.must()
	if c < 0 {
		return false
	}
	text, known := "", false
	if c == '#' {
		d.buf = append(d.buf, '#')
		text, known = d.numeric()
	} else {
		d.unget(c)
		text, known = d.named(begin + 1)
	}
	switch {
	case known:
		d.buf = append(d.buf[:begin], text...)
	case d.err != nil:
		return false
	case d.Strict:
		ref := string(d.buf[begin:])
		if ref[len(ref)-1] != ';' {
			ref += " (no semicolon)"
		}
		d.fail("invalid character entity " + ref)
		return false
	}
	return true
}

// semicolon reads the semicolon of a reference, if there is one.
func (d *Decoder) semicolon() bool {
	c := d.must()
	if c == ';' {
		d.buf = append(d.buf, ';')
		return true
	}
	if c >= 0 {
		d.unget(c)
	}
	return false
}

// numeric reads the number of a reference.
func (d *Decoder) numeric() (string, bool) {
	base := 10
	c := d.must()
	if c == 'x' {
		base = 16
		d.buf = append(d.buf, 'x')
		c = d.must()
	}
	begin := len(d.buf)
	for c >= '0' && c <= '9' || base == 16 && (c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
		d.buf = append(d.buf, byte(c))
		c = d.must()
	}
	if c < 0 {
		return "", false
	}
	d.unget(c)
	digits := string(d.buf[begin:])
	if !d.semicolon() {
		return "", false
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil || n > unicode.MaxRune {
		return "", false
	}
	return string(rune(n)), true
}

// named reads the name of a reference, which begins at d.buf[begin].
func (d *Decoder) named(begin int) (string, bool) {
	if !d.readName() && d.err != nil {
		return "", false
	}
	name := string(d.buf[begin:])
	if !d.semicolon() || !isName(name) {
		return "", false
	}
	switch name {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "apos":
		return "'", true
	case "quot":
		return `"`, true
	}
	text, known := d.Entity[name]
	return text, known
}
