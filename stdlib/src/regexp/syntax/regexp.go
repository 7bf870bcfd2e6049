// Package syntax reads regular expressions into trees, makes programs of these, and writes them as text again.
//
// Package regexp does not need it: it is there for programs that look into expressions.
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

// Flags are what an expression may contain and what its parts mean.
type Flags uint16

const (
	FoldCase      Flags = 1 << iota // case does not count
	Literal                         // the expression is text
	ClassNL                         // classes such as [^a] contain line breaks
	DotNL                           // so does the dot
	OneLine                         // ^ and $ are the ends of the text only
	NonGreedy                       // repetitions prefer few, and many with a question mark
	PerlX                           // Perl's extensions are allowed
	UnicodeGroups                   // \p{Han} and \P{Han} are allowed
	WasDollar                       // of OpEndText: written as $
	Simple                          // there are no counted repetitions

	MatchNL = ClassNL | DotNL

	Perl        = ClassNL | OneLine | PerlX | UnicodeGroups
	POSIX Flags = 0
)

// An Op is the kind of a node.
type Op uint8

// Binary operators come last, and of those that match one character the simplest comes first.
const (
	OpNoMatch        Op = 1 + iota // nothing
	OpEmptyMatch                   // the empty text
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
	Sub0     [1]*Regexp // where a single Sub lies
	Rune     []rune     // of OpLiteral, and pairs of OpCharClass
	Rune0    [2]rune    // where a short Rune lies
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

// one returns a node above another one.
func one(op Op, flags Flags, sub *Regexp) *Regexp {
	re := &Regexp{Op: op, Flags: flags}
	re.Sub0[0] = sub
	re.Sub = re.Sub0[:]
	return re
}

// isClass reports whether the node matches one character always.
func isClass(re *Regexp) bool {
	return re.Op == OpLiteral && len(re.Rune) == 1 || OpCharClass <= re.Op && re.Op <= OpAnyChar
}

// folds reports whether there is a rune that differs from this one in case only.
func folds(r rune) bool { return unicode.SimpleFold(r) != r }
