package comment

import (
	"slices"
	"strings"
)

// A Parser parses comments. Words has identifiers that are shown in italics, with the URLs that they lead to, or "".
// LookupPackage returns the import path for a package name, "" for the comment's own package. LookupSym
// reports whether that package has a declaration, or a type with a method.
type Parser struct {
	Words         map[string]string
	LookupPackage func(name string) (importPath string, ok bool)
	LookupSym     func(recv, name string) (ok bool)
}

// A reading is the state of Parse.
type reading struct {
	*Parser
	doc     *Doc
	defined map[string]*LinkDef // the first definition of each text
}

// Parse reads the text of a comment, without comment markers.
func (p *Parser) Parse(text string) *Doc {
	r := &reading{p, &Doc{}, map[string]*LinkDef{}}
	lines := unindent(strings.Split(text, "\n"))
	end := 0
	for _, part := range parts(lines) {
		if b := r.block(lines, part, end < part.begin); b != nil {
			r.doc.Content = append(r.doc.Content, b)
		}
		end = part.end
	}
	// The definition of a link may follow the paragraphs that refer to it.
	for _, b := range r.doc.Content {
		switch b := b.(type) {
		case *Paragraph:
			r.resolve(b)
		case *List:
			for _, item := range b.Items {
				for _, c := range item.Content {
					r.resolve(c.(*Paragraph))
				}
			}
		}
	}
	return r.doc
}

// block returns the block for a part, nil if the part defines links. apart says whether empty lines precede it.
func (r *reading) block(lines []string, p part, apart bool) Block {
	own := lines[p.begin:p.end]
	switch p.kind {
	case codePart:
		return &Code{strings.Join(unindent(own), "\n") + "\n"}
	case headingPart:
		return &Heading{[]Text{Plain(strings.TrimSpace(own[0][1:]))}}
	case oldHeadingPart:
		return &Heading{[]Text{Plain(strings.TrimSpace(own[0]))}}
	case listPart:
		return r.list(own, apart)
	}
	if par := r.paragraph(own); par != nil {
		return par
	}
	return nil
}

// paragraph returns the paragraph for lines, whose text is not yet resolved; nil if each line defines a link.
func (r *reading) paragraph(lines []string) *Paragraph {
	var defs []*LinkDef
	for _, line := range lines {
		if def := definition(line); def != nil {
			defs = append(defs, def)
		}
	}
	if len(defs) < len(lines) {
		return &Paragraph{[]Text{Plain(strings.Join(lines, "\n"))}}
	}
	for _, def := range defs {
		r.doc.Links = append(r.doc.Links, def)
		if r.defined[def.Text] == nil {
			r.defined[def.Text] = def
		}
	}
	return nil
}

func (r *reading) list(lines []string, apart bool) *List {
	l := &List{ForceBlankBefore: apart}
	first, _, _ := marker(lines[0])
	var item *ListItem
	var pending []string
	flush := func() {
		if item != nil && len(pending) > 0 {
			if par := r.paragraph(pending); par != nil {
				item.Content = append(item.Content, par)
			}
		}
		pending = nil
	}
	for _, line := range lines {
		if number, rest, ok := marker(line); ok && (number == "") == (first == "") {
			flush()
			item = &ListItem{Number: number}
			l.Items = append(l.Items, item)
			line = rest
		}
		if line = strings.TrimSpace(line); line == "" {
			l.ForceBlankBetween = true
			flush()
		} else {
			pending = append(pending, line)
		}
	}
	flush()
	return l
}

var schemes = []string{"file", "ftp", "gopher", "http", "https", "mailto", "nntp"}

// definition returns the link that a line of the form "[text]: URL" defines.
func definition(line string) *LinkDef {
	bracketed, rest, ok := strings.Cut(line, "]:")
	text, opened := strings.CutPrefix(bracketed, "[")
	if !ok || !opened || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return nil
	}
	url := strings.TrimSpace(rest)
	scheme, _, ok := strings.Cut(url, "://")
	if !ok || !slices.Contains(schemes, scheme) {
		return nil
	}
	return &LinkDef{Text: text, URL: url}
}
