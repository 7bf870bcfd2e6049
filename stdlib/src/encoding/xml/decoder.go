package xml

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// A Decoder reads a document in UTF-8.
type Decoder struct {
	// Strict, which NewDecoder sets, demands valid XML. Otherwise the decoder adds missing end tags, leaves unknown
	// references unchanged, and accepts attributes as in HTML.
	Strict bool

	// AutoClose are elements that, if Strict is false, end directly after their start tag if no end tag follows.
	AutoClose []string

	// Entity has the replacements of references beside lt, gt, amp, apos and quot.
	Entity map[string]string

	// CharsetReader converts other encodings to UTF-8; without it such documents are errors.
	CharsetReader func(charset string, input io.Reader) (io.Reader, error)

	// DefaultSpace is the name space of elements for which the document specifies none.
	DefaultSpace string

	in     io.ByteReader
	tokens TokenReader // used in place of in if not nil
	err    error

	unread          int // the byte that unget returned; -1 if there is none
	line            int
	offset, newline int64 // the current offset in the document, and that of the beginning of its line
	buf             []byte
	saved           *bytes.Buffer // the bytes read, while a field wants its inner XML

	next     Token // returned before anything is read
	pending  bool  // the end tag of toClose is returned before anything is read
	toClose  Name
	open     []mark
	depth    int               // number of elements in open
	spaces   map[string]string // by prefix
	noTokens bool              // RawToken is not allowed
}

// A mark on the stack of open elements: an element, a name space that the element above it has changed, or the end of
// tokens: the element above it is the one that an UnmarshalXML reads.
type mark struct {
	kind markKind
	name Name // name of the element; or a prefix and its former name space
	had  bool // whether the prefix had a former name space
}

type markKind int

const (
	markElement markKind = iota
	markSpace
	markEnd
)

// NewDecoder returns a decoder that reads from r, by single bytes if r is an io.ByteReader.
func NewDecoder(r io.Reader) *Decoder {
	d := NewTokenDecoder(nil)
	d.readFrom(r)
	return d
}

// NewTokenDecoder returns a decoder that gets its tokens from t.
func NewTokenDecoder(t TokenReader) *Decoder {
	if d, ok := t.(*Decoder); ok {
		return d
	}
	return &Decoder{Strict: true, tokens: t, unread: -1, line: 1, spaces: map[string]string{}}
}

func (d *Decoder) readFrom(r io.Reader) {
	in, ok := r.(io.ByteReader)
	if !ok {
		in = bufio.NewReader(r)
	}
	d.in = in
}

// InputOffset returns the place after the last token, in bytes.
func (d *Decoder) InputOffset() int64 { return d.offset }

// InputPos returns the position after the last token: its line, and the byte in the line, from 1 on.
func (d *Decoder) InputPos() (line, column int) { return d.line, int(d.offset-d.newline) + 1 }

const (
	xmlPrefix   = "xml"
	xmlnsPrefix = "xmlns"
	xmlURL      = "http://www.w3.org/XML/1998/namespace"
)

// top returns the kind of the top mark; -1 if the stack is empty.
func (d *Decoder) top() markKind {
	if len(d.open) == 0 {
		return -1
	}
	return d.open[len(d.open)-1].kind
}

func (d *Decoder) pop() mark {
	m := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	if m.kind == markElement {
		d.depth--
	}
	return m
}

// Token returns the next token; at the end io.EOF. Start and end tags match; names have their name spaces.
func (d *Decoder) Token() (Token, error) {
	if d.top() == markEnd {
		return nil, io.EOF
	}
	t := d.next
	d.next = nil
	if t == nil {
		var err error
		if t, err = d.rawToken(); t == nil && err != nil {
			if err == io.EOF && len(d.open) > 0 {
				err = d.syntaxError("unexpected EOF")
			}
			return nil, err
		}
	}
	if !d.Strict && d.closesItself(t) {
		d.next = t
		t = EndElement{d.open[len(d.open)-1].name}
	}
	switch tag := t.(type) {
	case StartElement:
		d.begin(&tag)
		return tag, nil
	case EndElement:
		if err := d.end(&tag); err != nil {
			d.err = err
			return nil, err
		}
		return tag, nil
	}
	return t, nil
}

