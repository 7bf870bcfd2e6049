package testing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// matchFunc tells whether a regular expression matches in a string.
type matchFunc = func(pat, str string) (bool, error)

// A matcher chooses tests by the patterns of -test.run and -test.skip and gives subtests names of their own.
type matcher struct {
	filter    filterMatch
	skip      filterMatch
	matchFunc matchFunc

	mu       sync.Mutex
	subNames map[string]int32 // how often each full name was asked for; guarded by mu
}

// A filterMatch is a pattern for the elements of a test's name, which are what stands between its slashes.
type filterMatch interface {
	// matches tells whether elems are matched as far as both reach; partial, whether the pattern goes further.
	matches(elems []string, match matchFunc) (ok, partial bool)
	// verify rewrites the pattern as names are rewritten and tells what is wrong with it, which is the value of the flag
	// name.
	verify(name string, match matchFunc) error
}

// A simpleMatch has an expression for each element: those of "A/B".
type simpleMatch []string

// An alternationMatch matches when one of its patterns does: those of "A/B|C".
type alternationMatch []filterMatch

// matchMutex keeps matching functions, which may cache expressions, from being called by two goroutines at once.
var matchMutex sync.Mutex

// allMatcher chooses all tests.
func allMatcher() *matcher { return newMatcher(nil, "", "", "") }

// newMatcher chooses the tests that match run, which is the value of the flag name, and do not match skip. It ends the
// program if one of them is no pattern.
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

// fullName makes the name of the test that c, nil for none, runs as name. ok tells whether it is chosen, partial
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

// clearSubNames forgets the names of subtests; they may be given again.
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

// splitRegexp splits a pattern at its slashes and bars, but for those in brackets or parentheses and those that are
// escaped.
func splitRegexp(pattern string) filterMatch {
	var (
		all    alternationMatch
		elems  simpleMatch
		from   int // where the element begins
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
			class = max(class-1, 0) // without an opening one it stands for itself
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

// unique makes the name of parent's subtest name, numbered if it was given before. m.mu is held.
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
			return base // not the number that was given to an earlier one
		}
	}
}

// parseSubtestNumber splits a number, as unique gives it, from a name that has one.
func parseSubtestNumber(s string) (prefix string, number int32) {
	i := strings.LastIndexByte(s, '#')
	if i < 0 {
		return s, 0
	}
	prefix, digits := s[:i], s[i+1:]
	switch {
	case len(digits) < 2, len(digits) > 2 && digits[0] == '0':
		return s, 0 // not as %02d prints it
	case digits == "00" && !strings.HasSuffix(prefix, "/"):
		return s, 0 // only names that are empty are numbered from 0
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 0 {
		return s, 0
	}
	return prefix, int32(n)
}

// rewrite makes a name printable and free of white space.
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
