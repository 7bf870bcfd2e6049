// Package syntax parses regular expressions into trees, compiles these to programs, and formats them as text.
//
// Package regexp does not use it: it is for programs that inspect expressions.
package syntax

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An Error describes an error in an expression. Package regexp returns errors of this type too.
type Error struct {
	Code ErrorCode
	Expr string
}

func (e *Error) Error() string {
	return "error parsing regexp: " + string(e.Code) + ": `" + e.Expr + "`"
}

// An ErrorCode is the kind of an error.
type ErrorCode string

func (e ErrorCode) String() string { return string(e) }

const (
	ErrInternalError         ErrorCode = "regexp/syntax: internal error"
	ErrInvalidCharClass      ErrorCode = "invalid character class"
	ErrInvalidCharRange      ErrorCode = "invalid character class range"
	ErrInvalidEscape         ErrorCode = "invalid escape sequence"
	ErrInvalidNamedCapture   ErrorCode = "invalid named capture"
	ErrInvalidPerlOp         ErrorCode = "invalid or unsupported Perl syntax"
	ErrInvalidRepeatOp       ErrorCode = "invalid nested repetition operator"
	ErrInvalidRepeatSize     ErrorCode = "invalid repeat count"
	ErrInvalidUTF8           ErrorCode = "invalid UTF-8"
	ErrMissingBracket        ErrorCode = "missing closing ]"
	ErrMissingParen          ErrorCode = "missing closing )"
	ErrMissingRepeatArgument ErrorCode = "missing argument to repetition operator"
	ErrTrailingBackslash     ErrorCode = "trailing backslash at end of expression"
	ErrUnexpectedParen       ErrorCode = "unexpected )"
	ErrNestingDepth          ErrorCode = "expression nests too deeply"
	ErrLarge                 ErrorCode = "expression too large"
)

// Flags control which syntax is allowed and what it means.
type Flags uint16

const (
	FoldCase      Flags = 1 << iota // ignore case
	Literal                         // the expression is text
	ClassNL                         // classes such as [^a] contain line breaks
	DotNL                           // the dot matches line breaks
	OneLine                         // ^ and $ match only at the ends of the text
	NonGreedy                       // repetitions prefer few, but many with a question mark
	PerlX                           // Perl's extensions are allowed
	UnicodeGroups                   // \p{Han} and \P{Han} are allowed
	WasDollar                       // for OpEndText: written as $
	Simple                          // there are no counted repetitions

	MatchNL = ClassNL | DotNL

	Perl        = ClassNL | OneLine | PerlX | UnicodeGroups
	POSIX Flags = 0
)

// An Op is the kind of a node.
type Op uint8

// Binary operators come last; those that match one character are sorted, the simplest first.
const (
	OpNoMatch        Op = 1 + iota // never matches
	OpEmptyMatch                   // matches the empty text
	OpLiteral                      // the text Rune
	OpCharClass                    // a character in one of the ranges of Rune
	OpAnyCharNotNL                 // a character other than a line break
	OpAnyChar                      // a character
	OpBeginLine                    // the begin of a line
	OpEndLine                      // the end of a line
	OpBeginText                    // the begin of the text
	OpEndText                      // the end of the text
	OpWordBoundary                 // `\b`
	OpNoWordBoundary               // `\B`
	OpCapture                      // Sub[0], which is group number Cap, called Name
	OpStar                         // Sub[0], any number of times
	OpPlus                         // Sub[0], once or more
	OpQuest                        // Sub[0], once or not at all
	OpRepeat                       // Sub[0], from Min to Max times; if that is -1 any number
	OpConcat                       // each of Sub
	OpAlternate                    // one of Sub
)

var operators = strings.Fields("NoMatch EmptyMatch Literal CharClass AnyCharNotNL AnyChar BeginLine EndLine BeginText EndText " +
	"WordBoundary NoWordBoundary Capture Star Plus Quest Repeat Concat Alternate")

func (i Op) String() string {
	if i == 0 || int(i) > len(operators) {
		return "Op(" + strconv.Itoa(int(i)) + ")"
	}
	return operators[i-1]
}

// A Regexp is a node of an expression's tree.
type Regexp struct {
	Op       Op
	Flags    Flags
	Sub      []*Regexp
	Sub0     [1]*Regexp // storage of a single Sub
	Rune     []rune     // text of an OpLiteral, pairs of an OpCharClass
	Rune0    [2]rune    // storage of a short Rune
	Min, Max int        // of OpRepeat
	Cap      int        // of OpCapture
	Name     string     // of OpCapture
}

// Equal reports whether the trees are the same.
func (x *Regexp) Equal(y *Regexp) bool {
	if x == nil || y == nil {
		return x == y
	}
	counts := Flags(0)
	switch x.Op {
	case OpEndText:
		counts = WasDollar
	case OpLiteral, OpCharClass:
		counts = FoldCase
		if !slices.Equal(x.Rune, y.Rune) {
			return false
		}
	case OpStar, OpPlus, OpQuest:
		counts = NonGreedy
	case OpRepeat:
		counts = NonGreedy
		if x.Min != y.Min || x.Max != y.Max {
			return false
		}
	case OpCapture:
		if x.Cap != y.Cap || x.Name != y.Name {
			return false
		}
	}
	return x.Op == y.Op && x.Flags&counts == y.Flags&counts &&
		(x.Op < OpCapture || slices.EqualFunc(x.Sub, y.Sub, (*Regexp).Equal))
}

// MaxCap returns the highest number of a group.
func (re *Regexp) MaxCap() int {
	most := 0
	if re.Op == OpCapture {
		most = re.Cap
	}
	for _, sub := range re.Sub {
		most = max(most, sub.MaxCap())
	}
	return most
}

// CapNames returns the names of the groups by number.
func (re *Regexp) CapNames() []string {
	names := make([]string, re.MaxCap()+1)
	re.nameGroups(names)
	return names
}

func (re *Regexp) nameGroups(names []string) {
	if re.Op == OpCapture {
		names[re.Cap] = re.Name
	}
	for _, sub := range re.Sub {
		sub.nameGroups(names)
	}
}

// one makes a node with one child.
func one(op Op, flags Flags, sub *Regexp) *Regexp {
	re := &Regexp{Op: op, Flags: flags}
	re.Sub0[0] = sub
	re.Sub = re.Sub0[:]
	return re
}

// isClass reports whether the node always matches one character.
func isClass(re *Regexp) bool {
	return re.Op == OpLiteral && len(re.Rune) == 1 || OpCharClass <= re.Op && re.Op <= OpAnyChar
}

// folds reports whether another rune differs from this one in case only.
func folds(r rune) bool { return unicode.SimpleFold(r) != r }
