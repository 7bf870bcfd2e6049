package template

import (
	"fmt"
	"text/template/parse"
)

// An Error tells why a template cannot be escaped.
type Error struct {
	ErrorCode   ErrorCode
	Node        parse.Node // where it was found, if known
	Name        string     // of the template
	Line        int
	Description string
}

// An ErrorCode is a kind of error.
type ErrorCode int

const (
	OK                   ErrorCode = iota
	ErrAmbigContext                // a value stands where it is not known what part of a URL it is
	ErrBadHTML                     // quotes or tags are where they cannot be
	ErrBranchEnd                   // branches end in different contexts
	ErrEndContext                  // a template ends inside of a tag, an attribute, a script
	ErrNoSuchTemplate              // a template is not defined
	ErrOutputContext               // a recursive template has no context in which it ends
	ErrPartialCharset              // a character class of a regular expression is not closed
	ErrPartialEscape               // a text ends with a backslash
	ErrRangeLoopReentry            // a loop begins in another context when it runs again
	ErrSlashAmbig                  // a / may be a division or begin a regular expression
	ErrPredefinedEscaper           // html or urlquery is not the last in its pipeline
	ErrJSTemplate                  // a value is in a template literal of JavaScript; no longer an error
)

func (e *Error) Error() string {
	where := e.Name
	switch {
	case e.Node != nil:
		where, _ = (*parse.Tree)(nil).ErrorContext(e.Node)
	case e.Line != 0:
		where = fmt.Sprintf("%s:%d", e.Name, e.Line)
	case e.Name == "":
		return "html/template: " + e.Description
	}
	return "html/template:" + where + ": " + e.Description
}
