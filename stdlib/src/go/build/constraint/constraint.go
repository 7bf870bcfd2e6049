// Package constraint parses build constraints: comments that say for which tags a file belongs to a package.
package constraint

import (
	"errors"
	"strings"
)

// An Expr is an expression of tags: an *AndExpr, *OrExpr, *NotExpr or *TagExpr.
type Expr interface {
	// String returns the expression in the syntax of //go:build.
	String() string
	// Eval returns the expression's value. ok returns the value of a tag.
	Eval(ok func(tag string) bool) bool
	isExpr()
}

// A TagExpr is a tag.
type TagExpr struct {
	Tag string
}

func (x *TagExpr) isExpr() {}

// Eval calls ok for the tag.
func (x *TagExpr) Eval(ok func(tag string) bool) bool { return ok(x.Tag) }

func (x *TagExpr) String() string { return x.Tag }

// A NotExpr is !X.
type NotExpr struct {
	X Expr
}

func (x *NotExpr) isExpr() {}

// Eval returns the opposite of X's value.
func (x *NotExpr) Eval(ok func(tag string) bool) bool { return !x.X.Eval(ok) }

func (x *NotExpr) String() string {
	switch x.X.(type) {
	case *AndExpr, *OrExpr:
		return "!(" + x.X.String() + ")"
	}
	return "!" + x.X.String()
}

// An AndExpr is X && Y.
type AndExpr struct {
	X, Y Expr
}

func (x *AndExpr) isExpr() {}

// Eval evaluates both operands, so that ok is called for all tags.
func (x *AndExpr) Eval(ok func(tag string) bool) bool {
	a, b := x.X.Eval(ok), x.Y.Eval(ok)
	return a && b
}

func (x *AndExpr) String() string {
	part := func(x Expr) string {
		if _, isOr := x.(*OrExpr); isOr {
			return "(" + x.String() + ")"
		}
		return x.String()
	}
	return part(x.X) + " && " + part(x.Y)
}

// An OrExpr is X || Y.
type OrExpr struct {
	X, Y Expr
}

func (x *OrExpr) isExpr() {}

// Eval evaluates both operands, so that ok is called for all tags.
func (x *OrExpr) Eval(ok func(tag string) bool) bool {
	a, b := x.X.Eval(ok), x.Y.Eval(ok)
	return a || b
}

func (x *OrExpr) String() string {
	part := func(x Expr) string {
		if _, isAnd := x.(*AndExpr); isAnd {
			return "(" + x.String() + ")"
		}
		return x.String()
	}
	return part(x.X) + " || " + part(x.Y)
}

// A SyntaxError is an error in an expression, and its offset.
type SyntaxError struct {
	Offset int
	Err    string
}

func (e *SyntaxError) Error() string { return e.Err }

var errNone = errors.New("not a build constraint")

// Parse parses a line: //go:build with an expression, or // +build with alternatives.
func Parse(line string) (Expr, error) {
	if text, ok := cutGoBuild(line); ok {
		return parseExpr(text)
	}
	if text, ok := cutPlusBuild(line); ok {
		return parsePlus(text)
	}
	return nil, errNone
}

// IsGoBuild reports whether the line begins like a //go:build line.
func IsGoBuild(line string) bool {
	_, ok := cutGoBuild(line)
	return ok
}

// IsPlusBuild reports whether the line begins like a // +build line.
func IsPlusBuild(line string) bool {
	_, ok := cutPlusBuild(line)
	return ok
}

// oneLine cuts off the line break; false if the text has more lines.
func oneLine(line string) (string, bool) {
	line = strings.TrimRight(line, "\r\n")
	return line, !strings.ContainsAny(line, "\r\n")
}

// cutWord cuts off a word; after it there may be only blanks and a text.
func cutWord(s, word string) (string, bool) {
	rest, ok := strings.CutPrefix(s, word)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

func cutGoBuild(line string) (string, bool) {
	line, ok := oneLine(line)
	if !ok {
		return "", false
	}
	return cutWord(line, "//go:build")
}

func cutPlusBuild(line string) (string, bool) {
	line, ok := oneLine(line)
	if !ok {
		return "", false
	}
	line, ok = strings.CutPrefix(line, "//")
	if !ok {
		return "", false
	}
	return cutWord(strings.TrimSpace(line), "+build")
}
