package xml

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

func (d *Decoder) syntaxError(text string) error { return &SyntaxError{text, d.line} }

// fail records the error, unless an earlier one is recorded.
func (d *Decoder) fail(text string) (Token, error) {
	if d.err == nil {
		d.err = d.syntaxError(text)
	}
	return nil, d.err
}

// get reads a byte; -1 at the end or after an error, which it stores in d.err.
func (d *Decoder) get() int {
	if d.err != nil {
		return -1
	}
	c := d.unread
	d.unread = -1
	if c < 0 {
		b, err := d.in.ReadByte()
		if err != nil {
			d.err = err
			return -1
		}
		if d.saved != nil {
			d.saved.WriteByte(b)
		}
		c = int(b)
	}
	d.offset++
	if c == '\n' {
		d.line++
		d.newline = d.offset
	}
	return c
}

// must reads a byte; the end of the document is an error.
func (d *Decoder) must() int {
	c := d.get()
	if c < 0 && d.err == io.EOF {
		d.err = d.syntaxError("unexpected EOF")
	}
	return c
}

// unget makes the next get return a byte again.
func (d *Decoder) unget(c int) {
	if c == '\n' {
		d.line--
	}
	d.unread = c
	d.offset--
}

// savedLen returns the number of saved bytes before the place.
func (d *Decoder) savedLen() int {
	if d.unread >= 0 {
		return d.saved.Len() - 1
	}
	return d.saved.Len()
}

// blanks skips white space.
func (d *Decoder) blanks() {
	for {
		switch c := d.get(); c {
		case ' ', '\r', '\n', '\t':
		case -1:
			return
		default:
			d.unget(c)
			return
		}
	}
}

func (d *Decoder) rawToken() (Token, error) {
	switch {
	case d.tokens != nil:
		return d.tokens.Token()
	case d.err != nil:
		return nil, d.err
	case d.pending:
		d.pending = false
		return EndElement{d.toClose}, nil
	}
	c := d.get()
	if c < 0 {
		return nil, d.err
	}
	if c != '<' {
		d.unget(c)
		return d.charData(false)
	}
	switch c = d.must(); c {
	case -1:
		return nil, d.err
	case '/':
		return d.endTag()
	case '?':
		return d.instruction()
	case '!':
		return d.declaration()
	}
	d.unget(c)
	return d.startTag()
}

func (d *Decoder) charData(cdata bool) (Token, error) {
	text, ok := d.text(-1, cdata)
	if !ok {
		return nil, d.err
	}
	return CharData(text), nil
}

func (d *Decoder) endTag() (Token, error) {
	name, ok := d.qualified()
	if !ok {
		return d.fail("expected element name after </")
	}
	d.blanks()
	if c := d.must(); c >= 0 && c != '>' {
		return d.fail("invalid characters between </" + name.Local + " and >")
	}
	if d.err != nil {
		return nil, d.err
	}
	return EndElement{name}, nil
}

func (d *Decoder) startTag() (Token, error) {
	name, ok := d.qualified()
	if !ok {
		return d.fail("expected element name after <")
	}
	attrs := []Attr{}
	for {
		d.blanks()
		switch c := d.must(); c {
		case -1:
			return nil, d.err
		case '/':
			if c := d.must(); c >= 0 && c != '>' {
				return d.fail("expected /> in element")
			}
			if d.err != nil {
				return nil, d.err
			}
			d.pending, d.toClose = true, name
			return StartElement{name, attrs}, nil
		case '>':
			return StartElement{name, attrs}, nil
		default:
			d.unget(c)
		}
		attr, ok := d.attribute()
		if !ok {
			return nil, d.err
		}
		attrs = append(attrs, attr)
	}
}

func (d *Decoder) attribute() (attr Attr, ok bool) {
	if attr.Name, ok = d.qualified(); !ok {
		d.fail("expected attribute name in element")
		return attr, false
	}
	d.blanks()
	c := d.must()
	switch {
	case c < 0:
		return attr, false
	case c == '=':
		d.blanks()
		value, ok := d.value()
		attr.Value = string(value)
		return attr, ok
	case d.Strict:
		d.fail("attribute name without = in element")
		return attr, false
	}
	d.unget(c)
	attr.Value = attr.Name.Local
	return attr, true
}

// value reads the value of an attribute.
func (d *Decoder) value() (value []byte, ok bool) {
	c := d.must()
	switch {
	case c < 0:
		return nil, false
	case c == '"' || c == '\'':
		return d.text(c, false)
	case d.Strict:
		d.fail("unquoted or missing attribute value in element")
		return nil, false
	}
	d.buf = d.buf[:0]
	for ; c >= 0 && c != '.' && isNameByte(byte(c)); c = d.must() {
		d.buf = append(d.buf, byte(c))
	}
	if c < 0 {
		return nil, false
	}
	d.unget(c)
	return d.buf, true
}

// until reads a text up to and including end.
func (d *Decoder) until(end string) bool {
	d.buf = d.buf[:0]
	last := end[len(end)-1]
	for {
		c := d.must()
		if c < 0 {
			return false
		}
		d.buf = append(d.buf, byte(c))
		if body := len(d.buf) - len(end); byte(c) == last && body >= 0 && string(d.buf[body:]) == end {
			d.buf = d.buf[:body]
			return true
		}
	}
}

