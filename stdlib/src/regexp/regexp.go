// Package regexp finds text by regular expressions, in RE2's syntax and in time linear in the text.
package regexp

import (
	"internal/regex"
	"io"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unsafe"
)

// A Regexp is an expression ready to match; several goroutines can use it.
type Regexp struct {
	expr  string
	flags syntax.Flags // flags of the syntax
	prog  *regex.Program
}

// Compile parses an expression; of several matches at one position the first alternative is preferred, as in Perl.
func Compile(expr string) (*Regexp, error) { return compile(expr, syntax.Perl, false) }

// CompilePOSIX parses an expression in the syntax of egrep; the longest match is preferred.
func CompilePOSIX(expr string) (*Regexp, error) { return compile(expr, syntax.POSIX, true) }

func compile(expr string, flags syntax.Flags, longest bool) (*Regexp, error) {
	tree, err := syntax.Parse(expr, flags)
	if err != nil {
		return nil, err
	}
	slow := func() regex.Search { return newPike(expr, flags) }
	return &Regexp{expr, flags, regex.New(encode(nil, tree), tree.CapNames(), longest, slow)}, nil
}

func quote(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// MustCompile is Compile for expressions known to be valid: it panics if one is not.
func MustCompile(str string) *Regexp {
	re, err := Compile(str)
	if err != nil {
		panic(`regexp: Compile(` + quote(str) + `): ` + err.Error())
	}
	return re
}

// MustCompilePOSIX is CompilePOSIX for expressions known to be valid: it panics if one is not.
func MustCompilePOSIX(str string) *Regexp {
	re, err := CompilePOSIX(str)
	if err != nil {
		panic(`regexp: CompilePOSIX(` + quote(str) + `): ` + err.Error())
	}
	return re
}

// String returns the expression.
func (re *Regexp) String() string { return re.expr }

// Copy returns a copy. Programs need no copies, since several goroutines may use one Regexp.
func (re *Regexp) Copy() *Regexp {
	c := *re
	return &c
}

// Longest makes the Regexp prefer the longest match from now on.
func (re *Regexp) Longest() {
	prog := *re.prog
	prog.Longest = true
	re.prog = &prog
}

// NumSubexp returns the number of groups.
func (re *Regexp) NumSubexp() int { return len(re.prog.Names) - 1 }

// SubexpNames returns the names of the groups; the name of group 0, the whole match, is "".
func (re *Regexp) SubexpNames() []string { return re.prog.Names }

// SubexpIndex returns the index of the group with the name, -1 if there is none.
func (re *Regexp) SubexpIndex(name string) int {
	if name == "" {
		return -1
	}
	return slices.Index(re.prog.Names, name)
}

// LiteralPrefix returns text that each match begins with, and whether it is all of it.
func (re *Regexp) LiteralPrefix() (prefix string, complete bool) {
	return re.literalPrefix()
}

// MatchString reports whether the text has a match.
func (re *Regexp) MatchString(s string) bool { return re.prog.Has(s, false) }

// Match is MatchString for bytes.
func (re *Regexp) Match(b []byte) bool { return re.prog.Has(shared(b), true) }

// shared returns the bytes as a string that shares their memory.
func shared(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// MatchReader is MatchString for runes from a reader.
func (re *Regexp) MatchReader(r io.RuneReader) bool {
	text, _ := readAll(r)
	return re.MatchString(text)
}

// A shift says how much to add to indices of a text, from an index on, to get the offsets in the reader's input.
type shift struct{ from, add int }

// readAll reads all runes into a text, and returns its shifts. There are shifts where a rune's width in the text
// differs from the width that the reader returned, for instance for invalid UTF-8.
func readAll(r io.RuneReader) (text string, shifts []shift) {
	var b strings.Builder
	add := 0
	for {
		c, width, err := r.ReadRune()
		if err != nil {
			return b.String(), shifts
		}
		n, _ := b.WriteRune(c)
		if n != width {
			add += width - n
			shifts = append(shifts, shift{b.Len(), add})
		}
	}
}

// shifted converts the indices of a match to offsets in the reader's input; it overwrites loc.
func shifted(loc []int, shifts []shift) []int {
	for i, index := range loc {
		after, _ := slices.BinarySearchFunc(shifts, index+1, func(s shift, index int) int { return s.from - index })
		if after > 0 {
			loc[i] += shifts[after-1].add
		}
	}
	return loc
}

// MatchString reports whether s has a match of the expression.
func MatchString(pattern string, s string) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchString(s), nil
}

// Match is MatchString for bytes.
func Match(pattern string, b []byte) (matched bool, err error) {
	return MatchString(pattern, string(b))
}

// MatchReader is MatchString for runes from a reader.
func MatchReader(pattern string, r io.RuneReader) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchReader(r), nil
}

