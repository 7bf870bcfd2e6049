package build

import (
	"bytes"
	"unicode"
)

// importComment returns the quoted path of the import comment behind a package clause, and its line; 0 means that there
// is none.
func importComment(header []byte) (quoted string, line int) {
	src := header
	word, src := firstWord(src)
	if word != "package" {
		return "", 0
	}
	_, src = firstWord(src)
	src = bytes.TrimLeft(src, " \t")
	var text []byte
	switch {
	case bytes.HasPrefix(src, []byte("//")):
		text, _, _ = bytes.Cut(src[2:], []byte("\n"))
	case bytes.HasPrefix(src, []byte("/*")):
		var closed bool
		text, _, closed = bytes.Cut(src[2:], []byte("*/"))
		if !closed || bytes.Contains(text, []byte("\n")) {
			return "", 0
		}
	}
	line = 1
	word, text = firstWord(text)
	if word != "import" {
		return "", 0
	}
	return string(bytes.TrimSpace(text)), line
}

// firstWord cuts off the identifier with which src begins after blanks and comments.
func firstWord(src []byte) (word string, rest []byte) {
	for {
		src = bytes.TrimLeftFunc(src, unicode.IsSpace)
		switch {
		case bytes.HasPrefix(src, []byte("//")):
			src = src[through(src, "\n"):]
			continue
		case bytes.HasPrefix(src, []byte("/*")):
			src = src[2+through(src[2:], "*/"):]
			continue
		}
		end := 0
		for end < len(src) && isNameByte(src[end]) {
			end++
		}
		return string(src[:end]), src[end:]
	}
}

// through returns how many bytes end with the first mark.
func through(src []byte, mark string) int {
	if i := bytes.Index(src, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(src)
}
