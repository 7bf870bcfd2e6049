package doc

import (
	"go/doc/comment"
	"io"
	"strings"
	"unicode"
)

// IllegalPrefixes are beginnings of comments, in lower case, that document nothing, such as a notice of copyright
// before a package clause.
var IllegalPrefixes = []string{"copyright", "all rights", "author"}

// firstSentence ends after the first period with a blank after it, unless a single capital letter precedes it, and
// after a Chinese or Japanese full stop.
func firstSentence(s string) string {
	var last [3]rune // the characters before, the latest first
	for i, r := range s {
		isInitial := unicode.IsUpper(last[1]) && !unicode.IsUpper(last[2])
		switch {
		case last[0] == '.' && isBlank(r) && !isInitial, last[0] == '。', last[0] == '．':
			return s[:i]
		}
		last = [3]rune{r, last[0], last[1]}
	}
	return s
}

func isBlank(r rune) bool { return r == ' ' || r == '\n' || r == '\r' || r == '\t' }

// Synopsis returns the first sentence of a comment, in one line; "" for a comment that documents nothing.
//
// Deprecated: Package.Synopsis knows what links lead to.
func Synopsis(text string) string { return new(Package).Synopsis(text) }

// Synopsis returns the first sentence of a comment, in one line; "" for a comment that documents nothing.
func (p *Package) Synopsis(text string) string {
	text = firstSentence(text)
	for _, prefix := range IllegalPrefixes {
		if strings.HasPrefix(strings.ToLower(text), prefix) {
			return ""
		}
	}
	d := p.Parser().Parse(text)
	if len(d.Content) == 0 {
		return ""
	}
	if _, ok := d.Content[0].(*comment.Paragraph); !ok {
		return ""
	}
	d.Content = d.Content[:1]
	printer := p.Printer()
	printer.TextWidth = -1
	return strings.TrimSpace(string(printer.Text(d)))
}

// ToHTML writes a comment as HTML. Words are written in italics, as links if their values are not "".
//
// Deprecated: Package.HTML knows what links lead to.
func ToHTML(w io.Writer, text string, words map[string]string) {
	parser := new(Package).Parser()
	parser.Words = words
	w.Write(new(comment.Printer).HTML(parser.Parse(text)))
}

// ToText writes a comment as text in lines of up to width characters, which begin with a prefix.
//
// Deprecated: Package.Text knows what links lead to.
func ToText(w io.Writer, text string, prefix, codePrefix string, width int) {
	printer := &comment.Printer{TextPrefix: prefix, TextCodePrefix: codePrefix, TextWidth: width}
	w.Write(printer.Text(new(Package).Parser().Parse(text)))
}

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

var (
	predeclaredTypes = setOf(`any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32
		int64 rune string uint uint8 uint16 uint32 uint64 uintptr`)
	predeclaredOthers = setOf(`append cap clear close complex copy delete false imag iota len make max min new nil panic
		print println real recover true`)
)

// IsPredeclared reports whether an identifier is predeclared.
func IsPredeclared(s string) bool { return predeclaredTypes[s] || predeclaredOthers[s] }
