package main

import (
	"bytes"
	"go/scanner"
	"go/token"
	"math/rand"
	"strings"
)

var added = []string{
	"/* c */", "// c\n", "/*\n c\n*/", "// d\n\n// e\n", "\n// f\n", "/* a\n\t  b */", "/**/", "\n/* g */\n", "\t// h\n\t//  - i\n",
	"\n//j\n", "\n/*\n * k\n */\n", "//go:x y\n",
}

// ends has the tokens behind which a newline is a semicolon.
var ends = map[token.Token]bool{
	token.IDENT: true, token.INT: true, token.FLOAT: true, token.IMAG: true, token.CHAR: true, token.STRING: true, token.BREAK: true,
	token.CONTINUE: true, token.FALLTHROUGH: true, token.RETURN: true, token.INC: true, token.DEC: true, token.RPAREN: true,
	token.RBRACK: true, token.RBRACE: true,
}

// mutate changes the space between some tokens of a file, and adds comments there.
func mutate(r *rand.Rand, src []byte) []byte {
	rate := []float64{0.003, 0.02, 0.1}[r.Intn(3)]
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, scanner.ScanComments)
	var out bytes.Buffer
	end := 0
	last := token.ILLEGAL // the last token but comments
	afterComment := false
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		at := int(pos) - 1
		if at < end || at > len(src) {
			// The scanner leaves out carriage returns, so lengths are wrong. A semicolon may be implied at the end.
			continue
		}
		gap := string(src[end:at])
		length := len(lit)
		implied := tok == token.SEMICOLON && lit == "\n"
		if implied {
			length = 0 // the newline is part of the next gap
		} else if tok.IsOperator() || length == 0 {
			length = len(tok.String())
		}
		length = min(length, len(src)-at)
		if tok != token.COMMENT && !afterComment && r.Float64() < rate {
			gap = changed(r, gap, !ends[last], implied)
		}
		out.WriteString(gap)
		out.Write(src[at : at+length])
		end = at + length
		afterComment = tok == token.COMMENT
		if !afterComment {
			last = tok
		}
	}
	out.Write(src[end:])
	return out.Bytes()
}

// changed returns other space. free is whether a newline in it is no semicolon, implied whether a semicolon follows that is a newline.
func changed(r *rand.Rand, gap string, free, implied bool) string {
	breaks := strings.Contains(gap, "\n")
	switch k := r.Intn(9); {
	case k == 0:
		return gap + strings.Repeat(" ", 1+r.Intn(3))
	case k == 1 && free:
		return gap + strings.Repeat("\n", 1+r.Intn(3))
	case k == 2 && free:
		return strings.ReplaceAll(gap, "\n", " ")
	case k == 3 && free:
		return gap + added[r.Intn(len(added))]
	case k == 4:
		return gap + "/* m */"
	case k == 5 && breaks:
		return "\n" + gap
	case k == 6 && strings.HasPrefix(gap, "\n\n"):
		return gap[1:]
	case k == 7 && breaks:
		return " " + added[r.Intn(len(added))] + gap
	case k == 8 && implied:
		return "; "
	}
	return gap + "\t"
}