// QuoteMeta returns an expression that matches just s.
func QuoteMeta(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\.+*?()|[]{}^$`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// replace replaces each match with the text that put appends.
func (re *Regexp) replace(src string, isShared bool, slots int, put func(dst []byte, m []int) []byte) ([]byte, bool) {
	var out []byte
	at, done := 0, false
	re.prog.Each(src, isShared, -1, slots, func(m []int) {
		out = put(append(out, src[at:m[0]]...), m)
		at, done = m[1], true
	})
	if !done {
		return nil, false
	}
	return append(out, src[at:]...), true
}

func (re *Regexp) replaced(src string, slots int, put func(dst []byte, m []int) []byte) string {
	if out, done := re.replace(src, false, slots, put); done {
		return unsafe.String(unsafe.SliceData(out), len(out))
	}
	return src
}

func (re *Regexp) replacedBytes(src []byte, slots int, put func(dst []byte, m []int) []byte) []byte {
	if out, done := re.replace(shared(src), true, slots, put); done {
		return out
	}
	return append([]byte(nil), src...)
}

func (re *Regexp) all() int { return 2 * len(re.prog.Names) }

// ReplaceAllString replaces each match with repl, in which $1, ${1} and ${name} stand for groups.
func (re *Regexp) ReplaceAllString(src, repl string) string {
	n := 2
	if strings.Contains(repl, "$") {
		n = re.all()
	}
	return re.replaced(src, n, func(dst []byte, m []int) []byte { return re.expand(dst, repl, src, m) })
}

// ReplaceAllLiteralString replaces each match with repl, in which $ has no meaning.
func (re *Regexp) ReplaceAllLiteralString(src, repl string) string {
	return re.replaced(src, 2, func(dst []byte, m []int) []byte { return append(dst, repl...) })
}

// ReplaceAllStringFunc replaces each match with the result of repl for it.
func (re *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	return re.replaced(src, 2, func(dst []byte, m []int) []byte { return append(dst, repl(src[m[0]:m[1]])...) })
}

// ReplaceAll is ReplaceAllString for bytes.
func (re *Regexp) ReplaceAll(src, repl []byte) []byte {
	s, r := shared(src), string(repl)
	return re.replacedBytes(src, re.all(), func(dst []byte, m []int) []byte { return re.expand(dst, r, s, m) })
}

// ReplaceAllLiteral is ReplaceAllLiteralString for bytes.
func (re *Regexp) ReplaceAllLiteral(src, repl []byte) []byte {
	return re.replacedBytes(src, 2, func(dst []byte, m []int) []byte { return append(dst, repl...) })
}

// ReplaceAllFunc is ReplaceAllStringFunc for bytes.
func (re *Regexp) ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte {
	return re.replacedBytes(src, 2, func(dst []byte, m []int) []byte { return append(dst, repl(src[m[0]:m[1]])...) })
}

// Expand appends template to dst, with $1, ${1} and ${name} replaced by the groups of a match in src.
func (re *Regexp) Expand(dst []byte, template []byte, src []byte, match []int) []byte {
	return re.expand(dst, string(template), shared(src), match)
}

// ExpandString is Expand for strings.
func (re *Regexp) ExpandString(dst []byte, template string, src string, match []int) []byte {
	return re.expand(dst, template, src, match)
}

func (re *Regexp) expand(dst []byte, template, src string, m []int) []byte {
	for {
		before, after, ok := strings.Cut(template, "$")
		dst = append(dst, before...)
		if !ok {
			return dst
		}
		if strings.HasPrefix(after, "$") {
			dst = append(dst, '$')
			template = after[1:]
			continue
		}
		name, rest, ok := groupName(after)
		if !ok {
			dst = append(dst, '$')
			template = after
			continue
		}
		template = rest
		if n, err := strconv.Atoi(name); err == nil && (name[0] != '0' || name == "0") {
			if 2*n+1 < len(m) && m[2*n] >= 0 {
				dst = append(dst, src[m[2*n]:m[2*n+1]]...)
			}
			continue
		}
		for i, other := range re.prog.Names {
			if name == other && 2*i+1 < len(m) && m[2*i] >= 0 {
				dst = append(dst, src[m[2*i]:m[2*i+1]]...)
				break
			}
		}
	}
}

// groupName reads name or {name}.
func groupName(s string) (name, rest string, ok bool) {
	brace := strings.HasPrefix(s, "{")
	if brace {
		s = s[1:]
	}
	end := strings.IndexFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(s)
	}
	if end == 0 || brace && (end == len(s) || s[end] != '}') {
		return "", "", false
	}
	if brace {
		return s[:end], s[end+1:], true
	}
	return s[:end], s[end:], true
}

// Split returns the texts between matches, at most n pieces; for n = 0 none, for negative n all.
func (re *Regexp) Split(s string, n int) []string {
	if n == 0 {
		return nil
	}
	if len(re.expr) > 0 && len(s) == 0 {
		return []string{""}
	}
	out := []string{}
	from, end := 0, 0
	for _, m := range re.FindAllStringIndex(s, n) {
		if n > 0 && len(out) == n-1 {
			break
		}
		end = m[0]
		if m[1] != 0 {
			out = append(out, s[from:end])
		}
		from = m[1]
	}
	if end != len(s) {
		out = append(out, s[from:])
	}
	return out
}

// AppendText appends the expression.
func (re *Regexp) AppendText(b []byte) ([]byte, error) { return append(b, re.expr...), nil }

// MarshalText returns the expression.
func (re *Regexp) MarshalText() ([]byte, error) { return []byte(re.expr), nil }

// UnmarshalText compiles the expression.
func (re *Regexp) UnmarshalText(text []byte) error {
	made, err := Compile(string(text))
	if err == nil {
		*re = *made
	}
	return err
}
