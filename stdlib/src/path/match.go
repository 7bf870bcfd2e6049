package path

import (
	"errors"
	"internal/wildcard"
)

// ErrBadPattern means that a pattern is malformed.
var ErrBadPattern = errors.New("syntax error in pattern")

// Match reports whether all of name matches pattern: '*' any sequence without '/', '?' one character but '/', '[a-z]'
// '[^a]' a class, '\\c' the character c.
func Match(pattern, name string) (matched bool, err error) {
	matched, bad := wildcard.Match(pattern, name, true)
	if bad {
		err = ErrBadPattern
	}
	return matched, err
}
