package main

import (
	"strconv"
	"strings"
	"unicode"
)

// A piece is an expression and a function that returns texts which it likely matches.
type piece struct {
	expr   string
	sample func(s *source) string
}

func fixed(expr, text string) piece {
	return piece{expr, func(*source) string { return text }}
}

// A maker makes random expressions. Each has a theme, so that what belongs together meets often.
type maker struct {
	source
	theme  theme
	posix  bool
	budget int // how many more atoms the expression may have
}

// A theme is the weights of the parts of an expression.
type theme struct {
	letters  []string // literals
	classes  []string // classes, each with characters that it contains behind a blank
	group    int      // groups and flags: of 16 atoms
	empty    int      // assertions: of 16 atoms
	branch   int      // alternations: of 8 expressions
	shared   int      // alternations whose branches begin or end alike: of 8
	nothing  int      // empty branches: of 16
	repeat   int      // repetitions: of 8 atoms
	counted  int      // repetitions with counts: of 8 repetitions
	lazy     int      // lazy repetitions: of 8
	longText bool     // texts of some thousand characters
}

var (
	ascii   = []string{"a", "b", "c", "ab", "x", "-", "1"}
	unicod  = []string{"a", "k", "K", "ſ", "é", "É", "ß", "ẞ", "ſt", "Ω", "ω", "\u212a", "\ufffd", "世", "🙂", "ǅ", "İ", "ı", "i"}
	simple  = []string{". ab\xff", "[ab] ab", "[^a] bc\n", `\w ab_1`, `\W .é `, `\d 01`, `\D a`, `\s  ` + "\n", `\S a`, "[a-c] abc", "[[:alpha:]] aB", "[^ab] c\n"}
	foreign = []string{
		`\pL aé世`, `\PL 1.`, `\p{Lu} AÉǅ`, `\p{Greek} Ωω`, `\P{Greek} a`, `\p{^Greek} a`, `[\p{Lu}1] A1`, "[α-ω] αω", "[^α-ω] aΑ", "[a-ſ] aſ",
		"[k-s] kſs", "[[:^word:]] é.", `[^\x00-\x{10FFFF}] a`, `[\x00-\x{10FFFF}] a世`, `\x{212a} K`, `[\pN\s] 1 `, "[\ufffd] \xff", `\p{Latin} aé`,
		`[[:word:]é] aé`, `[^\S\n] ` + "\t", "[世界] 世", `\p{Any} a`, `[^[:space:]é] a`, `\p{Uppercase_Letter} A`, `[^\D] 1`,
	}
	words = []string{"foo", "foobar", "bar", "abcabc", "http", "https", "xyz", "Sherlock", "a", "ing", "=", "/"}
)

var themes = []theme{
	{letters: ascii, classes: simple, group: 3, empty: 2, branch: 3, shared: 1, nothing: 2, repeat: 3, counted: 2, lazy: 3},
	// Branches that share a repeated beginning.
	{letters: ascii[:4], classes: simple[:4], group: 2, empty: 1, branch: 2, shared: 5, nothing: 2, repeat: 4, counted: 2, lazy: 3},
	// Loops around what may be empty.
	{letters: ascii[:3], classes: simple[:2], group: 7, empty: 3, branch: 3, shared: 1, nothing: 5, repeat: 5, counted: 2, lazy: 4},
	{letters: unicod, classes: foreign, group: 4, empty: 2, branch: 2, shared: 1, nothing: 1, repeat: 3, counted: 2, lazy: 2},
	{letters: ascii[:3], classes: simple[:6], group: 4, empty: 1, branch: 1, shared: 1, nothing: 1, repeat: 6, counted: 7, lazy: 2},
	{letters: ascii[:3], classes: simple, group: 4, empty: 8, branch: 2, shared: 1, nothing: 1, repeat: 3, counted: 2, lazy: 2},
	// Literals, by which texts are searched, and long texts.
	{letters: words, classes: simple, group: 2, empty: 1, branch: 3, shared: 2, nothing: 0, repeat: 2, counted: 2, lazy: 2, longText: true},
}

