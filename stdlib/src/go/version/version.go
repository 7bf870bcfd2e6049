// Package version compares versions of Go in the form of toolchain names: "go1.20", "go1.21.0", "go1.22rc2".
package version

import (
	"cmp"
	"strings"
)

// A version has the parts of a version: numbers as text, and the kind of a pre-release.
type version struct{ major, minor, patch, kind, pre string }

// number cuts off a number, which must not have leading zeros.
func number(s string) (n, rest string, ok bool) {
	end := 0
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	if end == 0 || s[0] == '0' && end > 1 {
		return "", s, false
	}
	return s[:end], s[end:], true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// parse splits a version into its parts; the parts of an invalid version are empty.
func parse(s string) (v version) {
	s, ok := strings.CutPrefix(s, "go")
	if !ok {
		return version{}
	}
	// A suffix names a toolchain with local changes.
	s, _, _ = strings.Cut(s, "-")
	if v.major, s, ok = number(s); !ok {
		return version{}
	}
	if s == "" {
		v.minor, v.patch = "0", "0"
		return v
	}
	if s, ok = strings.CutPrefix(s, "."); !ok {
		return version{}
	}
	if v.minor, s, ok = number(s); !ok {
		return version{}
	}
	if s == "" {
		if compareNumbers(v.minor, "21") < 0 {
			// Before Go 1.21 the first release had no patch number in its name.
			v.patch = "0"
		}
		return v
	}
	if rest, isPatch := strings.CutPrefix(s, "."); isPatch {
		if v.patch, s, ok = number(rest); !ok || s != "" {
			return version{}
		}
		return v
	}
	return parsePre(v, s)
}

// parsePre parses the kind and the number of a pre-release.
func parsePre(v version, s string) version {
	end := 0
	for end < len(s) && !isDigit(s[end]) {
		if c := s[end]; c < 'a' || 'z' < c {
			return version{}
		}
		end++
	}
	v.kind, s = s[:end], s[end:]
	if s == "" {
		return v
	}
	var ok bool
	if v.pre, s, ok = number(s); !ok || s != "" {
		return version{}
	}
	return v
}

// compareNumbers compares numbers of any length; an empty one is the least.
func compareNumbers(a, b string) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// Lang returns the version of the language, "go1.21" for "go1.21.2", and "" if x is not valid.
func Lang(x string) string {
	v := parse(x)
	switch {
	case v.major == "":
		return ""
	case v.major == "1" && v.minor == "0":
		return "go1"
	}
	return "go" + v.major + "." + v.minor
}

// Compare returns -1, 0 or 1 if x is less than y, equal, or greater. The language "go1.21" is less than "go1.21rc1",
// and that less than "go1.21.0". Invalid versions are equal to each other, and less than others.
func Compare(x, y string) int {
	a, b := parse(x), parse(y)
	return cmp.Or(
		compareNumbers(a.major, b.major),
		compareNumbers(a.minor, b.minor),
		compareNumbers(a.patch, b.patch),
		strings.Compare(a.kind, b.kind),
		compareNumbers(a.pre, b.pre),
	)
}

// IsValid reports whether x is a version.
func IsValid(x string) bool { return parse(x).major != "" }
