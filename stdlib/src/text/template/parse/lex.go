package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is the kind of a token.
type kind int

const (
	tokError kind = iota // its text is the error message
	tokEOF
	tokText       // text outside of actions
	tokComment    // with its /* */
	tokLeft       // the left delimiter
	tokRight      // the right delimiter
	tokSpace      // between arguments
	tokPipe       // |
	tokLeftParen  // (
	tokRightParen // )
	tokAssign     // =
	tokDeclare    // :=
	tokField      // .Name
	tokVariable   // $name
	tokIdentifier // the name of a function
	tokBool
	tokChar         // 'c'
	tokPunctuation  // any other ASCII character
	tokNumber       // 1, 0x1p-2, 2i
	tokComplex      // 1+2i
	tokString       // "…"
	tokRawString    // `…`
	firstKeyword    // no token
	tokDot          // .
	tokBlock        // block
	tokBreak        // break
	tokContinue     // continue
	tokDefine       // define
	tokElse         // else
	tokEnd          // end
	tokIf           // if
	tokNil          // nil
	tokRange        // range
	tokTemplateCall // template
	tokWith         // with
)

var keywords = map[string]kind{
	"block":    tokBlock,
	"break":    tokBreak,
	"continue": tokContinue,
	"define":   tokDefine,
	"else":     tokElse,
	"end":      tokEnd,
	"if":       tokIf,
	"nil":      tokNil,
	"range":    tokRange,
	"template": tokTemplateCall,
	"with":     tokWith,
}

// A token of a template.
type token struct {
	kind kind
	pos  Pos
	text string
	line int
}

// String shows the token in messages.
func (t token) String() string {
	switch {
	case t.kind == tokEOF:
		return "EOF"
	case t.kind == tokError:
		return t.text
	case t.kind > firstKeyword:
		return "<" + t.text + ">"
	case len(t.text) > 10:
		return fmt.Sprintf("%.10q...", t.text)
	}
	return fmt.Sprintf("%q", t.text)
}

const (
	spaces       = " \t\r\n"
	leftComment  = "/*"
	rightComment = "*/"
	defaultLeft  = "{{"
	defaultRight = "}}"
	trimMarker   = '-'
	markerLen    = len(" -") // the marker is on the inner side of either delimiter
)

// A lexer splits a template into tokens.
type lexer struct {
	input       string
	left, right string
	comments    bool // whether to return tokens for comments
	// Whether these words are keywords rather than functions.
	breaks, continues bool

	start, pos int
	line       int // line of pos
	startLine  int
	inAction   bool
	parens     int
	done       *token // after the end or an error, the token to return again
}

func newLexer(input, left, right string) *lexer {
	if left == "" {
		left = defaultLeft
	}
	if right == "" {
		right = defaultRight
	}
	return &lexer{input: input, left: left, right: right, line: 1, startLine: 1}
}

// next returns the next token.
func (l *lexer) next() token {
	if l.done != nil {
		return *l.done
	}
	for {
		var t token
		var ok bool
		if l.inAction {
			t, ok = l.action()
		} else {
			t, ok = l.outside()
		}
		if ok {
			return t
		}
	}
}

// ignore drops the text of the current token.
func (l *lexer) ignore() {
	l.line += strings.Count(l.input[l.start:l.pos], "\n")
	l.start, l.startLine = l.pos, l.line
}

// take returns the text that was read as a token.
func (l *lexer) take(k kind) (token, bool) {
	t := token{k, Pos(l.start), l.input[l.start:l.pos], l.startLine}
	l.ignore()
	return t, true
}

// fail returns an error token, after which there are no others.
func (l *lexer) fail(format string, args ...any) (token, bool) {
	t := token{tokError, Pos(l.start), fmt.Sprintf(format, args...), l.startLine}
	l.done = &t
	return t, true
}

func (l *lexer) rest() string { return l.input[l.pos:] }

// peek returns the next character, -1 at the end.
func (l *lexer) peek() rune {
	if l.pos == len(l.input) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(l.rest())
	return r
}

// read returns the next character and moves past it.
func (l *lexer) read() rune {
	if l.pos == len(l.input) {
		return -1
	}
	r, size := utf8.DecodeRuneInString(l.rest())
	l.pos += size
	return r
}

