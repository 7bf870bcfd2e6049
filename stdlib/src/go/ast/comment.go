package ast

import (
	"go/token"
	"strings"
)

// A Comment is a line comment, without the newline, or a block comment.
type Comment struct {
	Slash token.Pos
	Text  string
}

// Pos returns where the comment begins.
func (c *Comment) Pos() token.Pos { return c.Slash }

// End returns the position of the beginning plus the length of the text.
func (c *Comment) End() token.Pos { return c.Slash + token.Pos(len(c.Text)) }

// A CommentGroup is a sequence of comments without an empty line or a token between them.
type CommentGroup struct {
	List []*Comment
}

// Pos returns where the first comment begins.
func (g *CommentGroup) Pos() token.Pos { return g.List[0].Pos() }

// End returns where the last comment ends.
func (g *CommentGroup) End() token.Pos { return endOfLast(g.List, token.NoPos) }

// Text returns the text of the comments, without directives, without empty lines at its ends, and with repeated empty
// lines merged. Each line ends with a newline.
func (g *CommentGroup) Text() string {
	if g == nil {
		return ""
	}
	var b strings.Builder
	empty := false // whether empty lines followed the last line
	add := func(line string) {
		line = strings.TrimRight(line, " \t\n\r")
		if line == "" {
			empty = true
			return
		}
		if empty && b.Len() > 0 {
			b.WriteByte('\n')
		}
		empty = false
		b.WriteString(line)
		b.WriteByte('\n')
	}
	for _, c := range g.List {
		text := c.Text[2:]
		if c.Text[1] == '*' {
			for line := range strings.SplitSeq(text[:len(text)-2], "\n") {
				add(line)
			}
			continue
		}
		if plain, ok := strings.CutPrefix(text, " "); ok {
			add(plain)
		} else if !isDirective(text) {
			add(text)
		}
	}
	return b.String()
}

// isLower reports whether a byte may occur in the name of a tool.
func isLower(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// toolLength returns the length of a tool's name that a colon and such a byte follow; 0 if there is none.
func toolLength(text string) int {
	n := 0
	for n < len(text) && isLower(text[n]) {
		n++
	}
	if n+1 < len(text) && text[n] == ':' && isLower(text[n+1]) {
		return n
	}
	return 0
}

// isDirective reports whether a line comment, without its slashes, is for tools rather than readers.
func isDirective(text string) bool {
	for _, word := range [...]string{"line ", "extern ", "export "} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return toolLength(text) > 0
}

// IsGenerated reports whether a comment before the package clause says that a program generated the file.
func IsGenerated(file *File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() > file.Package {
				return false
			}
			for line := range strings.SplitSeq(c.Text, "\n") {
				rest, ok := strings.CutPrefix(line, "// Code generated ")
				if ok && strings.HasSuffix(rest, " DO NOT EDIT.") {
					return true
				}
			}
		}
	}
	return false
}