func (d *Decoder) instruction() (Token, error) {
	target, ok := d.name()
	if !ok {
		return d.fail("expected target name after <?")
	}
	d.blanks()
	if !d.until("?>") {
		return nil, d.err
	}
	if target == "xml" {
		if d.err = d.xmlDeclaration(string(d.buf)); d.err != nil {
			return nil, d.err
		}
	}
	return ProcInst{target, d.buf}, nil
}

// xmlDeclaration checks version and encoding.
func (d *Decoder) xmlDeclaration(text string) error {
	if version := procInst("version", text); version != "" && version != "1.0" {
		return fmt.Errorf("xml: unsupported version %q; only version 1.0 is supported", version)
	}
	charset := procInst("encoding", text)
	if charset == "" || strings.EqualFold(charset, "utf-8") {
		return nil
	}
	if d.CharsetReader == nil {
		return fmt.Errorf("xml: encoding %q declared but Decoder.CharsetReader is nil", charset)
	}
	r, err := d.CharsetReader(charset, d.in.(io.Reader))
	if err != nil {
		return fmt.Errorf("xml: opening charset %q: %w", charset, err)
	}
	if r == nil {
		panic("CharsetReader returned a nil Reader for charset " + charset)
	}
	d.readFrom(r)
	return nil
}

// procInst returns the value of param="value" in the text of an instruction; "" if there is none.
func procInst(param, text string) string {
	for {
		_, rest, found := strings.Cut(text, param+"=")
		if !found || rest == "" {
			return ""
		}
		if quote := rest[0]; quote == '\'' || quote == '"' {
			value, _, found := strings.Cut(rest[1:], rest[:1])
			if !found {
				return ""
			}
			return value
		}
		text = rest[1:]
	}
}

// declaration reads a token that begins with <!.
func (d *Decoder) declaration() (Token, error) {
	c := d.must()
	switch c {
	case -1:
		return nil, d.err
	case '-':
		return d.comment()
	case '[':
		for _, want := range "CDATA[" {
			if c := d.must(); c < 0 {
				return nil, d.err
			} else if c != int(want) {
				return d.fail("invalid <![ sequence")
			}
		}
		return d.charData(true)
	}
	if !d.directive(c) {
		return nil, d.err
	}
	return Directive(d.buf), nil
}

func (d *Decoder) comment() (Token, error) {
	if c := d.must(); c < 0 {
		return nil, d.err
	} else if c != '-' {
		return d.fail("invalid sequence <!- not part of <!--")
	}
	if !d.until("--") {
		return nil, d.err
	}
	if c := d.must(); c < 0 {
		return nil, d.err
	} else if c != '>' {
		return d.fail(`invalid sequence "--" not allowed in comments`)
	}
	return Comment(d.buf), nil
}

// directive reads a directive, whose first byte is c, into d.buf, up to its >. Tags in it nest, outside of quotes;
// a comment becomes a blank, so that the texts around it stay apart.
func (d *Decoder) directive(c int) bool {
	d.buf = append(d.buf[:0], byte(c))
	quote, depth := 0, 0
	for c = d.must(); c >= 0; {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '>' && depth == 0:
			return true
		case c == '>':
			depth--
		case c == '<':
			n := 0
			for c = d.must(); n < 2 && c == int("!--"[n]); c = d.must() {
				n++
			}
			if n < 2 || c != '-' {
				// Not a comment: the bytes after < are processed like all others.
				depth++
				d.buf = append(append(d.buf, '<'), "!--"[:n]...)
				continue
			}
			if !d.skipComment() {
				return false
			}
			c = ' '
		}
		d.buf = append(d.buf, byte(c))
		c = d.must()
	}
	return false
}

// skipComment reads to the end of a comment in a directive.
func (d *Decoder) skipComment() bool {
	for dashes := 0; ; {
		switch c := d.must(); {
		case c < 0:
			return false
		case c == '-':
			dashes++
		case c == '>' && dashes >= 2:
			return true
		default:
			dashes = 0
		}
	}
}

// qualified reads a name with its prefix.
func (d *Decoder) qualified() (Name, bool) {
	text, ok := d.name()
	if !ok || strings.Count(text, ":") > 1 {
		return Name{}, false
	}
	space, local, ok := strings.Cut(text, ":")
	if !ok || space == "" || local == "" {
		return Name{Local: text}, true
	}
	return Name{space, local}, true
}

// name reads a name. A missing name is an error here only at the end of the document.
func (d *Decoder) name() (string, bool) {
	d.buf = d.buf[:0]
	if !d.readName() {
		return "", false
	}
	if !isName(string(d.buf)) {
		d.fail("invalid XML name: " + string(d.buf))
		return "", false
	}
	return string(d.buf), true
}

// readName appends a name to d.buf, with any characters beyond ASCII, and reports whether there is a name that the
// document does not end.
func (d *Decoder) readName() bool {
	n := 0
	for c := d.must(); c >= 0; c = d.must() {
		if c < utf8.RuneSelf && !isNameByte(byte(c)) {
			d.unget(c)
			return n > 0
		}
		d.buf = append(d.buf, byte(c))
		n++
	}
	return false
}
