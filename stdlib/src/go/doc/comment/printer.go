package comment

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Printer prints comments. HeadingLevel is the level of headings in HTML and Markdown, 3 if it is 0. HeadingID
// returns a heading's anchor ("" for none), DocLinkURL the URL of a link to documentation; without them DefaultID, and
// DefaultURL with DocLinkBaseURL, do. TextPrefix begins each line of plain text, TextCodePrefix each line of code there
// (with "", TextPrefix and a tab do). TextWidth is how many characters a line of text may have without its prefix: 0 makes it 80 with the prefix, a negative number sets no limit.
type Printer struct {
	HeadingLevel   int
	HeadingID      func(h *Heading) string
	DocLinkURL     func(link *DocLink) string
	DocLinkBaseURL string
	TextPrefix     string
	TextCodePrefix string
	TextWidth      int
}

func (p *Printer) level() int {
	if p.HeadingLevel > 0 {
		return p.HeadingLevel
	}
	return 3
}

func (p *Printer) id(h *Heading) string {
	if p.HeadingID != nil {
		return p.HeadingID(h)
	}
	return h.DefaultID()
}

func (p *Printer) url(l *DocLink) string {
	if p.DocLinkURL != nil {
		return p.DocLinkURL(l)
	}
	return l.DefaultURL(p.DocLinkBaseURL)
}

// isApart reports whether an empty line precedes a block that is not the first one.
func isApart(b Block) bool {
	l, ok := b.(*List)
	return !ok || l.BlankBefore()
}

// itemIndent returns the indentation of the lines of an item after its first.
const itemIndent = "    "

// itemMarker returns the number or bullet of an item.
func itemMarker(item *ListItem) string {
	if item.Number == "" {
		return "  - "
	}
	return " " + item.Number + ". "
}

// Comment returns the comment in its standard form, without comment markers.
func (p *Printer) Comment(d *Doc) []byte {
	var out bytes.Buffer
	for i, b := range d.Content {
		if i > 0 && isApart(b) {
			out.WriteByte('\n')
		}
		switch b := b.(type) {
		case *Paragraph:
			commentText(&out, "", b.Text)
			out.WriteByte('\n')
		case *Heading:
			out.WriteString("# ")
			commentText(&out, "", b.Text)
			out.WriteByte('\n')
		case *Code:
			for line := range strings.Lines(b.Text) {
				if line != "\n" {
					out.WriteByte('\t')
				}
				out.WriteString(line)
			}
		case *List:
			for i, item := range b.Items {
				if i > 0 && b.BlankBetween() {
					out.WriteByte('\n')
				}
				out.WriteString(itemMarker(item))
				for i, c := range item.Content {
					if i > 0 {
						out.WriteString("\n" + itemIndent)
					}
					commentText(&out, itemIndent, c.(*Paragraph).Text)
					out.WriteByte('\n')
				}
			}
		}
	}
	// Used link definitions come before the others.
	for _, used := range [...]bool{true, false} {
		first := true
		for _, def := range d.Links {
			if def.Used != used {
				continue
			}
			if first {
				out.WriteByte('\n')
				first = false
			}
			out.WriteString("[" + def.Text + "]: " + def.URL + "\n")
		}
	}
	return out.Bytes()
}

func commentText(out *bytes.Buffer, indent string, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			out.WriteString(strings.ReplaceAll(string(t), "\n", "\n"+indent))
		case Italic:
			out.WriteString(strings.ReplaceAll(string(t), "\n", "\n"+indent))
		case *Link:
			if t.Auto {
				commentText(out, indent, t.Text)
				continue
			}
			bracketed(out, indent, t.Text)
		case *DocLink:
			bracketed(out, indent, t.Text)
		}
	}
}

func bracketed(out *bytes.Buffer, indent string, text []Text) {
	out.WriteByte('[')
	commentText(out, indent, text)
	out.WriteByte(']')
}

// A textPrinter is the state of Printer.Text.
type textPrinter struct {
	*Printer
	out   bytes.Buffer
	width int // negative if there is no limit
	code  string
}

