// Package regex matches regular expressions; package regexp compiles its trees to their code.
package regex

// digest returns a text that is unique to the code.
func digest(code []rune) string

// hasMatch reports whether the text, which must be UTF-8, contains a match of the code. It is also false if the code is too large.
func hasMatch(key string, code []rune, s string) (has, fits bool)

// find returns the slots of matches in the text, which must be UTF-8: up to limit matches from from on, each with slots
// words. The matches do not overlap; an empty match at before, where the last match ended, does not count. find also
// returns from and before for the next call; from is -1 if there are no more, -2 if the code is too large to match.
func find(key string, code []rune, longest bool, s string, from, before, limit, slots int) (matches []int, nextFrom, nextBefore int)

// collections returns the number of garbage collections so far.
func collections() uint64

// clean returns the ranges sorted and merged, never nil. If fold is set, it adds all runes that differ from one in case
// only; then, if not is set, it returns the complement.
func clean(ranges []rune, fold, not bool) []rune

// set returns the Unicode category or script with that loose name as triples lo, hi, stride, nil if there is none.
func set(name string) []uint32

// Clean sorts and merges ranges as clean does.
func Clean(ranges []rune, fold, not bool) []rune { return clean(ranges, fold, not) }

// Set returns a set of runes as set does.
func Set(name string) []uint32 { return set(name) }
