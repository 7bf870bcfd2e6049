package parser

import (
	"go/ast"
	"go/build/constraint"
	"go/scanner"
	"go/token"
	"strings"
)

// A parser reads the tokens of a file. A method with the name of a grammar production parses it and returns its tree.
type parser struct {
	src     *token.File
	scanner scanner.Scanner
	errors  scanner.ErrorList
	mode    Mode

	// The next token: its position, kind and text.
	pos token.Pos
	tok token.Token
	lit string

	comments []*ast.CommentGroup
	lead     *ast.CommentGroup // the comment that ends in the line before the next token
	trailing *ast.CommentGroup // the comment after the last token, in its line

	atTop     bool // whether only comments were read so far
	goVersion string

	// control is positive inside the header of a statement, where a brace begins a block.
	control int
	// equality is set where "=" cannot be an assignment, so that it is read as "==".
	equality bool
	depth    int

	// Where skip stopped last, and how often it stopped there.
	stoppedAt token.Pos
	stops     int

	imports []*ast.ImportSpec
	level   int // nesting depth of productions, for Trace
}

const (
	maxDepth  = 100000
	maxErrors = 10
	maxStops  = 10
)

// A giveUp is the panic that ends parsing after too many errors.
type giveUp struct {
	pos  token.Pos
	text string
}

func begin(file *token.File, text []byte, mode Mode) *parser {
	p := &parser{src: file, mode: mode, atTop: true}
	report := func(pos token.Position, text string) { p.errors.Add(pos, text) }
	p.scanner.Init(file, text, report, scanner.ScanComments)
	p.next()
	return p
}

// attempt calls f, which may give up with a panic.
func (p *parser) attempt(f func()) {
	defer func() {
		if e := recover(); e != nil {
			reason, ok := e.(giveUp)
			if !ok {
				panic(e)
			}
			if reason.text != "" {
				p.errors.Add(p.src.Position(reason.pos), reason.text)
			}
		}
	}()
	f()
}

// line returns the line of a position in the source itself, ignoring //line comments.
func (p *parser) line(at token.Pos) int { return p.src.PositionFor(at, false).Line }

// advance moves to the next token, which may be a comment if the caller wants comments.
func (p *parser) advance() {
	if p.mode&Trace != 0 && p.pos.IsValid() {
		p.traceToken()
	}
	for {
		p.pos, p.tok, p.lit = p.scanner.Scan()
		if p.tok != token.COMMENT {
			p.atTop = false
			return
		}
		if p.atTop && strings.HasPrefix(p.lit, "//go:build") {
			if x, err := constraint.Parse(p.lit); err == nil {
				p.goVersion = constraint.GoVersion(x)
			}
		}
		if p.mode&ParseComments != 0 {
			return
		}
	}
}

// group reads a comment group: comments each of which begins at most lineEnds lines after the end of the one before.
// It returns the group and the line in which its last comment ends.
func (p *parser) group(lineEnds int) (*ast.CommentGroup, int) {
	var list []*ast.Comment
	last := p.line(p.pos)
	for p.tok == token.COMMENT && p.line(p.pos) <= last+lineEnds {
		last = p.line(p.pos)
		if p.lit[1] == '*' {
			last += strings.Count(p.lit, "\n")
		}
		list = append(list, &ast.Comment{Slash: p.pos, Text: p.lit})
		p.advance()
	}
	all := &ast.CommentGroup{List: list}
	p.comments = append(p.comments, all)
	return all, last
}

// next moves to the next token that is not a comment.
func (p *parser) next() {
	p.lead, p.trailing = nil, nil
	before := p.pos
	p.advance()
	if p.tok != token.COMMENT {
		return
	}
	if p.line(p.pos) == p.line(before) {
		behind, last := p.group(0)
		if p.line(p.pos) != last || p.tok == token.SEMICOLON || p.tok == token.EOF {
			p.trailing = behind
		}
	}
	var above *ast.CommentGroup
	last := -1
	for p.tok == token.COMMENT {
		above, last = p.group(1)
	}
	if last+1 == p.line(p.pos) {
		p.lead = above
	}
}

// A set is a set of tokens.
type set [2]uint64

func setOf(tokens ...token.Token) (s set) {
	for _, t := range tokens {
		s[t/64] |= 1 << (t % 64)
	}
	return s
}

func (s *set) has(t token.Token) bool { return s[t/64]>>(t%64)&1 != 0 }

