package testing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// matchFunc reports whether a regular expression matches in a string.
type matchFunc = func(pat, str string) (bool, error)

// A matcher selects tests by the patterns of -test.run and -test.skip and gives subtests unique names.
type matcher struct {
	filter    filterMatch
	skip      filterMatch
	matchFunc matchFunc

	mu       sync.Mutex
	subNames map[string]int32 // how often each full name was requested; guarded by mu
}

// A filterMatch is a pattern for the elements of a test's name, which slashes separate.
type filterMatch interface {
	// matches reports whether elems match as far as both have elements; partial says that the pattern has more.
	matches(elems []string, match matchFunc) (ok, partial bool)
	// verify rewrites the pattern as names are rewritten and returns an error if it is invalid; name is the
	// name of the flag.
	verify(name string, match matchFunc) error
}

// A simpleMatch has an expression for each element, for a pattern like "A/B".
type simpleMatch []string

// An alternationMatch matches if one of its patterns does, for a pattern like "A/B|C".
type alternationMatch []filterMatch

// matchMutex serialises calls of matching functions, which may cache expressions.
var matchMutex sync.Mutex

// allMatcher selects all tests.
func allMatcher() *matcher { return newMatcher(nil, "", "", "") }

// newMatcher selects the tests that match run, the value of the flag name, and do not match skip. It ends the
// program if one of them is invalid.
func newMatcher(match matchFunc, run, name, skip string) *matcher {
	m := &matcher{filter: simpleMatch{}, skip: alternationMatch{}, matchFunc: match, subNames: map[string]int32{}}
	if run != "" {
		m.filter = mustVerify(splitRegexp(run), name, match)
	}
	if skip != "" {
		m.skip = mustVerify(splitRegexp(skip), "-test.skip", match)
	}
	return m
}

func mustVerify(pattern filterMatch, name string, match matchFunc) filterMatch {
	if err := pattern.verify(name, match); err != nil {
		fmt.Fprintf(os.Stderr, "testing: invalid regexp for %s\n", err)
		os.Exit(1)
	}
	return pattern
}

// fullName makes the full name of a subtest of c, nil for none. ok reports whether it is selected, partial
// whether only tests below it are.
func (m *matcher) fullName(c *common, name string) (full string, ok, partial bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	full = name
	if c != nil && c.level > 0 {
		full = m.unique(c.name, rewrite(name))
	}
	matchMutex.Lock()
	defer matchMutex.Unlock()
	elems := strings.Split(full, "/")
	ok, partial = m.filter.matches(elems, m.matchFunc)
	if ok {
		if skip, below := m.skip.matches(elems, m.matchFunc); skip && !below {
			ok = false
		}
	}
	return full, ok, ok && partial
}

// clearSubNames clears the names of subtests, so that they can be used again.
func (m *matcher) clearSubNames() {
	m.mu.Lock()
	clear(m.subNames)
	m.mu.Unlock()
}

func (m simpleMatch) matches(elems []string, match matchFunc) (ok, partial bool) {
	for i, pattern := range m {
		if i == len(elems) {
			return true, true
		}
		if ok, _ := match(pattern, elems[i]); !ok {
			return false, false
		}
	}
	return true, false
}

func (m simpleMatch) verify(name string, match matchFunc) error {
	for i, pattern := range m {
		m[i] = rewrite(pattern)
		if _, err := match(m[i], "non-empty"); err != nil {
			return fmt.Errorf("element %d of %s (%q): %s", i, name, m[i], err)
		}
	}
	return nil
}

func (m alternationMatch) matches(elems []string, match matchFunc) (ok, partial bool) {
	for _, pattern := range m {
		if ok, partial = pattern.matches(elems, match); ok {
			return true, partial
		}
	}
	return false, false
}

func (m alternationMatch) verify(name string, match matchFunc) error {
	for i, pattern := range m {
		if err := pattern.verify(name, match); err != nil {
			return fmt.Errorf("alternation %d of %s", i, err)
		}
	}
	return nil
}

// splitRegexp splits a pattern at its slashes and bars, except those in brackets or parentheses and
// escaped ones.
func splitRegexp(pattern string) filterMatch {
	var (
		all    alternationMatch
		elems  simpleMatch
		from   int // start of the element
		class  int // depth of brackets
		groups int // depth of parentheses
	)
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\':
			i++
		case c == '[':
			class++
		case c == ']':
			class = max(class-1, 0) // without an opening bracket it is a literal character
		case class > 0:
		case c == '(':
			groups++
		case c == ')':
			groups--
		case groups == 0 && (c == '/' || c == '|'):
			elems = append(elems, pattern[from:i])
			from = i + 1
			if c == '|' {
				all = append(all, elems)
				elems = nil
			}
		}
	}
	elems = append(elems, pattern[from:])
	if all == nil {
		return elems
	}
	return append(all, elems)
}

// unique makes the name of parent's subtest, numbered if it was used before. The caller holds m.mu.
func (m *matcher) unique(parent, name string) string {
	base := parent + "/" + name
	for {
		n := m.subNames[base]
		if n < 0 {
			panic("subtest count overflow")
		}
		m.subNames[base] = n + 1
		if n > 0 || name == "" {
			if numbered := fmt.Sprintf("%s#%02d", base, n); m.subNames[numbered] == 0 {
				return numbered
			}
		} else if prefix, number := parseSubtestNumber(base); prefix == base || number >= m.subNames[prefix] {
			return base // this number was not given to an earlier name
		}
	}
}

// parseSubtestNumber splits the number that unique has added from a name, if it has one.
func parseSubtestNumber(s string) (prefix string, number int32) {
	i := strings.LastIndexByte(s, '#')
	if i < 0 {
		return s, 0
	}
	prefix, digits := s[:i], s[i+1:]
	switch {
	case len(digits) < 2, len(digits) > 2 && digits[0] == '0':
		return s, 0 // not in the format of %02d
	case digits == "00" && !strings.HasSuffix(prefix, "/"):
		return s, 0 // only empty names are numbered from 0
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 0 {
		return s, 0
	}
	return prefix, int32(n)
}

// rewrite makes a name printable and replaces white space.
func rewrite(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isSpace(r) {
			b.WriteByte('_')
		} else if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// isSpace is unicode.IsSpace, without its tables.
func isSpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', 0x2000 <= r && r <= 0x200a:
		return true
	}
	switch r {
	case ' ', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return false
}
