package parser

import (
	"go/ast"
	"go/build/constraint"
	"go/scanner"
	"go/token"
	"strings"
)

// A parser goes through the tokens of a file. Its methods that are named as parts of the language read them and return their trees.
type parser struct {
	src     *token.File
	scanner scanner.Scanner
	errors  scanner.ErrorList
	mode    Mode

	// The token that is next: where it begins, what it is, and how it is written.
	pos token.Pos
	tok token.Token
	lit string

	comments []*ast.CommentGroup
	lead     *ast.CommentGroup // the comment that ends in the line before the next token
	trailing *ast.CommentGroup // the comment behind the last token, in its line

	atTop     bool // whether no token but comments was read
	goVersion string

	// control is set while the header of a statement is read, where a brace begins a block.
	control int
	// equality is set where "=" cannot be an assignment, so it is taken for "==".
	equality bool
	depth    int

	// Where skip stopped last, and how often without going on.
	stoppedAt token.Pos
	stops     int

	imports []*ast.ImportSpec
	level   int // of productions, for Trace
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

// attempt calls f, which may give up.
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

// line returns the line of a place in the source itself, whatever //line comments say.
func (p *parser) line(at token.Pos) int { return p.src.PositionFor(at, false).Line }

// advance goes to the next token, which may be a comment if comments are wanted.
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

// group reads a comment group: comments of which each begins at most lineEnds lines below the end of the one before.
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

// next goes to the next token that is no comment.
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

// A set is tokens.
type set [2]uint64

func setOf(tokens ...token.Token) (s set) {
	for _, t := range tokens {
		s[t/64] |= 1 << (t % 64)
	}
	return s
}

func (s *set) has(t token.Token) bool { return s[t/64]>>(t%64)&1 != 0 }

// Where parsing goes on after an error.
var (
	beginsStmt = setOf(token.BREAK, token.CONST, token.CONTINUE, token.DEFER, token.FALLTHROUGH, token.FOR, token.GO, token.GOTO, token.IF,
		token.RETURN, token.SELECT, token.SWITCH, token.TYPE, token.VAR)
	beginsDecl  = setOf(token.IMPORT, token.CONST, token.TYPE, token.VAR)
	endsElement = setOf(token.SEMICOLON, token.COMMA, token.COLON, token.RPAREN, token.RBRACK, token.RBRACE)
)

// skip goes on to one of the tokens. If it finds the same one again and again, it goes past it, so that parsing ends.
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

// missing reports that something else was expected; if it was at the next token, it says what that is.
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

// expect goes past a token, or reports that there is another, which it goes past too. It returns where that was.
func (p *parser) expect(tok token.Token) token.Pos {
	at := p.pos
	if p.tok != tok {
		p.missing(at, "'"+tok.String()+"'")
	}
	p.next()
	return at
}

// take goes past the token if it is next.
func (p *parser) take(tok token.Token) bool {
	if p.tok != tok {
		return false
	}
	p.next()
	return true
}

// closing is expect for the end of a list, whose last element may lack its comma.
func (p *parser) closing(tok token.Token, list string) token.Pos {
	if tok != token.SEMICOLON && p.atNewline() {
		p.error(p.pos, "missing ',' before newline in "+list)
		p.next()
	}
	return p.expect(tok)
}

// comma reports whether another element of a list may follow: there is a comma, or one is missing, which is reported. It leaves the comma.
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

// elements reads elements with commas between them up to the end of a list.
func (p *parser) elements(list string, end token.Token, element func()) {
	for p.tok != end && p.tok != token.EOF {
		element()
		if !p.comma(list, end) {
			return
		}
		p.next()
	}
}

// endStmt goes past a semicolon, which may be missing before a closing parenthesis or brace. It returns the comment in the line.
func (p *parser) endStmt() (comment *ast.CommentGroup) {
	switch p.tok {
	case token.RPAREN, token.RBRACE:
		return nil
	case token.SEMICOLON, token.COMMA:
		if p.tok == token.COMMA {
			p.missing(p.pos, "';'")
		}
		// Behind a semicolon that is written the comment was not read yet.
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

// nested calls f to read what is in parentheses or brackets, where a brace begins no block.
func (p *parser) nested(f func()) {
	p.control++
	f()
	p.control--
}

// deeper counts how deep productions are nested; each call of it is followed by one of higher.
func (p *parser) deeper() {
	if p.depth++; p.depth > maxDepth {
		p.tooDeep()
	}
}

func (p *parser) tooDeep() {
	panic(giveUp{p.pos, "exceeded max nesting depth"})
}

func (p *parser) higher() { p.depth-- }