// accept moves past a character if it is in the set.
func (l *lexer) accept(set string) bool {
	if r := l.peek(); r >= 0 && strings.ContainsRune(set, r) {
		l.read()
		return true
	}
	return false
}

func (l *lexer) acceptAll(set string) {
	for l.accept(set) {
	}
}

// trimsLeft reports whether s, which follows a left delimiter, begins with a trim marker.
func trimsLeft(s string) bool {
	return len(s) >= markerLen && s[0] == trimMarker && isSpace(rune(s[1]))
}

// trimsRight reports whether s begins with a trim marker for a right delimiter.
func trimsRight(s string) bool {
	return len(s) >= markerLen && isSpace(rune(s[0])) && s[1] == trimMarker
}

// atRight reports whether a right delimiter follows, and whether a trim marker precedes it.
func (l *lexer) atRight() (at, trim bool) {
	if trimsRight(l.rest()) && strings.HasPrefix(l.input[l.pos+markerLen:], l.right) {
		return true, true
	}
	return strings.HasPrefix(l.rest(), l.right), false
}

// outside reads text up to the next action, or the beginning of the action.
func (l *lexer) outside() (token, bool) {
	if strings.HasPrefix(l.rest(), l.left) {
		return l.leftDelim()
	}
	n := strings.Index(l.rest(), l.left)
	if n < 0 {
		l.pos = len(l.input)
		if l.pos > l.start {
			return l.take(tokText)
		}
		t, _ := l.take(tokEOF)
		l.done = &t
		return t, true
	}
	end := l.pos + n
	l.pos = end
	if trimsLeft(l.input[end+len(l.left):]) {
		l.pos = l.start + len(strings.TrimRight(l.input[l.start:end], spaces))
	}
	text := l.pos > l.start
	var t token
	if text {
		t, _ = l.take(tokText)
	}
	l.pos = end
	l.ignore()
	return t, text
}

// leftDelim reads a left delimiter, or a whole comment.
func (l *lexer) leftDelim() (token, bool) {
	l.pos += len(l.left)
	after := 0
	if trimsLeft(l.rest()) {
		after = markerLen
	}
	if strings.HasPrefix(l.input[l.pos+after:], leftComment) {
		l.pos += after
		l.ignore()
		return l.comment()
	}
	t, _ := l.take(tokLeft)
	l.inAction = true
	l.pos += after
	l.ignore()
	l.parens = 0
	return t, true
}

func (l *lexer) comment() (token, bool) {
	n := strings.Index(l.input[l.pos+len(leftComment):], rightComment)
	if n < 0 {
		return l.fail("unclosed comment")
	}
	l.pos += len(leftComment) + n + len(rightComment)
	at, trim := l.atRight()
	if !at {
		return l.fail("comment ends before closing delimiter")
	}
	t, _ := l.take(tokComment)
	if trim {
		l.pos += markerLen
	}
	l.pos += len(l.right)
	if trim {
		l.acceptAll(spaces)
	}
	l.ignore()
	return t, l.comments
}

// action reads one token of an action.
func (l *lexer) action() (token, bool) {
	if at, trim := l.atRight(); at {
		if l.parens > 0 {
			return l.fail("unclosed left paren")
		}
		return l.rightDelim(trim)
	}
	switch r := l.read(); {
	case r < 0:
		return l.fail("unclosed action")
	case isSpace(r):
		return l.space()
	case r == '+', r == '-', '0' <= r && r <= '9':
		l.pos--
		return l.number()
	case isAlphaNumeric(r):
		return l.word()
	case r == '.':
		if l.pos == len(l.input) || l.input[l.pos] >= '0' && l.input[l.pos] <= '9' {
			l.pos--
			return l.number()
		}
		return l.name(tokField)
	case r == '$':
		return l.name(tokVariable)
	case r == '"':
		return l.quoted('"', "unterminated quoted string", tokString)
	case r == '\'':
		return l.quoted('\'', "unterminated character constant", tokChar)
	case r == '`':
		n := strings.IndexByte(l.rest(), '`')
		if n < 0 {
			return l.fail("unterminated raw quoted string")
		}
		l.pos += n + 1
		return l.take(tokRawString)
	case r == '|':
		return l.take(tokPipe)
	case r == '=':
		return l.take(tokAssign)
	case r == ':':
		if l.read() == '=' {
			return l.take(tokDeclare)
		}
		return l.fail("expected :=")
	case r == '(' || r == ')':
		return l.parenthesis(r == '(')
	case r < unicode.MaxASCII && r > ' ': // any other printable ASCII character
		return l.take(tokPunctuation)
	default:
		return l.fail("unrecognized character in action: %#U", r)
	}
}

