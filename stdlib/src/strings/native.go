package strings

// Index returns the index of the first substr in s, -1 if there is none; an empty substr is at 0.
func Index(s, substr string) int

// LastIndex returns the index of the last substr in s, -1 if there is none; an empty substr is at len(s).
func LastIndex(s, substr string) int

// IndexRune returns the index of the first r in s; of the first invalid byte if r is RuneError; -1 if there is none.
func IndexRune(s string, r rune) int

// IndexByte returns the index of the first c in s, -1 if there is none.
func IndexByte(s string, c byte) int

// LastIndexByte returns the index of the last c in s, -1 if there is none.
func LastIndexByte(s string, c byte) int

// IndexAny returns the index of the first rune of s that is in chars, -1 if there is none. An invalid byte of s counts
// as U+FFFD, and so does one of chars.
func IndexAny(s, chars string) int

// LastIndexAny is IndexAny for the last such rune.
func LastIndexAny(s, chars string) int

// Count returns the number of non-overlapping substr in s; the number of runes + 1 if substr is empty.
func Count(s, substr string) int

// EqualFold reports whether s and t, as UTF-8, are equal under simple Unicode case folding.
func EqualFold(s, t string) bool

// repeat returns count >= 0 copies of s.
func repeat(s string, count int) string

// replace replaces the first n occurrences of old (all if n < 0) in s by new; an empty old matches before every rune
// and at the end. replace returns s itself if there is nothing to replace.
func replace(s, old, new string, n int) string

// split implements Split and its variants: at most n parts (n < 0: no limit; 0: a nil slice), each with the first save
// bytes of its separator. An empty sep splits s into its runes (invalid bytes one by one), the last part of n being the rest.
func split(s, sep string, save, n int) []string

// Join returns elems in a row with sep between them.
func Join(elems []string, sep string) string

// Fields returns the runs of s without white space (as unicode.IsSpace has it); never nil.
func Fields(s string) []string

// ToUpper returns s with each letter in upper case, by the simple mapping of unicode.ToUpper; invalid bytes become
// U+FFFD if anything changes or s is not all ASCII.
func ToUpper(s string) string

// ToLower is ToUpper for lower case.
func ToLower(s string) string

// ToTitle is ToUpper for title case.
func ToTitle(s string) string

// ToValidUTF8 returns s with each run of invalid bytes replaced by replacement.
func ToValidUTF8(s, replacement string) string

// TrimSpace returns s without leading and trailing white space, as unicode.IsSpace has it.
func TrimSpace(s string) string

// TrimLeft returns s without its leading runes that are in cutset.
func TrimLeft(s, cutset string) string

// TrimRight returns s without its trailing runes that are in cutset.
func TrimRight(s, cutset string) string
