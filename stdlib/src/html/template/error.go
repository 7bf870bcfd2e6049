package template

import (
	"fmt"
	"text/template/parse"
)

// An Error says why a template cannot be escaped.
type Error struct {
	ErrorCode   ErrorCode
	Node        parse.Node // where the error is, if known
	Name        string     // name of the template
	Line        int
	Description string
}

// An ErrorCode is a kind of error.
type ErrorCode int

const (
	OK                   ErrorCode = iota
	ErrAmbigContext                // for a value, it is not known which part of a URL it is
	ErrBadHTML                     // quotes or tags are where HTML does not allow them
	ErrBranchEnd                   // branches end in different contexts
	ErrEndContext                  // a template ends inside a tag, an attribute or a script
	ErrNoSuchTemplate              // a template is not defined
	ErrOutputContext               // no context was found in which a recursive template ends
	ErrPartialCharset              // a character class of a regular expression is not closed
	ErrPartialEscape               // a text ends with a backslash
	ErrRangeLoopReentry            // a loop begins in another context in its second iteration
	ErrSlashAmbig                  // a / may be a division or the beginning of a regular expression
	ErrPredefinedEscaper           // html or urlquery is not the last in its pipeline
	ErrJSTemplate                  // a value is in a JavaScript template literal; no longer an error
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