// Tokens at which parsing continues after an error.
var (
	beginsStmt = setOf(token.BREAK, token.CONST, token.CONTINUE, token.DEFER, token.FALLTHROUGH, token.FOR, token.GO, token.GOTO, token.IF,
		token.RETURN, token.SELECT, token.SWITCH, token.TYPE, token.VAR)
	beginsDecl  = setOf(token.IMPORT, token.CONST, token.TYPE, token.VAR)
	endsElement = setOf(token.SEMICOLON, token.COMMA, token.COLON, token.RPAREN, token.RBRACK, token.RBRACE)
)

// skip moves to one of the tokens. If it stops at the same token too often, it moves past it, so that parsing ends.
func (p *parser) skip(to *set) {
	for ; p.tok != token.EOF; p.next() {
		if !to.has(p.tok) {
			continue
		}
		if p.pos > p.stoppedAt {
			p.stoppedAt, p.stops = p.pos, 0
			return
		}
		if p.pos == p.stoppedAt && p.stops < maxStops {
			p.stops++
			return
		}
	}
}

// error reports an error, unless the last one is in the same line, and gives up after too many.
func (p *parser) error(at token.Pos, text string) {
	pos := p.src.Position(at)
	if n := len(p.errors); p.mode&AllErrors == 0 && n > 0 {
		if p.errors[n-1].Pos.Line == pos.Line {
			return
		}
		if n > maxErrors {
			panic(giveUp{})
		}
	}
	p.errors.Add(pos, text)
}

// missing reports that a token was expected; if pos is the next token, the error contains that.
func (p *parser) missing(at token.Pos, what string) {
	text := "expected " + what
	if at == p.pos {
		switch {
		case p.atNewline():
			text += ", found newline"
		case p.tok.IsLiteral():
			text += ", found " + p.lit
		default:
			text += ", found '" + p.tok.String() + "'"
		}
	}
	p.error(at, text)
}

// atNewline reports whether the next token is a semicolon that is not written.
func (p *parser) atNewline() bool { return p.tok == token.SEMICOLON && p.lit == "\n" }

// expect moves past a token; if it is another one, it reports that and moves past it too. It returns the token's position.
func (p *parser) expect(tok token.Token) token.Pos {
	at := p.pos
	if p.tok != tok {
		p.missing(at, "'"+tok.String()+"'")
	}
	p.next()
	return at
}

// take moves past the token if it is the next one.
func (p *parser) take(tok token.Token) bool {
	if p.tok != tok {
		return false
	}
	p.next()
	return true
}

// closing is expect for the end of a list; it reports a missing comma after the last element.
func (p *parser) closing(tok token.Token, list string) token.Pos {
	if tok != token.SEMICOLON && p.atNewline() {
		p.error(p.pos, "missing ',' before newline in "+list)
		p.next()
	}
	return p.expect(tok)
}

// comma reports whether another element of a list may follow: there is a comma, or one is missing, which comma reports. It does not move past the comma.
func (p *parser) comma(list string, end token.Token) bool {
	if p.tok == token.COMMA {
		return true
	}
	if p.tok == end {
		return false
	}
	text := "missing ','"
	if p.atNewline() {
		text += " before newline"
	}
	p.error(p.pos, text+" in "+list)
	return true
}

// elements parses elements separated by commas up to the end of a list.
func (p *parser) elements(list string, end token.Token, element func()) {
	for p.tok != end && p.tok != token.EOF {
		element()
		if !p.comma(list, end) {
			return
		}
		p.next()
	}
}

// endStmt moves past a semicolon, which may be missing before a closing parenthesis or brace. It returns the comment in the line.
func (p *parser) endStmt() (comment *ast.CommentGroup) {
	switch p.tok {
	case token.RPAREN, token.RBRACE:
		return nil
	case token.SEMICOLON, token.COMMA:
		if p.tok == token.COMMA {
			p.missing(p.pos, "';'")
		}
		// After a semicolon in the source, the comment is not read yet.
		if comment = p.trailing; p.lit == ";" {
			p.next()
			return p.trailing
		}
		p.next()
		return comment
	}
	p.missing(p.pos, "';'")
	p.skip(&beginsStmt)
	return nil
}

// nested calls f to parse a text in parentheses or brackets, where a brace begins no block.
func (p *parser) nested(f func()) {
	p.control++
	f()
	p.control--
}

// deeper counts the nesting depth of productions; a call of higher follows each call.
func (p *parser) deeper() {
	if p.depth++; p.depth > maxDepth {
		p.tooDeep()
	}
}

func (p *parser) tooDeep() {
	panic(giveUp{p.pos, "exceeded max nesting depth"})
}

func (p *parser) higher() { p.depth-- }