// Text returns the comment as plain text.
func (p *Printer) Text(d *Doc) []byte {
	t := &textPrinter{Printer: p, width: p.TextWidth, code: p.TextCodePrefix}
	if t.width == 0 {
		t.width = 80 - utf8.RuneCountInString(p.TextPrefix)
	}
	if t.code == "" {
		t.code = p.TextPrefix + "\t"
	}
	for i, b := range d.Content {
		if i > 0 && isApart(b) {
			t.out.WriteString(p.TextPrefix)
			t.endLine()
		}
		t.block(b)
	}
	first := true
	for _, def := range d.Links {
		if def.Used {
			if first {
				t.endLine()
				first = false
			}
			t.out.WriteString("[" + def.Text + "]: " + def.URL + "\n")
		}
	}
	return t.out.Bytes()
}

// endLine ends a line, without blanks at its end.
func (t *textPrinter) endLine() {
	t.out.Truncate(len(bytes.TrimRight(t.out.Bytes(), " \t")))
	t.out.WriteByte('\n')
}

func (t *textPrinter) block(b Block) {
	switch b := b.(type) {
	case *Paragraph:
		t.out.WriteString(t.TextPrefix)
		t.text("", b.Text)
	case *Heading:
		t.out.WriteString(t.TextPrefix + "# ")
		t.text("", b.Text)
	case *Code:
		for line := range strings.Lines(b.Text) {
			if line = strings.TrimSuffix(line, "\n"); line != "" {
				t.out.WriteString(t.code + line)
			}
			t.endLine()
		}
	case *List:
		for i, item := range b.Items {
			if i > 0 && b.BlankBetween() {
				t.out.WriteString(t.TextPrefix)
				t.endLine()
			}
			t.out.WriteString(t.TextPrefix + itemMarker(item))
			for i, c := range item.Content {
				if i > 0 {
					// Go omits the prefix here, too.
					t.endLine()
					t.out.WriteString(t.TextPrefix + itemIndent)
				}
				t.text(itemIndent, c.(*Paragraph).Text)
			}
		}
	}
}

// text writes the lines of a text; the first line has been begun.
func (t *textPrinter) text(indent string, text []Text) {
	words := strings.Fields(plain(text))
	ends := []int{len(words)}
	if t.width >= 0 {
		ends = wrap(words, t.width-utf8.RuneCountInString(indent))
	}
	begin := 0
	for i, end := range ends {
		if i > 0 {
			t.out.WriteString(t.TextPrefix + indent)
		}
		t.out.WriteString(strings.Join(words[begin:end], " "))
		t.endLine()
		begin = end
	}
	if len(ends) == 0 {
		t.endLine()
	}
}

// HTML returns the comment as HTML.
func (p *Printer) HTML(d *Doc) []byte {
	h := &htmlPrinter{Printer: p}
	for _, b := range d.Content {
		h.block(b)
	}
	return h.out.Bytes()
}

// An htmlPrinter is the state of Printer.HTML.
type htmlPrinter struct {
	*Printer
	out bytes.Buffer
}

func (h *htmlPrinter) block(b Block) {
	switch b := b.(type) {
	case *Paragraph:
		h.out.WriteString("<p>")
		h.text(b.Text)
		h.out.WriteByte('\n')
	case *Heading:
		tag := "h" + strconv.Itoa(h.level())
		h.out.WriteString("<" + tag)
		if id := h.id(b); id != "" {
			h.out.WriteString(` id="` + htmlEscaper.Replace(id) + `"`)
		}
		h.out.WriteByte('>')
		h.text(b.Text)
		h.out.WriteString("</" + tag + ">\n")
	case *Code:
		h.out.WriteString("<pre>" + htmlEscaper.Replace(b.Text) + "</pre>\n")
	case *List:
		h.list(b)
	}
}

func (h *htmlPrinter) list(l *List) {
	tag := "ol"
	if l.Items[0].Number == "" {
		tag = "ul"
	}
	h.out.WriteString("<" + tag + ">\n")
	next := "1"
	for _, item := range l.Items {
		h.out.WriteString("<li")
		if n := item.Number; n != "" {
			if n != next {
				h.out.WriteString(` value="` + n + `"`)
				next = n
			}
			next = increment(next)
		}
		h.out.WriteByte('>')
		for i, c := range item.Content {
			if par, ok := c.(*Paragraph); ok && i == 0 && !l.BlankBetween() {
				h.text(par.Text)
				h.out.WriteByte('\n')
				continue
			}
			h.block(c)
		}
	}
	h.out.WriteString("</" + tag + ">\n")
}

