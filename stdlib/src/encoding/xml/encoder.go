package xml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// Header is a first line for documents.
const Header = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// An Encoder writes a document.
type Encoder struct {
	p printer
}

// NewEncoder returns an encoder that writes to w.
func NewEncoder(w io.Writer) *Encoder {
	e := new(Encoder)
	e.p = printer{w: bufio.NewWriter(w), encoder: e}
	return e
}

// Indent puts elements on lines of their own, each with prefix and an indent for each enclosing element.
func (enc *Encoder) Indent(prefix, indent string) { enc.p.prefix, enc.p.indent = prefix, indent }

// Flush writes the buffered output.
func (enc *Encoder) Flush() error { return enc.p.w.Flush() }

// Close ends the document; an open element is an error.
func (enc *Encoder) Close() error { return enc.p.close() }

// Encode writes a value and flushes.
func (enc *Encoder) Encode(v any) error { return enc.encode(v, nil) }

// EncodeElement writes a value with this start tag and flushes.
func (enc *Encoder) EncodeElement(v any, start StartElement) error { return enc.encode(v, &start) }

func (enc *Encoder) encode(v any, start *StartElement) error {
	if err := enc.p.value(reflect.ValueOf(v), nil, start); err != nil {
		return err
	}
	return enc.p.w.Flush()
}

// EncodeToken writes a token; end tags must match start tags. The method does not flush the output.
func (enc *Encoder) EncodeToken(t Token) error {
	p := &enc.p
	switch t := t.(type) {
	case StartElement:
		if err := p.start(&t); err != nil {
			return err
		}
	case EndElement:
		if err := p.end(t.Name); err != nil {
			return err
		}
	case CharData:
		escape(p, t, false)
	case Comment:
		if bytes.Contains(t, []byte("-->")) {
			return errors.New("xml: EncodeToken of Comment containing --> marker")
		}
		p.text("<!--", string(t), "-->")
	case ProcInst:
		return p.instruction(t)
	case Directive:
		if !balanced(t) {
			return errors.New("xml: EncodeToken of Directive containing wrong < or > markers")
		}
		p.text("<!", string(t), ">")
	default:
		return errors.New("xml: EncodeToken of invalid token type")
	}
	return p.failure()
}

