package doc

import (
	"go/ast"
	"regexp"
	"strings"
)

const noteMarker = `([A-Z][A-Z]+)\(([^)]+)\):?`

var (
	noteText    = regexp.MustCompile(`^[ \t]*` + noteMarker)
	noteComment = regexp.MustCompile(`^/[/*][ \t]*` + noteMarker)
)

// addNotes finds the notes. A note ends before the next one, or at the end of the comment group.
func (c *collector) addNotes(groups []*ast.CommentGroup) {
	for _, group := range groups {
		end := len(group.List)
		var found [][]*ast.Comment
		for i := end - 1; i >= 0; i-- {
			if noteComment.MatchString(group.List[i].Text) {
				found = append(found, group.List[i:end])
				end = i
			}
		}
		for i := len(found) - 1; i >= 0; i-- {
			c.addNote(found[i])
		}
	}
}

func (c *collector) addNote(list []*ast.Comment) {
	text := (&ast.CommentGroup{List: list}).Text()
	m := noteText.FindStringSubmatch(text)
	if m == nil {
		return
	}
	body := narrow(text[len(m[0]):])
	if body == "" {
		return
	}
	note := &Note{Pos: list[0].Pos(), End: list[len(list)-1].End(), UID: m[2], Body: body}
	c.notes[m[1]] = append(c.notes[m[1]], note)
}

// narrow replaces several blanks by one, and removes those at both ends. It keeps line breaks.
func narrow(s string) string {
	var b strings.Builder
	last := byte(' ')
	for i := range len(s) {
		next := s[i]
		if next == '\t' || next == '\r' {
			next = ' '
		}
		if next != ' ' || last != ' ' {
			b.WriteByte(next)
			last = next
		}
	}
	return strings.TrimSuffix(b.String(), " ")
}
