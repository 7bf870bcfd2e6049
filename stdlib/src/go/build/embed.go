package build

import (
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const embedComment = "//go:embed"

// findEmbeds finds the comments //go:embed of a file. The scanner distinguishes them from strings and other comments.
func (f *sourceFile) findEmbeds(src []byte) {
	file := token.NewFileSet().AddFile(f.path, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return
		}
		args, ok := strings.CutPrefix(text, embedComment)
		if tok != token.COMMENT || !ok {
			continue
		}
		for _, p := range patterns(args) {
			at := file.Position(pos + token.Pos(len(embedComment)+p.offset))
			f.embeds = append(f.embeds, embed{p.text, at})
		}
	}
}

// A pattern is a pattern of a comment; offset is its offset after //go:embed.
type pattern struct {
	text   string
	offset int
}

// patterns splits the text after //go:embed at blanks outside of quotes. For a malformed line it returns none, because
// the compiler reports the error.
func patterns(args string) []pattern {
	if first, _ := utf8.DecodeRuneInString(args); args != "" && !unicode.IsSpace(first) {
		return nil // another directive
	}
	var found []pattern
	for offset := 0; ; {
		rest := strings.TrimLeftFunc(args[offset:], unicode.IsSpace)
		if rest == "" {
			return found
		}
		offset = len(args) - len(rest)
		text, length, ok := firstPattern(rest)
		if !ok {
			return nil
		}
		found = append(found, pattern{text, offset})
		offset += length
	}
}

// firstPattern returns the pattern at the beginning of args, and its length in bytes.
func firstPattern(args string) (text string, length int, ok bool) {
	if args[0] != '"' && args[0] != '`' {
		length = strings.IndexFunc(args, unicode.IsSpace)
		if length < 0 {
			length = len(args)
		}
		return args[:length], length, true
	}
	quoted, err := strconv.QuotedPrefix(args)
	if err != nil {
		return "", 0, false
	}
	text, err = strconv.Unquote(quoted)
	if err != nil {
		return "", 0, false
	}
	if after, _ := utf8.DecodeRuneInString(args[len(quoted):]); len(quoted) < len(args) && !unicode.IsSpace(after) {
		return "", 0, false
	}
	return text, len(quoted), true
}