// increment adds one to a decimal number of any length.
func increment(number string) string {
	kept := strings.TrimRight(number, "9")
	zeros := strings.Repeat("0", len(number)-len(kept))
	if kept == "" {
		return "1" + zeros
	}
	last := len(kept) - 1
	return kept[:last] + string(kept[last]+1) + zeros
}

var htmlEscaper = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", `"`, "&quot;", "'", "&apos;")

func (h *htmlPrinter) text(text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			h.out.WriteString(htmlEscaper.Replace(string(t)))
		case Italic:
			h.out.WriteString("<i>" + htmlEscaper.Replace(string(t)) + "</i>")
		case *Link:
			h.link(t.URL, t.Text)
		case *DocLink:
			h.link(h.url(t), t.Text)
		}
	}
}

func (h *htmlPrinter) link(url string, text []Text) {
	if url == "" {
		h.text(text)
		return
	}
	h.out.WriteString(`<a href="` + htmlEscaper.Replace(url) + `">`)
	h.text(text)
	h.out.WriteString("</a>")
}

// Markdown returns the comment as Markdown.
func (p *Printer) Markdown(d *Doc) []byte {
	m := &markdownPrinter{Printer: p}
	for i, b := range d.Content {
		if i > 0 {
			m.out.WriteByte('\n')
		}
		m.block(b)
	}
	return m.out.Bytes()
}

// A markdownPrinter is the state of Printer.Markdown.
type markdownPrinter struct {
	*Printer
	out bytes.Buffer
}

func (m *markdownPrinter) block(b Block) {
	switch b := b.(type) {
	case *Paragraph:
		m.line(b.Text)
		m.out.WriteByte('\n')
	case *Heading:
		m.out.WriteString(strings.Repeat("#", m.level()) + " ")
		m.line(b.Text)
		if id := m.id(b); id != "" {
			m.out.WriteString(" {#" + id + "}")
		}
		m.out.WriteByte('\n')
	case *Code:
		for line := range strings.Lines(b.Text) {
			if line != "\n" {
				m.out.WriteByte('\t')
			}
			m.out.WriteString(line)
		}
	case *List:
		for i, item := range b.Items {
			if i > 0 && b.BlankBetween() {
				m.out.WriteByte('\n')
			}
			m.out.WriteString(itemMarker(item))
			for i, c := range item.Content {
				if i > 0 {
					m.out.WriteString("\n" + itemIndent)
				}
				m.line(c.(*Paragraph).Text)
				m.out.WriteByte('\n')
			}
		}
	}
}

// line writes a text in one line; it escapes a beginning that looks like a heading or an item.
func (m *markdownPrinter) line(text []Text) {
	var b bytes.Buffer
	m.text(&b, text)
	line := strings.TrimSpace(b.String())
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if line != "" && strings.IndexByte("+-*#", line[0]) >= 0 ||
		0 < digits && digits < len(line) && strings.IndexByte(".)", line[digits]) >= 0 {
		m.out.WriteString(line[:digits] + `\`)
		line = line[digits:]
	}
	m.out.WriteString(line)
}

var markdownEscaper = strings.NewReplacer("\n", " ", "_", `\_`, "*", `\*`, "[", `\[`, "<", `\<`, "`", "\\`", `\`, `\\`)

var bracketEscaper = strings.NewReplacer("(", "%28", ")", "%29")

func (m *markdownPrinter) text(out *bytes.Buffer, text []Text) {
	for _, t := range text {
		switch t := t.(type) {
		case Plain:
			out.WriteString(markdownEscaper.Replace(string(t)))
		case Italic:
			out.WriteString("*" + markdownEscaper.Replace(string(t)) + "*")
		case *Link:
			m.link(out, t.URL, t.Text)
		case *DocLink:
			// As in Go: only these URLs may contain brackets, which would end the link.
			m.link(out, bracketEscaper.Replace(m.url(t)), t.Text)
		}
	}
}

func (m *markdownPrinter) link(out *bytes.Buffer, url string, text []Text) {
	if url == "" {
		m.text(out, text)
		return
	}
	out.WriteByte('[')
	m.text(out, text)
	out.WriteString("](" + url + ")")
}
