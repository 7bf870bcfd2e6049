package main

import (
	"strconv"
	"strings"
)

// parts is what expressions are written with, whole or not.
var parts = []string{
	"(", ")", "(?", "(?:", "(?i", "(?i)", "(?P<", "(?P<n>", "(?P=n)", "(?<n>", "(?<", "(?#", "(?=", "(?i-", "(?--i)", "(?^", "(?U)", "(?-)", "[", "]", "[^", "[a", "a-",
	"z-a", "-", "[[:", ":]]", "[[:alpha:]]", "[[:^alpha:]]", "[[:nope:]]", "[:a:]", "{", "}", "{2}", "{2,", "{2,1}", "{1001}", "{1000}", "{,2}", "{02}", "{2,3}", "{9999999999}",
	"*", "+", "?", "**", "+?", "??", "|", "||", ".", "^", "$", `\`, `\Q`, `\E`, `\Qab\E`, `\pL`, `\p`, `\p{`, `\p{Greek}`, `\p{Nope}`, `\PN`, `\p{^L}`, `\pé`, `\d`, `\D`, `\w`, `\s`, `\b`,
	`\B`, `\A`, `\z`, `\Z`, `\G`, `\C`, `\1`, `\0`, `\12`, `\123`, `\777`, `\8`, `\x`, `\x4`, `\x41`, `\x{41}`, `\x{110000}`, `\x{}`, `\x{4`, `\xg`, `\a`, `\q`, `\_`, `\-`, `\é`, `\n`, `\u0041`, `\c`,
	"a", "b", "é", "世", "\xff", "\xe2\x82", "\ufffd", "\x00", "\n", " ", "n", ">", "<", ":", "i", "k", "s",
}

// broken returns an expression that likely has an error.
func (m *maker) broken() string {
	if m.one(2) {
		var b strings.Builder
		for range 1 + m.below(7) {
			b.WriteString(m.pick(parts...))
		}
		return b.String()
	}
	// A right one, with changes.
	expr := m.expr(2).expr
	for range 1 + m.below(3) {
		at := m.below(len(expr) + 1)
		switch m.below(3) {
		case 0:
			expr = expr[:at] + m.pick(parts...) + expr[at:]
		case 1:
			to := min(len(expr), at+1+m.below(3))
			expr = expr[:at] + expr[to:]
		default:
			to := min(len(expr), at+1)
			expr = expr[:at] + m.pick(parts...) + expr[to:]
		}
	}
	return expr
}

// limits returns an expression near a limit: of nesting, of counts, or of size.
func (m *maker) limits() string {
	switch m.below(4) {
	case 0:
		return m.nested(990 + m.below(20))
	case 1:
		// Counts within each other.
		expr := m.pick("a", "(a)", "a|b", "a{0}", "(?:a{0,2})", "[a-c]", "")
		for range 1 + m.below(4) {
			expr = m.pick("(", "(?:") + m.pick("", "b", "b|", "b?", "b*") + expr + ")" + m.count()
		}
		return expr
	case 2:
		// Much code.
		class := m.pick("a", `\pL`, "[a-c]", "(?i:k)", "ab", "(a)", "a?", "a*", "a|bc", "")
		return strings.Repeat("("+class+"){1000}", 1+m.below(4)) + m.pick("", "|", "*") + strings.Repeat(m.pick("x", "", "é"), m.below(4))
	}
	// Many runes in classes.
	return "(?:" + strings.Repeat(m.pick("[a-c]", `\pL`, "(?i:é)", `[^\pL]`), 1+m.below(20)) + ")" + m.count()
}

func (m *maker) count() string {
	n := m.pick("0", "1", "2", "3", "5", "9", "10", "11", "31", "32", "100", "333", "334", "500", "501", "999", "1000", "1001")
	return m.pick("{"+n+"}", "{"+n+",}", "{"+n+",1000}", "{0,"+n+"}", "{1,"+n+"}", "{2,"+n+"}", "*", "+", "?")
}

// nested returns an expression of about the depth.
func (m *maker) nested(depth int) string {
	begin, end := "", ""
	forms := []string{"( )", "(?: )", "(?: )*", "( )+", "(?:a| )", "(?:a )", "(?: |b)", "(?:b )?", "(?: ){1}", "(?i: )", "(?:a|b| )", "(?: *?)"}
	kinds := []string{m.pick(forms...), m.pick(forms...), m.pick(forms...)}[:1+m.below(3)]
	for n := 0; n < depth; n++ {
		before, after, _ := strings.Cut(m.pick(kinds...), " ")
		begin += before
		end = after + end
	}
	return begin + m.pick("a", "", "[a-c]", "ab", "a"+strconv.Itoa(depth)) + end
}
