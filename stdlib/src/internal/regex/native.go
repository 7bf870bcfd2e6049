package regex

// digest returns a text that no other code has.
func digest(code []rune) string

// hasMatch reports whether the text, which is UTF-8, has a match of the code. False, too, if it is too large to match.
func hasMatch(key string, code []rune, s string) (has, fits bool)

// find returns the slots of matches in the text, which is UTF-8: up to limit of them from on, of slots
// words each. They do not overlap, and an empty one does not stand at before, where the last one ended. It also returns
// from and before for the next call; a from of -1 if there are no more, of -2 if the code is too large to match.
func find(key string, code []rune, longest bool, s string, from, before, limit, slots int) (matches []int, nextFrom, nextBefore int)

// collections returns how many collections of garbage there were.
func collections() uint64