func (m *maker) atom(depth int) piece {
	m.budget--
	n := m.below(16)
	t := &m.theme
	switch {
	case n < t.group && depth > 0 && m.budget > 0:
		return m.group(depth - 1)
	case n < t.group+t.empty:
		return m.assertion()
	case n < t.group+t.empty+(16-t.group-t.empty)*2/3:
		text := m.pick(t.letters...)
		return piece{escaped(text), func(*source) string { return text }}
	}
	for {
		class, texts, _ := strings.Cut(m.pick(t.classes...), " ")
		if m.posix && (strings.Contains(class, `\w`) || strings.ContainsAny(class, `\`)) {
			continue
		}
		runes := strings.Split(texts, "")
		return piece{class, func(s *source) string { return s.pick(runes...) }}
	}
}

func escaped(text string) string {
	if strings.ContainsAny(text, `\.+*?()|[]{}^$`) {
		return `\` + text
	}
	return text
}

func (m *maker) assertion() piece {
	list := []string{"^ ", "$ ", "^ ", "$ ", `\b `, `\B `, `\A `, `\z `, "(?m:^) \n", "(?m:$) \n", "(?m:^$) \n"}
	if m.posix {
		list = list[:4]
	}
	expr, text, _ := strings.Cut(m.pick(list...), " ")
	return fixed(expr, text)
}

func (m *maker) group(depth int) piece {
	sub := m.expr(depth)
	begin := m.pick("(", "(", "(", "(?:", "(?:", "(?i:", "(?s:", "(?m:", "(?U:", "(?-i:", "(?i-s:", "(?msi:", "(?P<", "(?<", "(?i)")
	if m.posix {
		begin = "("
	}
	sample := sub.sample
	switch begin {
	case "(?P<", "(?<":
		begin += m.pick("n", "name", "N_") + strconv.Itoa(m.below(3)) + ">"
	case "(?i:", "(?i-s:", "(?msi:", "(?i)":
		sample = func(s *source) string { return otherCase(s, sub.sample(s)) }
	}
	if begin == "(?i)" {
		return piece{"(?:" + begin + sub.expr + ")", sample}
	}
	return piece{begin + sub.expr + ")", sample}
}

func otherCase(s *source, text string) string {
	var b strings.Builder
	for _, r := range text {
		for range s.below(3) {
			r = unicode.SimpleFold(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (m *maker) repeated(depth int) piece {
	atom := m.atom(depth)
	for m.below(8) < m.theme.repeat {
		atom = m.repeat(atom)
		if !m.one(4) || !strings.HasSuffix(atom.expr, ")") {
			break
		}
	}
	return atom
}

// repeat puts a repetition on the piece.
func (m *maker) repeat(p piece) piece {
	lo, hi, op := 0, 4, ""
	switch {
	case m.below(8) < m.theme.counted:
		lo = m.below(4)
		switch m.below(4) {
		case 0:
			hi, op = lo, "{"+strconv.Itoa(lo)+"}"
		case 1:
			hi, op = lo+2, "{"+strconv.Itoa(lo)+",}"
		default:
			hi = lo + m.below(4)
			op = "{" + strconv.Itoa(lo) + "," + strconv.Itoa(hi) + "}"
		}
	default:
		op = m.pick("*", "+", "?")
		if op == "+" {
			lo = 1
		} else if op == "?" {
			hi = 1
		}
	}
	if !m.posix && m.below(8) < m.theme.lazy {
		op += "?"
	}
	sample := func(s *source) string {
		text := ""
		for range lo + s.below(hi-lo+1) {
			text += p.sample(s)
		}
		return text
	}
	expr := p.expr + op
	switch {
	case m.one(6):
		expr = "(" + expr + ")"
	case m.one(6) && !m.posix:
		expr = "(?:" + expr + ")"
	}
	return piece{expr, sample}
}

func (m *maker) concat(depth int) piece {
	if m.below(16) < m.theme.nothing {
		return fixed("", "")
	}
	all := m.repeated(depth)
	for range m.below(3) {
		if m.budget > 0 {
			all = both(all, m.repeated(depth))
		}
	}
	return all
}

func both(a, b piece) piece {
	return piece{a.expr + b.expr, func(s *source) string { return a.sample(s) + b.sample(s) }}
}

func (m *maker) expr(depth int) piece {
	n := m.below(8)
	if n >= m.theme.branch+m.theme.shared {
		return m.concat(depth)
	}
	shared, last := fixed("", ""), m.one(4)
	if n < m.theme.shared {
		shared = m.repeated(max(depth-1, 0))
		if m.one(3) {
			shared = both(shared, m.repeated(0))
		}
	}
	var branches []piece
	for range 2 + m.below(3) {
		branch := m.concat(depth)
		switch {
		case m.one(8):
		case last:
			branch = both(branch, shared)
		default:
			branch = both(shared, branch)
		}
		branches = append(branches, branch)
	}
	all := branches[0].expr
	for _, branch := range branches[1:] {
		all += "|" + branch.expr
	}
	return piece{all, func(s *source) string { return branches[s.below(len(branches))].sample(s) }}
}

// text returns a text with samples of the piece in noise.
func (m *maker) text(p piece) string {
	var b strings.Builder
	noise := func() {
		for range m.below(5) {
			b.WriteString(m.noise())
		}
	}
	times := m.below(4)
	if m.theme.longText && m.one(8) || m.one(60) {
		times = 50 + m.below(400)
	}
	noise()
	for range times {
		b.WriteString(p.sample(&m.source))
		if m.one(2) {
			noise()
		}
		if b.Len() > 6000 {
			break
		}
	}
	return b.String()
}

// bad is bytes that are no UTF-8, or not whole.
var bad = []string{"\xff", "\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x99", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80"}

func (m *maker) noise() string {
	switch m.below(12) {
	case 0:
		return m.pick(bad...)
	case 1, 2:
		return m.pick("\n", " ", "\n", "\r\n", "\x00", "_", ".")
	case 3, 4:
		return m.pick(unicod...)
	}
	return m.pick(m.theme.letters...)
}
