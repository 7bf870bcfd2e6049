// Package regex matches regular expressions, whose code package regexp makes of their trees.
package regex

// digest returns a text that no other code has.
func digest(code []rune) string

// hasMatch reports whether the text, which is UTF-8, has a match of the code. False, too, if it is too large to match.
func hasMatch(key string, code []rune, s string) (has, fits bool)

// find returns the slots of matches in the text, which is UTF-8: up to limit of them from on, of slots words each. The
// matches do not overlap, and there is no empty match at before, where the last match ended. find also returns from and
// before for the next call; a from of -1 if there are no more, of -2 if the code is too large to match.
func find(key string, code []rune, longest bool, s string, from, before, limit, slots int) (matches []int, nextFrom, nextBefore int)

// collections returns how many collections of garbage there were.
func collections() uint64

// clean returns the ranges sorted and joined, never nil: with all runes that differ from one of theirs in case only if
// fold is set, and then, if not is set, all runes that are in none.
func clean(ranges []rune, fold, not bool) []rune

// set returns the category or script of Unicode of that loose name as triples lo, hi, stride, nil if there is none.
func set(name string) []uint32

// Clean sorts and joins ranges as clean does.
func Clean(ranges []rune, fold, not bool) []rune { return clean(ranges, fold, not) }

// Set returns a set of runes as set does.
func Set(name string) []uint32 { return set(name) }
