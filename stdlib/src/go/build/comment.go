package build

import "bytes"

// importComment returns the quoted path of the import comment after a package clause.
func importComment(header []byte) (quoted string, ok bool) {
	src := header
	word, src := firstWord(src)
	if word != "package" {
		return "", false
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
			return "", false
		}
	}
	word, text = firstWord(bytes.TrimSpace(text))
	if word != "import" {
		return "", false
	}
	return string(bytes.TrimSpace(text)), true
}

// firstWord cuts off the identifier at the beginning of src, after blanks and comments.
func firstWord(src []byte) (word string, rest []byte) {
	for {
		src = bytes.TrimLeft(src, " \t\r\n")
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

// through returns the number of bytes up to and including the first mark.
func through(src []byte, mark string) int {
	if i := bytes.Index(src, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(src)
}