// parenthesis counts a parenthesis.
func (l *lexer) parenthesis(left bool) (token, bool) {
	switch {
	case left:
		l.parens++
		return l.take(tokLeftParen)
	case l.parens == 0:
		return l.fail("unexpected right paren")
	}
	l.parens--
	return l.take(tokRightParen)
}

func (l *lexer) rightDelim(trim bool) (token, bool) {
	if trim {
		l.pos += markerLen
		l.ignore()
	}
	l.pos += len(l.right)
	t, _ := l.take(tokRight)
	if trim {
		l.acceptAll(spaces)
		l.ignore()
	}
	l.inAction = false
	return t, true
}

// space reads spaces after the first one; the last of several may belong to a trim marker.
func (l *lexer) space() (token, bool) {
	for isSpace(l.peek()) {
		l.read()
	}
	l.pos--
	if _, trim := l.atRight(); !trim {
		l.pos++
	}
	return l.take(tokSpace)
}

// quoted reads up to and including the closing quote.
func (l *lexer) quoted(quote rune, message string, k kind) (token, bool) {
	for {
		switch r := l.read(); r {
		case '\\':
			if r := l.read(); r >= 0 && r != '\n' {
				continue
			}
			return l.fail("%s", message)
		case -1, '\n':
			return l.fail("%s", message)
		case quote:
			return l.take(k)
		}
	}
}

// word reads an identifier, a keyword or a boolean.
func (l *lexer) word() (token, bool) {
	for isAlphaNumeric(l.peek()) {
		l.read()
	}
	if !l.atTerminator() {
		return l.fail("bad character %#U", l.peek())
	}
	switch word := l.input[l.start:l.pos]; {
	case word == "true", word == "false":
		return l.take(tokBool)
	case word == "break" && !l.breaks, word == "continue" && !l.continues:
		return l.take(tokIdentifier)
	case keywords[word] != 0:
		return l.take(keywords[word])
	}
	return l.take(tokIdentifier)
}

// name reads a field or variable after its first character.
func (l *lexer) name(k kind) (token, bool) {
	if l.atTerminator() {
		if k == tokVariable {
			return l.take(tokVariable)
		}
		return l.take(tokDot)
	}
	for isAlphaNumeric(l.peek()) {
		l.read()
	}
	if !l.atTerminator() {
		return l.fail("bad character %#U", l.peek())
	}
	return l.take(k)
}

// atTerminator reports whether the next character may follow a name.
func (l *lexer) atTerminator() bool {
	switch r := l.peek(); r {
	case -1, '.', ',', '|', ':', ')', '(':
		return true
	default:
		return isSpace(r) || strings.HasPrefix(l.rest(), l.right)
	}
}

// number reads a number; the parser checks whether it is valid.
func (l *lexer) number() (token, bool) {
	k, good := tokNumber, l.real()
	if sign := l.peek(); good && (sign == '-' || sign == '+') {
		k = tokComplex
		good = l.real() && l.input[l.pos-1] == 'i'
	}
	if !good {
		return l.fail("bad number syntax: %q", l.input[l.start:l.pos])
	}
	return l.take(k)
}

// real reads a real or imaginary number; false if a letter follows it.
func (l *lexer) real() bool {
	l.accept("+-")
	digits := "0123456789_"
	if l.accept("0") {
		switch {
		case l.accept("xX"):
			digits = "0123456789abcdefABCDEF_"
		case l.accept("oO"):
			digits = "01234567_"
		case l.accept("bB"):
			digits = "01_"
		}
	}
	l.acceptAll(digits)
	if l.accept(".") {
		l.acceptAll(digits)
	}
	if len(digits) == 10+1 && l.accept("eE") || len(digits) == 16+6+1 && l.accept("pP") {
		l.accept("+-")
		l.acceptAll("0123456789_")
	}
	l.accept("i")
	if isAlphaNumeric(l.peek()) {
		l.read()
		return false
	}
	return true
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

func isAlphaNumeric(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
