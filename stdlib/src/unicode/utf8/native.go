package utf8

// decode returns the first rune of p, which is not empty, and its width; (RuneError, 1) if invalid.
func decode(p []byte) (r rune, size int)

// decodeString is decode for a string.
func decodeString(s string) (r rune, size int)

// RuneCount returns the number of runes in p, each invalid byte counting as one.
func RuneCount(p []byte) int

// RuneCountInString is RuneCount for a string.
func RuneCountInString(s string) (n int)

// Valid reports whether p is all valid UTF-8.
func Valid(p []byte) bool

// ValidString is Valid for a string.
func ValidString(s string) bool
