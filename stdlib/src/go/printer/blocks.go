package printer

import (
	"go/ast"
	"go/doc/comment"
	"strings"
)

// isBlank reports whether a line consists of blanks and control characters.
func isBlank(line string) bool {
	return strings.IndexFunc(line, func(c rune) bool { return c > ' ' }) < 0
}

// sharedMargin returns the common prefix of blanks and stars of two lines.
func sharedMargin(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] && (a[n] <= ' ' || a[n] == '*') {
		n++
	}
	return a[:n]
}

// shiftLines removes the common indentation of a block comment's lines, so that their indentation is relative to the first line.
func shiftLines(lines []string) {
	end := len(lines) - 1
	last := lines[end]
	margin := innerMargin(lines)
	before, _, starred := strings.Cut(margin, "*")
	if starred {
		// A column of stars: it is one blank to the right of the slash.
		margin = strings.TrimSuffix(before, " ")
	} else {
		margin = strings.TrimSuffix(margin, firstMargin(lines[0], margin))
	}
	text, _, _ := strings.Cut(last, "*/")
	if !isBlank(text) {
		margin = sharedMargin(margin, last)
	} else if starred {
		lines[end] = margin + " */"
	} else {
		lines[end] = margin + "*/"
	}
	for i, text := range lines {
		if i > 0 && text != "" {
			lines[i] = text[len(margin):]
		}
	}
}

// innerMargin returns the common prefix of the lines between the first and the last, and empties blank lines. If all are blank, it uses the last line.
func innerMargin(lines []string) string {
	margin, found := "", false
	end := len(lines) - 1
	for i := 1; i < end; i++ {
		switch {
		case isBlank(lines[i]):
			lines[i] = ""
		case found:
			margin = sharedMargin(margin, lines[i])
		default:
			margin, found = sharedMargin(lines[i], lines[i]), true
		}
	}
	if !found {
		margin = sharedMargin(lines[end], lines[end])
	}
	return margin
}

// firstMargin returns the part of the margin's end that belongs to the text: as much as precedes the text in the first line.
func firstMargin(first, margin string) string {
	text := first[2:]
	if isBlank(text) {
		// Up to three blanks, or a tab.
		short := margin
		for n := 0; n < 3 && strings.HasSuffix(short, " "); n++ {
			short = short[:len(short)-1]
		}
		if len(short) == len(margin) {
			short = strings.TrimSuffix(short, "\t")
		}
		return margin[len(short):]
	}
	n := 0
	for n < len(text) && text[n] <= ' ' {
		n++
	}
	if n > 0 && text[0] == '\t' {
		// This margin corresponds to the comment's opening.
		return text[:n]
	}
	return "  " + text[:n]
}

// reformed returns the doc comments of a declaration in their standard form.
func reformed(list []*ast.Comment) []*ast.Comment {
	first := list[0]
	if first.Text[1] == '*' {
		if len(list) > 1 || !strings.Contains(first.Text, "\n") || hasStars(first.Text) {
			return list
		}
		text := first.Text[2 : len(first.Text)-2]
		return []*ast.Comment{{Slash: first.Slash, Text: "/*\n" + standardForm(text) + "*/"}}
	}
	var text strings.Builder
	var directives []string
	for _, c := range list {
		line, ok := strings.CutPrefix(c.Text, "//")
		if !ok {
			return list
		}
		if isDirective(line) {
			directives = append(directives, c.Text)
			continue
		}
		text.WriteString(strings.TrimPrefix(line, " "))
		text.WriteByte('\n')
	}
	if text.Len() == 0 {
		return list
	}
	var lines []string
	for line := range strings.Lines(standardForm(text.String())) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && line[0] != '\t' {
			line = " " + line
		}
		lines = append(lines, "//"+line)
	}
	if len(directives) > 0 {
		lines = append(append(lines, "//"), directives...)
	}
	out := make([]*ast.Comment, len(lines))
	for i, line := range lines {
		out[i] = &ast.Comment{Slash: first.Slash, Text: line}
	}
	return out
}

func standardForm(text string) string {
	var parser comment.Parser
	var printer comment.Printer
	return string(printer.Comment(parser.Parse(text)))
}

// hasStars reports whether each line of a block comment but the first begins with a star.
func hasStars(text string) bool {
	_, rest, _ := strings.Cut(text, "\n")
	for line := range strings.SplitSeq(rest, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "*") {
			return false
		}
	}
	return true
}

// isDirective reports whether a line comment, without its slashes, is a directive: "tool:name", or a word of cgo or the compiler.
func isDirective(text string) bool {
	for _, word := range [...]string{"line ", "extern ", "export "} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	isLower := func(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
	tool, name, ok := strings.Cut(text, ":")
	if !ok || tool == "" || name == "" || !isLower(name[0]) {
		return false
	}
	for i := range len(tool) {
		if !isLower(tool[i]) {
			return false
		}
	}
	return true
}
