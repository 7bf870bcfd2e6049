package comment

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// resolve finds the links in the text of a paragraph.
func (r *reading) resolve(par *Paragraph) {
	text := string(par.Text[0].(Plain))
	out := inlineWriter{words: r.Words}
	written := 0
	open := -1 // index of the last opening bracket
	// As in Go, a definition must match the whole text since the first open bracket, without brackets.
	var key []byte
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '[':
			open = at
		case open < 0:
		case c == '\n' || c == '\t':
			key = append(key, ' ')
		case c != ']':
			key = append(key, c)
		default:
			if link := r.link(text, open, at, string(key)); link != nil {
				out.write(text[written:open], true)
				out.flush()
				out.all = append(out.all, link)
				written = at + 1
			}
			open = -1
			key = nil
		}
	}
	out.write(text[written:], true)
	out.flush()
	par.Text = out.all
}

// link returns the link for the brackets at begin and end, or nil. key is the text to be found among definitions.
func (r *reading) link(text string, begin, end int, key string) Text {
	inside := text[begin+1 : end]
	inner := func() []Text {
		w := inlineWriter{}
		w.write(inside, false)
		w.flush()
		return w.all
	}
	if def := r.defined[key]; def != nil {
		def.Used = true
		return &Link{Text: inner(), URL: def.URL}
	}
	before, _ := utf8.DecodeLastRuneInString(text[:begin])
	after, _ := utf8.DecodeRuneInString(text[end+1:])
	if begin > 0 && !separates(before) || end+1 < len(text) && !separates(after) {
		return nil
	}
	l := r.docLink(inside)
	if l == nil {
		return nil
	}
	l.Text = inner()
	return l
}

// separates reports whether a character may be adjacent to the brackets of a link to documentation.
func separates(c rune) bool { return c == ' ' || c == '\t' || c == '\n' || unicode.IsPunct(c) }

// docLink returns the target of "package", "package.Name", "package.Type.Method", "Name" or "Type.Method", or nil.
func (r *reading) docLink(text string) *DocLink {
	l := &DocLink{}
	rest, name, ok := cutName(strings.TrimPrefix(text, "*"))
	if ok {
		l.Name = name
		if before, recv, ok := cutName(rest); ok {
			rest, l.Recv = before, recv
		}
	}
	if rest != "" {
		if l.ImportPath, ok = r.importPath(rest); ok {
			return l
		}
		return nil
	}
	if r.LookupSym == nil || !r.LookupSym(l.Recv, l.Name) {
		return nil
	}
	return l
}

// cutName cuts an exported name, and the dot before it, from the end of a text.
func cutName(text string) (before, name string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	name = text[i+1:]
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(first) || identifierLength(name) < len(name) {
		return text, "", false
	}
	return text[:max(i, 0)], name, true
}

// identifierLength returns the length of the identifier at the beginning of a text.
func identifierLength(text string) int {
	for i, c := range text {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return i
		}
	}
	return len(text)
}

// importPath returns the import path for a package name or import path in brackets.
func (r *reading) importPath(name string) (string, bool) {
	if strings.Contains(name, "/") {
		return name, isImportPath(name)
	}
	if r.LookupPackage != nil {
		if path, ok := r.LookupPackage(name); ok {
			return path, true
		}
	}
	return DefaultLookupPackage(name)
}

var standard = strings.Fields(`bufio bytes cmp context crypto embed encoding errors expvar flag fmt hash html image io iter log maps math mime net os
	path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing time unicode unique unsafe uuid weak`)

// DefaultLookupPackage returns the import path for the name of a library package whose path has one element.
func DefaultLookupPackage(name string) (importPath string, ok bool) {
	if slices.Contains(standard, name) {
		return name, true
	}
	return "", false
}

func isImportPath(path string) bool {
	if strings.HasPrefix(path, "-") {
		return false
	}
	for element := range strings.SplitSeq(path, "/") {
		if element == "" || element[0] == '.' || element[len(element)-1] == '.' {
			return false
		}
		for _, c := range element {
			if !isLetterOrDigit(c) && !strings.ContainsRune("-.~_+", c) {
				return false
			}
		}
	}
	return true
}

// An inlineWriter collects the parts of a text.
type inlineWriter struct {
	words map[string]string
	all   []Text
	plain strings.Builder
}

// flush ends a Plain.
func (w *inlineWriter) flush() {
	if w.plain.Len() > 0 {
		w.all = append(w.all, Plain(w.plain.String()))
		w.plain.Reset()
	}
}

// write adds a text without links in brackets: two backquotes or apostrophes become quotation marks; if special is set,
// URLs become links and the parser's words italic.
func (w *inlineWriter) write(text string, special bool) {
	all := len(text)
	for text != "" {
		n := 1
		switch c := text[0]; {
		case c == '`':
			n = len(text) - len(strings.TrimLeft(text, "`"))
			if n > 3 && len(text) < all {
				// As in Go: after three quotes, the others are processed again, except at the beginning of a text.
				n = 3
			}
			if n == 2 {
				w.plain.WriteString("“")
				text = text[2:]
				continue
			}
		case c == '\'':
			if strings.HasPrefix(text, "''") {
				w.plain.WriteString("”")
				text = text[2:]
				continue
			}
		case special:
			if url := urlLength(text); url > 0 {
				w.flush()
				w.all = append(w.all, &Link{true, []Text{Plain(text[:url])}, text[:url]})
				text = text[url:]
				continue
			}
			if n = identifierLength(text); n > 0 {
				if url, ok := w.words[text[:n]]; ok {
					w.flush()
					var t Text = Italic(text[:n])
					if url != "" {
						t = &Link{true, []Text{t}, url}
					}
					w.all = append(w.all, t)
					text = text[n:]
					continue
				}
			}
			n = max(n, 1)
		}
		w.plain.WriteString(text[:n])
		text = text[n:]
	}
}

// urlLength returns the length of the URL at the beginning of a text, 0 if there is none.
func urlLength(text string) int {
	// The longest scheme has 6 letters.
	colon := strings.IndexByte(text[:min(len(text), 7)], ':')
	if colon < 0 || !slices.Contains(schemes, text[:colon]) || !strings.HasPrefix(text[colon:], "://") {
		return 0
	}
	begin := colon + len("://")
	end := begin
	for end < len(text) && (isLetterOrDigit(rune(text[end])) || strings.IndexByte("_@-.[]:", text[end]) >= 0) {
		end++
	}
	// Punctuation at the end does not belong to the URL.
	host := strings.TrimRight(text[begin:end], ".:")
	if host == "" || host[0] == ':' {
		return 0
	}
	return pathEnd(text, begin+len(host), end)
}

// pathEnd returns the end of a URL whose host ends at length, without punctuation before at. A closing bracket belongs to the URL if its opening one does.
func pathEnd(text string, length, at int) int {
	type bracket struct {
		close  byte
		before int // the length without trailing punctuation
	}
	var open []bracket
path:
	for ; at < len(text); at++ {
		c := text[at]
		switch c {
		case '.', ',', ':', ';', '?', '!':
			continue
		case '(':
			open = append(open, bracket{')', length})
		case '[', '{':
			open = append(open, bracket{c + 2, length})
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1].close != c {
				break path
			}
			open = open[:len(open)-1]
		default:
			if !isLetterOrDigit(rune(c)) && strings.IndexByte("$'*+&#=@~_/-%", c) < 0 {
				break path
			}
		}
		length = at + 1
	}
	if len(open) > 0 {
		return open[0].before
	}
	return length
}