// closesItself reports whether the open element is in AutoClose and t is not its end tag.
func (d *Decoder) closesItself(t Token) bool {
	if d.top() != markElement {
		return false
	}
	name := d.open[len(d.open)-1].name.Local
	same := func(s string) bool { return strings.EqualFold(s, name) }
	end, ok := t.(EndElement)
	return slices.ContainsFunc(d.AutoClose, same) && !(ok && same(end.Name.Local))
}

// begin opens an element and translates the prefixes of its names.
func (d *Decoder) begin(tag *StartElement) {
	for _, a := range tag.Attr {
		prefix := a.Name.Local
		if a.Name.Space == "" && a.Name.Local == xmlnsPrefix {
			prefix = ""
		} else if a.Name.Space != xmlnsPrefix {
			continue
		}
		old, had := d.spaces[prefix]
		d.open = append(d.open, mark{markSpace, Name{old, prefix}, had})
		d.spaces[prefix] = a.Value
	}
	d.open = append(d.open, mark{kind: markElement, name: tag.Name})
	d.depth++
	d.translate(&tag.Name, true)
	for i := range tag.Attr {
		d.translate(&tag.Attr[i].Name, false)
	}
}

// end closes an element and translates the prefix of its name.
func (d *Decoder) end(tag *EndElement) error {
	name := tag.Name
	if len(d.open) == 0 {
		return d.syntaxError("unexpected end element </" + name.Local + ">")
	}
	opened := d.pop()
	switch {
	case opened.kind != markElement:
		return d.syntaxError("unexpected end element </" + name.Local + ">")
	case opened.name.Local != name.Local && !d.Strict:
		d.pending, d.toClose = true, name
		tag.Name = opened.name
		return nil
	case opened.name.Local != name.Local:
		return d.syntaxError("element <" + opened.name.Local + "> closed by </" + name.Local + ">")
	case opened.name.Space != name.Space:
		space := name.Space
		if space == "" {
			space = `""`
		}
		return d.syntaxError("element <" + opened.name.Local + "> in space " + opened.name.Space +
			" closed by </" + name.Local + "> in space " + space)
	}
	d.translate(&tag.Name, true)
	for d.top() == markSpace {
		if m := d.pop(); m.had {
			d.spaces[m.name.Local] = m.name.Space
		} else {
			delete(d.spaces, m.name.Local)
		}
	}
	return nil
}

// translate replaces a prefix with its name space; an unknown prefix stays.
func (d *Decoder) translate(name *Name, element bool) {
	switch {
	case name.Space == xmlnsPrefix, name.Space == "" && (!element || name.Local == xmlnsPrefix):
		return
	case name.Space == xmlPrefix:
		name.Space = xmlURL
	}
	if space, ok := d.spaces[name.Space]; ok {
		name.Space = space
	} else if name.Space == "" {
		name.Space = d.DefaultSpace
	}
}

// fence makes Token return io.EOF at the end of the open element, until unfence.
func (d *Decoder) fence() {
	at := len(d.open) - 1
	for d.open[at].kind != markElement {
		at--
	}
	for at > 0 && d.open[at-1].kind == markSpace {
		at--
	}
	d.open = slices.Insert(d.open, at, mark{kind: markEnd})
}

// unfence removes the fence, and reports whether the fenced element has been read to its end.
func (d *Decoder) unfence() bool {
	if d.top() != markEnd {
		return false
	}
	d.pop()
	return true
}

var errRawToken = errors.New("xml: cannot use RawToken from UnmarshalXML method")

// RawToken returns the next token as in the document: tags need not match, names have prefixes.
func (d *Decoder) RawToken() (Token, error) {
	if d.noTokens {
		return nil, errRawToken
	}
	return d.rawToken()
}

// Skip reads to the end of the element whose start tag was read last.
func (d *Decoder) Skip() error {
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t.(type) {
		case StartElement:
			depth++
		case EndElement:
			depth--
		}
	}
	return nil
}
