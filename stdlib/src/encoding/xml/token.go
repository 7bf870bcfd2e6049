// Package xml reads and writes XML 1.0 with name spaces.
package xml

import (
	"bytes"
	"slices"
	"strconv"
)

// A SyntaxError describes an error in a document, and its line.
type SyntaxError struct {
	Msg  string
	Line int
}

func (e *SyntaxError) Error() string {
	return "XML syntax error on line " + strconv.Itoa(e.Line) + ": " + e.Msg
}

// A Name is a name and its name space: a URL in the results of Token, a prefix in those of RawToken.
type Name struct {
	Space, Local string
}

// An Attr is an attribute of an element.
type Attr struct {
	Name  Name
	Value string
}

// A Token is a StartElement, EndElement, CharData, Comment, ProcInst or Directive.
type Token any

// A StartElement is the start tag of an element.
type StartElement struct {
	Name Name
	Attr []Attr
}

// Copy copies the attributes too.
func (e StartElement) Copy() StartElement {
	return StartElement{e.Name, append(make([]Attr, 0, len(e.Attr)), e.Attr...)}
}

// End returns the end tag that belongs to a start tag.
func (e StartElement) End() EndElement { return EndElement{e.Name} }

// An EndElement is the end tag of an element.
type EndElement struct {
	Name Name
}

// CharData is text between tags, unescaped.
type CharData []byte

// Copy returns a token with a copy of the bytes.
func (c CharData) Copy() CharData { return bytes.Clone(c) }

// A Comment is the text of a comment.
type Comment []byte

// Copy copies the bytes.
func (c Comment) Copy() Comment { return bytes.Clone(c) }

// A ProcInst is a processing instruction.
type ProcInst struct {
	Target string
	Inst   []byte
}

// Copy copies the bytes.
func (p ProcInst) Copy() ProcInst { return ProcInst{p.Target, bytes.Clone(p.Inst)} }

// A Directive is the text between <! and >, as of a document type.
type Directive []byte

// Copy copies the bytes.
func (d Directive) Copy() Directive { return bytes.Clone(d) }

// CopyToken copies a token, which is otherwise valid only until the next one is read.
func CopyToken(t Token) Token {
	switch t := t.(type) {
	case StartElement:
		return t.Copy()
	case CharData:
		return t.Copy()
	case Comment:
		return t.Copy()
	case ProcInst:
		return t.Copy()
	case Directive:
		return t.Copy()
	}
	return t
}

// A TokenReader is a stream of tokens. A TokenReader may return the error that ends the stream with the last token
// or after it.
type TokenReader interface {
	Token() (Token, error)
}

// HTMLAutoClose are the elements of HTML that have no end tag.
var HTMLAutoClose = slices.Clone(autoClosed)

var autoClosed = []string{
	"basefont", "br", "area", "link", "img", "param", "hr", "input", "col", "frame", "isindex", "base", "meta",
}