// balanced reports whether the tags in a directive are closed, outside of comments and quotes.
func balanced(text []byte) bool {
	depth := 0
	for len(text) > 0 {
		c := text[0]
		text = text[1:]
		switch c {
		case '\'', '"':
			end := bytes.IndexByte(text, c)
			if end < 0 {
				return false
			}
			text = text[end+1:]
		case '<':
			// A comment's text must not overlap the beginning <!--.
			if len(text) <= 3 || string(text[:3]) != "!--" {
				depth++
				break
			}
			// The dashes that begin the comment may also be those that end it.
			end := bytes.Index(text, []byte("-->"))
			if end < 0 {
				return false
			}
			text = text[end+3:]
		case '>':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// A printer writes tags. After an error it writes nothing.
type printer struct {
	w       *bufio.Writer
	encoder *Encoder
	err     error
	closed  bool

	prefix, indent string
	depth          int
	opened         bool // the last tag opened an element
	begun          bool // there is a line, so the next one begins with a line break

	open     []openElement
	prefixes map[string]string // by name space
	spaces   map[string]string // by prefix
	seq      int
}

// An openElement without a name is not an element but the beginning of a MarshalXML call.
type openElement struct {
	name     Name
	prefixes []string // prefixes that it has declared
}

func (p *printer) check() error {
	if p.closed && p.err == nil {
		p.err = errors.New("use of closed Encoder")
	}
	return p.err
}

// Write writes bytes unchanged.
func (p *printer) Write(b []byte) (n int, err error) {
	if p.check() == nil {
		n, p.err = p.w.Write(b)
	}
	return n, p.err
}

// WriteString writes a text unchanged.
func (p *printer) WriteString(s string) (n int, err error) {
	if p.check() == nil {
		n, p.err = p.w.WriteString(s)
	}
	return n, p.err
}

func (p *printer) text(parts ...string) {
	for _, part := range parts {
		p.WriteString(part)
	}
}

// failure returns the error of the writes so far.
func (p *printer) failure() error {
	_, err := p.Write(nil)
	return err
}

func (p *printer) close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	if err := p.w.Flush(); err != nil {
		return err
	}
	if n := len(p.open); n > 0 {
		return fmt.Errorf("unclosed tag <%s>", p.open[n-1].name.Local)
	}
	return nil
}

// instruction writes a processing instruction. An instruction with the target xml must be the
// first token.
func (p *printer) instruction(t ProcInst) error {
	switch {
	case t.Target == "xml" && p.w.Buffered() != 0:
		return errors.New("xml: EncodeToken of ProcInst xml target only valid for xml declaration, first token encoded")
	case !isName(t.Target):
		return errors.New("xml: EncodeToken of ProcInst with invalid Target")
	case bytes.Contains(t.Inst, []byte("?>")):
		return errors.New("xml: EncodeToken of ProcInst containing ?> marker")
	}
	p.text("<?", t.Target)
	if len(t.Inst) > 0 {
		p.text(" ", string(t.Inst))
	}
	p.text("?>")
	return p.failure()
}

// start writes a start tag.
func (p *printer) start(tag *StartElement) error {
	if tag.Name.Local == "" {
		return errors.New("xml: start tag with no name")
	}
	p.open = append(p.open, openElement{name: tag.Name})
	p.line(1)
	p.text("<", tag.Name.Local)
	if tag.Name.Space != "" {
		p.attribute("xmlns", tag.Name.Space)
	}
	for _, attr := range tag.Attr {
		name := attr.Name.Local
		if name == "" {
			continue
		}
		if attr.Name.Space != "" {
			name = p.prefixOf(attr.Name.Space) + ":" + name
		}
		p.attribute(name, attr.Value)
	}
	p.text(">")
	return nil
}

func (p *printer) attribute(name, value string) {
	p.text(" ", name, `="`)
	EscapeText(p, []byte(value))
	p.text(`"`)
}

// prefixOf returns the prefix for attributes of a name space; it declares a new one if there is none.
func (p *printer) prefixOf(space string) string {
	if prefix := p.prefixes[space]; prefix != "" {
		return prefix
	}
	if space == xmlURL {
		return xmlPrefix
	}
	if p.prefixes == nil {
		p.prefixes, p.spaces = map[string]string{}, map[string]string{}
	}
	// The prefix is the last part of the URL, if that is a name; names that begin with xml are reserved.
	prefix := strings.TrimRight(space, "/")
	prefix = prefix[strings.LastIndexByte(prefix, '/')+1:]
	if !isName(prefix) || strings.Contains(prefix, ":") {
		prefix = "_"
	}
	if len(prefix) >= 3 && strings.EqualFold(prefix[:3], "xml") {
		prefix = "_" + prefix
	}
	if p.spaces[prefix] != "" {
		stem := prefix
		for p.seq++; ; p.seq++ {
			if prefix = stem + "_" + strconv.Itoa(p.seq); p.spaces[prefix] == "" {
				break
			}
		}
	}
	p.prefixes[space], p.spaces[prefix] = prefix, space
	p.attribute("xmlns:"+prefix, space)
	last := &p.open[len(p.open)-1]
	last.prefixes = append(last.prefixes, prefix)
	return prefix
}

// end writes an end tag.
func (p *printer) end(name Name) error {
	if name.Local == "" {
		return errors.New("xml: end tag with no name")
	}
	last := len(p.open) - 1
	if last < 0 || p.open[last].name.Local == "" {
		return fmt.Errorf("xml: end tag </%s> without start tag", name.Local)
	}
	opened := p.open[last]
	if opened.name.Local != name.Local {
		return fmt.Errorf("xml: end tag </%s> does not match start tag <%s>", name.Local, opened.name.Local)
	}
	if opened.name != name {
		return fmt.Errorf("xml: end tag </%s> in namespace %s does not match start tag <%s> in namespace %s",
			name.Local, name.Space, opened.name.Local, opened.name.Space)
	}
	p.open = p.open[:last]
	p.line(-1)
	p.text("</", name.Local, ">")
	for _, prefix := range opened.prefixes {
		delete(p.prefixes, p.spaces[prefix])
		delete(p.spaces, prefix)
	}
	return nil
}

// line begins a new line if lines are indented; it comes before a start tag (1), an end tag (-1) or another token (0).
func (p *printer) line(change int) {
	if p.prefix == "" && p.indent == "" {
		return
	}
	if change < 0 {
		p.depth--
		empty := p.opened
		p.opened = false
		if empty {
			return
		}
	}
	if p.begun {
		p.text("\n")
	}
	p.begun = true
	p.text(p.prefix, strings.Repeat(p.indent, max(p.depth, 0)))
	if change > 0 {
		p.depth++
		p.opened = true
	}
}
