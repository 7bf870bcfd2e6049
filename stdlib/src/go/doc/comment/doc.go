// Package comment parses doc comments, and prints them as comments, plain text, HTML and Markdown.
package comment

import (
	"slices"
	"strings"
)

// A Doc is a doc comment.
type Doc struct {
	Content []Block
	Links   []*LinkDef
}

// A LinkDef gives the URL of a text in brackets.
type LinkDef struct {
	Text string
	URL  string
	Used bool // whether the comment has a link with this text
}

// A Block is a part of a comment: *Code, *Heading, *List or *Paragraph.
type Block interface {
	isBlock()
}

// A Heading is the title of the blocks after it.
type Heading struct {
	Text []Text
}

// A List has items, which either all have numbers or all have none.
type List struct {
	Items []*ListItem
	// Whether an empty line precedes the list, and separates items, even if each item has only one paragraph.
	ForceBlankBefore  bool
	ForceBlankBetween bool
}

// A ListItem is an item of a list. Its content is paragraphs.
type ListItem struct {
	Number  string // "" in lists without numbers
	Content []Block
}

// A Paragraph is text.
type Paragraph struct {
	Text []Text
}

// A Code is preformatted text. It ends with a newline.
type Code struct {
	Text string
}

func (*Heading) isBlock()   {}
func (*List) isBlock()      {}
func (*Paragraph) isBlock() {}
func (*Code) isBlock()      {}

// A Text is part of a paragraph: Plain, Italic, *Link or *DocLink.
type Text interface {
	isText()
}

// A Plain is text without a special meaning.
type Plain string

// An Italic is text in italics.
type Italic string

// A Link leads to a URL.
type Link struct {
	Auto bool // whether the text is a URL in the comment
	Text []Text
	URL  string
}

// A DocLink leads to the documentation of a package (without Name), of a declaration, or of a method of the type Recv.
// ImportPath is empty for declarations of the comment's own package.
type DocLink struct {
	Text       []Text
	ImportPath string
	Recv       string
	Name       string
}

func (Plain) isText()    {}
func (Italic) isText()   {}
func (*Link) isText()    {}
func (*DocLink) isText() {}

// BlankBefore reports whether an empty line precedes the list.
func (l *List) BlankBefore() bool { return l.ForceBlankBefore || l.BlankBetween() }

// BlankBetween reports whether empty lines separate the items.
func (l *List) BlankBetween() bool {
	return l.ForceBlankBetween ||
		slices.ContainsFunc(l.Items, func(item *ListItem) bool { return len(item.Content) != 1 })
}

// DefaultID returns "hdr-" and the text, with every character but ASCII letters and digits replaced by an underscore.
func (h *Heading) DefaultID() string {
	text := plain(h.Text)
	if text == "" {
		return ""
	}
	return "hdr-" + strings.Map(func(r rune) rune {
		if isLetterOrDigit(r) {
			return r
		}
		return '_'
	}, text)
}

func isLetterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// DefaultURL returns the URL of the documentation; baseURL is the beginning of URLs of other packages.
func (l *DocLink) DefaultURL(baseURL string) string {
	anchor := l.Name
	if l.Recv != "" {
		anchor = l.Recv + "." + l.Name
	}
	if l.ImportPath == "" {
		return "#" + anchor
	}
	base, slash := strings.CutSuffix(baseURL, "/")
	url := base + "/" + l.ImportPath
	if slash {
		url += "/"
	}
	if l.Name == "" {
		return url
	}
	return url + "#" + anchor
}

// plain returns a text without italics and links.
func plain(text []Text) string {
	var b strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			b.WriteString(string(t))
		case Italic:
			b.WriteString(string(t))
		case *Link:
			b.WriteString(plain(t.Text))
		case *DocLink:
			b.WriteString(plain(t.Text))
		}
	}
	return b.String()
}
