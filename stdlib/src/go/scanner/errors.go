package scanner

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"
)

// An Error is an error message, and the position of the invalid token.
type Error struct {
	Pos token.Position
	Msg string
}

func (e Error) Error() string {
	if e.Pos.Filename != "" || e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Msg
	}
	return e.Msg
}

// An ErrorList is a list of errors.
type ErrorList []*Error

// Add adds an error.
func (p *ErrorList) Add(pos token.Position, msg string) { *p = append(*p, &Error{pos, msg}) }

// Reset removes all errors.
func (p *ErrorList) Reset() { *p = (*p)[:0] }

func (p ErrorList) Len() int           { return len(p) }
func (p ErrorList) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p ErrorList) Less(i, j int) bool { return compare(p[i], p[j]) < 0 }

// compare compares errors by file, line, column and text. It ignores offsets, because //line comments change lines.
func compare(a, b *Error) int {
	return cmp.Or(
		strings.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		strings.Compare(a.Msg, b.Msg),
	)
}

// Sort sorts the errors by position.
func (p ErrorList) Sort() { slices.SortFunc(p, compare) }

// RemoveMultiples sorts the errors; it keeps the first of each line, and none without a position.
func (p *ErrorList) RemoveMultiples() {
	p.Sort()
	var last token.Position
	*p = slices.DeleteFunc(*p, func(e *Error) bool {
		if e.Pos.Filename == last.Filename && e.Pos.Line == last.Line {
			return true
		}
		last = e.Pos
		return false
	})
}

// Error returns the first error, and the number of others.
func (p ErrorList) Error() string {
	switch len(p) {
	case 0:
		return "no errors"
	case 1:
		return p[0].Error()
	}
	return fmt.Sprintf("%s (and %d more errors)", p[0], len(p)-1)
}

// Err returns the list as an error; nil if it is empty.
func (p ErrorList) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// PrintError writes an error; each error of an ErrorList on a line of its own.
func PrintError(w io.Writer, err error) {
	if list, ok := err.(ErrorList); ok {
		for _, e := range list {
			fmt.Fprintf(w, "%s\n", e)
		}
	} else if err != nil {
		fmt.Fprintf(w, "%s\n", err)
	}
}
