package comment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is the kind of a part.
type kind int

const (
	paragraphPart kind = iota
	codePart
	listPart
	headingPart
	oldHeadingPart // a line that looks like a title: the form of headings before Go 1.19
)

// A part is the lines from begin up to end.
type part struct {
	begin, end int
	kind       kind
}

// parts splits a comment into parts. Empty lines between parts belong to none.
func parts(lines []string) []part {
	var all []part
	// Up to this line all lines count as indented, because a list or code has begun in a paragraph.
	indentedUntil := 0
	for at := 0; at < len(lines); {
		begin := at
		switch {
		case lines[at] == "":
			at++
		case at < indentedUntil || isIndented(lines[at]):
			k := codePart
			if isItem(lines[at]) {
				k = listPart
			}
			at = indentedEnd(lines, begin, indentedUntil)
			all = append(all, part{begin, at, k})
		default:
			for at++; at < len(lines) && lines[at] != "" && !isIndented(lines[at]); {
				at++
			}
			var opens bool
			if at, opens = flushEnd(lines, begin, at, &indentedUntil); opens && at == begin {
				continue
			}
			k := paragraphPart
			if at-begin == 1 && isHeading(lines[begin]) {
				k = headingPart
			} else if at-begin == 1 && isOldHeading(lines, begin) {
				k = oldHeadingPart
			}
			all = append(all, part{begin, at, k})
		}
	}
	return all
}

// indentedEnd returns where an indented part ends.
func indentedEnd(lines []string, begin, indentedUntil int) int {
	flushItems := isItem(lines[begin]) && begin < indentedUntil
	end := begin + 1 // index after the last line that is not empty
	for at := end; at < len(lines); at++ {
		line := lines[at]
		if line == "" {
			flushItems = false
			continue
		}
		if at >= indentedUntil && !isIndented(line) && !(flushItems && isItem(line)) {
			break
		}
		end = at + 1
	}
	// The closing brace of code whose first and last line are not indented.
	if end < len(lines) && strings.HasPrefix(lines[end], "}") {
		end++
	}
	return end
}

// flushEnd returns the end of an unindented part that the line next follows, and whether the indented lines at its end
// begin before next.
func flushEnd(lines []string, begin, next int, indentedUntil *int) (end int, opens bool) {
	if next == len(lines) || lines[next] == "" || isItem(lines[next]) {
		return next, false
	}
	last := lines[next-1]
	switch {
	case isItem(last):
		end = next - 1
		for end > begin && isItem(lines[end-1]) {
			end--
		}
	case strings.HasSuffix(last, "{"), strings.HasSuffix(last, "\\"):
		end = next - 1
	default:
		return next, false
	}
	*indentedUntil = next
	return end, true
}

func isIndented(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

// unindent removes the common indentation of all lines that are not empty, and empty lines at the ends. Lines of blanks
// become empty.
func unindent(lines []string) []string {
	lines = trimEmpty(lines)
	if len(lines) == 0 {
		return nil
	}
	common := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	for _, line := range lines {
		if line == "" {
			continue
		}
		n := 0
		for n < len(common) && n < len(line) && common[n] == line[n] {
			n++
		}
		common = common[:n]
	}
	short := make([]string, len(lines))
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			short[i] = line[len(common):]
		}
	}
	return trimEmpty(short)
}

func trimEmpty(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func isHeading(line string) bool {
	return len(line) >= 2 && line[0] == '#' && isIndented(line[1:]) && strings.TrimSpace(line) != "#"
}

// isOldHeading reports whether a line between empty ones, before a paragraph, begins with a capital letter and has almost no punctuation.
func isOldHeading(lines []string, at int) bool {
	if at == 0 || lines[at-1] != "" || at+2 >= len(lines) || lines[at+1] != "" || isIndented(lines[at+2]) {
		return false
	}
	line := strings.TrimSpace(lines[at])
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	if !unicode.IsUpper(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
		return false
	}
	if strings.ContainsAny(line, ";:!?+*/=[]{}_^°&§~%#@<\">\\") {
		return false
	}
	for i := range line {
		rest := line[i+1:]
		switch line[i] {
		case '\'':
			if rest != "s" && !strings.HasPrefix(rest, "s ") {
				return false
			}
		case '.':
			if rest == "" || rest[0] == ' ' {
				return false
			}
		}
	}
	return true
}

// marker returns the number of an item ("" for a bullet) and the text after it, if the line begins an item.
func marker(line string) (number, rest string, ok bool) {
	line = strings.TrimSpace(line)
	if r, n := utf8.DecodeRuneInString(line); strings.ContainsRune("-*+•", r) && n > 0 {
		rest = line[n:]
	} else {
		digits := 0
		for digits < len(line) && '0' <= line[digits] && line[digits] <= '9' {
			digits++
		}
		if digits == 0 || digits == len(line) || line[digits] != '.' && line[digits] != ')' {
			return "", "", false
		}
		number, rest = line[:digits], line[digits+1:]
	}
	if !isIndented(rest) || strings.TrimSpace(rest) == "" {
		return "", "", false
	}
	return number, rest, true
}

func isItem(line string) bool {
	_, _, ok := marker(line)
	return ok
}
