package build

import (
	"go/doc/comment"
	"strings"
	"unicode"
)

// synopsis returns the first sentence of a documentation in one line. A text about rights or authors has no synopsis.
func synopsis(doc string) string {
	sentence := firstSentence(doc)
	lower := strings.ToLower(sentence)
	for _, prefix := range []string{"copyright", "all rights", "author"} {
		if strings.HasPrefix(lower, prefix) {
			return ""
		}
	}
	parsed := new(comment.Parser).Parse(sentence)
	if len(parsed.Content) == 0 {
		return ""
	}
	if _, ok := parsed.Content[0].(*comment.Paragraph); !ok {
		return ""
	}
	parsed.Content = parsed.Content[:1]
	printer := comment.Printer{TextWidth: -1}
	return strings.TrimSpace(string(printer.Text(parsed)))
}

// firstSentence ends after a full stop before a blank, unless a single capital letter stands before the stop, as in
// names; or after a Chinese or Japanese full stop.
func firstSentence(text string) string {
	var last, beforeLast, third rune // the runes before
	for i, r := range text {
		switch {
		case last == '.' && strings.ContainsRune(" \n\t\r", r) && !(unicode.IsUpper(beforeLast) && !unicode.IsUpper(third)):
			return text[:i]
		case last == '。', last == '．':
			return text[:i]
		}
		third, beforeLast, last = beforeLast, last, r
	}
	return text
}
