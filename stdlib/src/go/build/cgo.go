package build

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cgoDirectives reads the lines #cgo of the comment above import "C":
//
//	#cgo [CONSTRAINT...] CFLAGS: -DX
//
// The words of the lines whose constraints hold are added to the package's fields.
func (s *packageScanner) cgoDirectives(filename string, doc *ast.CommentGroup) error {
	for _, line := range strings.Split(doc.Text(), "\n") {
		original := line
		line = strings.TrimSpace(line)
		rest, ok := strings.CutPrefix(line, "#cgo")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		// These lines are instructions for cgo only.
		if words := strings.Fields(rest); len(words) == 2 && (words[0] == "noescape" || words[0] == "nocallback") {
			continue
		}
		head, args, ok := strings.Cut(rest, ":")
		words := strings.Fields(head)
		if !ok || len(words) == 0 {
			return fmt.Errorf("%s: invalid #cgo line: %s", filename, original)
		}
		last := len(words) - 1
		if !s.cgoHolds(words[:last]) {
			continue
		}
		if err := s.cgoLine(filename, original, words[last], args); err != nil {
			return err
		}
	}
	return nil
}

// cgoHolds reports whether one of the conditions holds; no condition always does.
func (s *packageScanner) cgoHolds(conditions []string) bool {
	if len(conditions) == 0 {
		return true
	}
	for _, condition := range conditions {
		if s.c.cgoCondition(condition) {
			return true
		}
	}
	return false
}

func (s *packageScanner) cgoLine(filename, line, verb, args string) error {
	p := s.p
	words, ok := splitWords(args)
	if !ok {
		return fmt.Errorf("%s: invalid #cgo line: %s", filename, line)
	}
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "${SRCDIR}", p.Dir)
		if !isSafe(words[i]) {
			return fmt.Errorf("%s: malformed #cgo argument: %s", filename, words[i])
		}
	}
	field := map[string]*[]string{
		"CFLAGS": &p.CgoCFLAGS, "CPPFLAGS": &p.CgoCPPFLAGS, "CXXFLAGS": &p.CgoCXXFLAGS, "FFLAGS": &p.CgoFFLAGS,
		"LDFLAGS": &p.CgoLDFLAGS, "pkg-config": &p.CgoPkgConfig,
	}[verb]
	if field == nil {
		return fmt.Errorf("%s: invalid #cgo verb: %s", filename, line)
	}
	if verb != "pkg-config" {
		s.absolute(words)
	}
	*field = append(*field, words...)
	return nil
}

// absolute makes the directories of -I and -L absolute, because the compiler does not run in the package's directory.
func (s *packageScanner) absolute(words []string) {
	inner := func(dir string) string {
		if s.c.isAbs(dir) {
			return dir
		}
		return s.c.join(s.p.Dir, dir)
	}
	for i, word := range words {
		if len(word) < 2 || word[0] != '-' || word[1] != 'I' && word[1] != 'L' {
			continue
		}
		if len(word) > 2 {
			words[i] = word[:2] + inner(word[2:])
		} else if i+1 < len(words) {
			words[i+1] = inner(words[i+1])
		}
	}
}

// safeBytes are the ASCII characters that no shell interprets in a word.
const safeBytes = "!$%+,-./0123456789:=@ABCDEFGHIJKLMNOPQRSTUVWXYZ^_abcdefghijklmnopqrstuvwxyz~ "

func isSafe(word string) bool {
	for i := range len(word) {
		if b := word[i]; b < utf8.RuneSelf && strings.IndexByte(safeBytes, b) < 0 {
			return false
		}
	}
	return word != ""
}

// splitWords splits a line at blanks. Quotes of either kind keep a word together; a backslash quotes the next character.
func splitWords(line string) (words []string, ok bool) {
	var word strings.Builder
	var quote rune
	escaped, inWord := false, false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			word.WriteRune(r)
		case r == '\\':
			escaped, inWord = true, true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, quote == 0 && !escaped
}

// cgoCondition evaluates one condition of a #cgo line, in the syntax of //go:build or in that of // +build.
func (c *Context) cgoCondition(condition string) bool {
	line := "// +build " + condition
	if strings.ContainsAny(condition, "&|()") {
		line = "//go:build " + condition
	}
	x, err := constraint.Parse(line)
	return err == nil && c.matches(x, nil)
}
