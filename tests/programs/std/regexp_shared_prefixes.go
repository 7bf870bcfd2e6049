package main

// Random expressions whose alternatives begin, or end, alike: the matches that the first alternative has are preferred.
//
// Arguments: a seed, the number of expressions, and `all` to print every result instead of a hash for each hundred
// expressions. tests/differential/regexp.py compares many more of all kinds.

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// A source of numbers that does not depend on the Go version.
type source uint64

func (s *source) below(n int) int {
	*s = *s*6364136223846793005 + 1442695040888963407
	return int(uint64(*s) >> 33 % uint64(n))
}

func (s *source) pick(words ...string) string { return words[s.below(len(words))] }

type maker struct {
	source
	groups int
}

func (m *maker) atom(depth int) string {
	switch n := m.below(16); {
	case n < 6:
		return m.pick("a", "b", "c", "ab", "é", "x")
	case n < 9:
		return m.pick(".", "[ab]", "[^a]", `\w`, `\d`, `\s`, "[a-cé]", `[[:alpha:]]`, `\pL`, "(?s:.)")
	case n < 10:
		return m.pick("^", "$", `\b`, `\B`, `\A`, `\z`, "(?m:^)", "(?m:$)")
	case n < 11:
		return ""
	case depth == 0:
		return "a"
	case n < 13:
		m.groups++
		return "(" + m.expr(depth-1) + ")"
	case n < 14:
		return "(?i:" + m.expr(depth-1) + ")"
	}
	return "(?:" + m.expr(depth-1) + ")"
}

func (m *maker) repeated(depth int) string {
	atom := m.atom(depth)
	if atom == "" || m.below(3) > 0 {
		return atom
	}
	if len(atom) > 1 && atom[0] != '(' && atom[0] != '[' && atom[0] != '\\' {
		atom = "(?:" + atom + ")"
	}
	return atom + m.pick("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0}", "{1,3}?")
}

func (m *maker) concat(depth int) string {
	var b strings.Builder
	for range 1 + m.below(3) {
		b.WriteString(m.repeated(depth))
	}
	return b.String()
}

func (m *maker) expr(depth int) string {
	if m.below(2) > 0 {
		return m.concat(depth)
	}
	// Alternatives that begin, or end, alike.
	shared := ""
	if m.below(2) > 0 {
		shared = m.repeated(max(depth-1, 0))
	}
	last := m.below(4) == 0
	var parts []string
	for range 2 + m.below(3) {
		if part := m.concat(depth); last {
			parts = append(parts, part+shared)
		} else {
			parts = append(parts, shared+part)
		}
	}
	return strings.Join(parts, "|")
}

func (m *maker) text() string {
	var b strings.Builder
	for range m.below(12) {
		b.WriteString(m.pick("a", "b", "c", "a", "b", "A", "é", "É", "x", "1", " ", "\n", "\xff", "K"))
	}
	return b.String()
}

func main() {
	seed, count, all := 1, 1500, false
	if len(os.Args) > 2 {
		seed, _ = strconv.Atoi(os.Args[1])
		count, _ = strconv.Atoi(os.Args[2])
		all = len(os.Args) > 3
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	m := maker{source: source(seed)}
	hash := fnv.New64a()
	matches := 0
	for i := range count {
		expr := m.expr(1 + m.below(2))
		re, err := regexp.Compile(expr)
		if err != nil {
			fmt.Fprintf(hash, "%q %v\n", expr, err)
			if all {
				fmt.Fprintf(out, "%q %v\n", expr, err)
			}
			continue
		}
		longest := regexp.MustCompile(expr)
		longest.Longest()
		for range 4 {
			text := m.text()
			line := fmt.Sprintf("%q %q %v %v %v %v\n", expr, text, re.MatchString(text), re.FindStringSubmatchIndex(text),
				re.FindAllStringSubmatchIndex(text, -1), longest.FindAllStringSubmatchIndex(text, -1))
			matches += 3
			hash.Write([]byte(line))
			if all {
				out.WriteString(line)
			}
		}
		if i%100 == 99 && !all {
			fmt.Fprintf(out, "%d %016x\n", i+1, hash.Sum64())
		}
	}
	fmt.Fprintln(out, matches, "matches")
}

// Output:
// 100 bd92719db6d33ff2
// 200 89a21b7f3e4a23c9
// 300 795cda662bb662ff
// 400 196c77570034ebd9
// 500 ac122dbaa13c4476
// 600 77adde51813e1f41
// 700 f683b8d15b3e7d86
// 800 324133dac69020e2
// 900 3b603f57cbb4704b
// 1000 d665fb98f2f87e00
// 1100 bcf41370135bfe9d
// 1200 2978c67a6f0e5a67
// 1300 b4858376a7edd226
// 1400 e17eb8584e2057ba
// 1500 a45cfc8d2ee74c7c
// 18000 matches
