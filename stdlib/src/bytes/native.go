package bytes

// Equal reports whether a and b are the same bytes.
func Equal(a, b []byte) bool

// Compare returns -1, 0 or +1 as a is before, equal to or after b.
func Compare(a, b []byte) int

// Index returns the index of the first sep in s, -1 if there is none; an empty sep is at 0.
func Index(s, sep []byte) int

// LastIndex returns the index of the last sep in s, -1 if there is none; an empty sep is at len(s).
func LastIndex(s, sep []byte) int

// IndexRune returns the index of the first r in s; of the first invalid byte if r is RuneError; -1 if there is none.
func IndexRune(s []byte, r rune) int

// IndexByte returns the index of the first c in b, -1 if there is none.
func IndexByte(b []byte, c byte) int

// LastIndexByte returns the index of the last c in s, -1 if there is none.
func LastIndexByte(s []byte, c byte) int

// IndexAny returns the index of the first rune of s that is in chars, -1 if there is none; as in package strings.
func IndexAny(s []byte, chars string) int

// LastIndexAny is IndexAny for the last such rune.
func LastIndexAny(s []byte, chars string) int

// Count returns the number of non-overlapping sep in s; the number of runes + 1 if sep is empty.
func Count(s, sep []byte) int

// EqualFold reports whether s and t, as UTF-8, are equal under simple Unicode case folding.
func EqualFold(s, t []byte) bool

// repeat returns count >= 0 copies of b, never nil.
func repeat(b []byte, count int) []byte

// replace is Replace; the result never shares memory with s, and is nil if it is empty and nothing was replaced.
func replace(s, old, new []byte, n int) []byte

// ToUpper returns a copy of s with each letter in upper case, never nil; as in package strings.
func ToUpper(s []byte) []byte

// ToLower is ToUpper for lower case.
func ToLower(s []byte) []byte

// ToTitle is ToUpper for title case.
func ToTitle(s []byte) []byte

// ToValidUTF8 returns a copy of s with each run of invalid bytes replaced by replacement, never nil.
func ToValidUTF8(s, replacement []byte) []byte

// trimBounds returns from and to of the rest of s without leading (if left) and trailing (if right) runes of cutset.
func trimBounds(s []byte, cutset string, left, right bool) (from, to int)

// spaceBounds is trimBounds for white space, as unicode.IsSpace has it, on both sides.
func spaceBounds(s []byte) (from, to int)
