// Package token has the tokens of Go source, and positions in files.
package token

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A Token is a kind of token.
type Token int

// The tokens. IDENT to STRING each stand for many texts.
const (
	ILLEGAL Token = iota
	EOF
	COMMENT

	literalBegin
	IDENT
	INT
	FLOAT
	IMAG
	CHAR
	STRING
	literalEnd

	operatorBegin
	ADD
	SUB
	MUL
	QUO
	REM

	AND
	OR
	XOR
	SHL
	SHR
	AND_NOT

	ADD_ASSIGN
	SUB_ASSIGN
	MUL_ASSIGN
	QUO_ASSIGN
	REM_ASSIGN

	AND_ASSIGN
	OR_ASSIGN
	XOR_ASSIGN
	SHL_ASSIGN
	SHR_ASSIGN
	AND_NOT_ASSIGN

	LAND
	LOR
	ARROW
	INC
	DEC

	EQL
	LSS
	GTR
	ASSIGN
	NOT

	NEQ
	LEQ
	GEQ
	DEFINE
	ELLIPSIS

	LPAREN
	LBRACK
	LBRACE
	COMMA
	PERIOD

	RPAREN
	RBRACK
	RBRACE
	SEMICOLON
	COLON
	operatorEnd

	keywordBegin
	BREAK
	CASE
	CHAN
	CONST
	CONTINUE

	DEFAULT
	DEFER
	ELSE
	FALLTHROUGH
	FOR

	FUNC
	GO
	GOTO
	IF
	IMPORT

	INTERFACE
	MAP
	PACKAGE
	RANGE
	RETURN

	SELECT
	STRUCT
	SWITCH
	TYPE
	VAR
	keywordEnd

	laterBegin
	TILDE
	laterEnd
)

var texts = [...]string{
	ILLEGAL: "ILLEGAL", EOF: "EOF", COMMENT: "COMMENT",
	IDENT: "IDENT", INT: "INT", FLOAT: "FLOAT", IMAG: "IMAG", CHAR: "CHAR", STRING: "STRING",
	ADD: "+", SUB: "-", MUL: "*", QUO: "/", REM: "%",
	AND: "&", OR: "|", XOR: "^", SHL: "<<", SHR: ">>", AND_NOT: "&^",
	ADD_ASSIGN: "+=", SUB_ASSIGN: "-=", MUL_ASSIGN: "*=", QUO_ASSIGN: "/=", REM_ASSIGN: "%=",
	AND_ASSIGN: "&=", OR_ASSIGN: "|=", XOR_ASSIGN: "^=", SHL_ASSIGN: "<<=", SHR_ASSIGN: ">>=", AND_NOT_ASSIGN: "&^=",
	LAND: "&&", LOR: "||", ARROW: "<-", INC: "++", DEC: "--",
	EQL: "==", LSS: "<", GTR: ">", ASSIGN: "=", NOT: "!",
	NEQ: "!=", LEQ: "<=", GEQ: ">=", DEFINE: ":=", ELLIPSIS: "...",
	LPAREN: "(", LBRACK: "[", LBRACE: "{", COMMA: ",", PERIOD: ".",
	RPAREN: ")", RBRACK: "]", RBRACE: "}", SEMICOLON: ";", COLON: ":",
	BREAK: "break", CASE: "case", CHAN: "chan", CONST: "const", CONTINUE: "continue",
	DEFAULT: "default", DEFER: "defer", ELSE: "else", FALLTHROUGH: "fallthrough", FOR: "for",
	FUNC: "func", GO: "go", GOTO: "goto", IF: "if", IMPORT: "import",
	INTERFACE: "interface", MAP: "map", PACKAGE: "package", RANGE: "range", RETURN: "return",
	SELECT: "select", STRUCT: "struct", SWITCH: "switch", TYPE: "type", VAR: "var",
	TILDE: "~",
}

// String returns the text of an operator or a keyword, and the name of another token.
func (tok Token) String() string {
	if tok >= 0 && int(tok) < len(texts) && texts[tok] != "" {
		return texts[tok]
	}
	return "token(" + strconv.Itoa(int(tok)) + ")"
}

// The precedences: of a token that is no binary operator, of unary operators, and the highest.
const (
	LowestPrec  = 0
	UnaryPrec   = 6
	HighestPrec = 7
)

// Precedence returns the precedence of a binary operator; LowestPrec for other tokens.
func (op Token) Precedence() int {
	switch op {
	case LOR:
		return 1
	case LAND:
		return 2
	case EQL, NEQ, LSS, LEQ, GTR, GEQ:
		return 3
	case ADD, SUB, OR, XOR:
		return 4
	case MUL, QUO, REM, SHL, SHR, AND, AND_NOT:
		return 5
	}
	return LowestPrec
}

var keywords = func() map[string]Token {
	m := make(map[string]Token, keywordEnd-keywordBegin)
	for tok := keywordBegin + 1; tok < keywordEnd; tok++ {
		m[texts[tok]] = tok
	}
	return m
}()

// Lookup returns the token of a keyword, or IDENT.
func Lookup(ident string) Token {
	if tok, ok := keywords[ident]; ok {
		return tok
	}
	return IDENT
}

// IsLiteral reports whether the token is an identifier or a literal.
func (tok Token) IsLiteral() bool { return literalBegin < tok && tok < literalEnd }

// IsOperator reports whether the token is an operator or a delimiter.
func (tok Token) IsOperator() bool { return operatorBegin < tok && tok < operatorEnd || tok == TILDE }

// IsKeyword reports whether the token is a keyword.
func (tok Token) IsKeyword() bool { return keywordBegin < tok && tok < keywordEnd }

// IsExported reports whether the name begins with a capital letter.
func IsExported(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// IsKeyword reports whether the name is a keyword.
func IsKeyword(name string) bool {
	_, ok := keywords[name]
	return ok
}

// IsIdentifier reports whether the name is a valid identifier and not a keyword.
func IsIdentifier(name string) bool {
	if name == "" || IsKeyword(name) {
		return false
	}
	for i, c := range name {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return true
}
