package strconv

// parseInt parses s as ParseInt does, including underscores (base 0 only). code is 0 for success, 1 for bad syntax (i
// is 0), 2 out of range (i is the nearest value that fits), 3 bad base (not 0, 2…36), 4 bad bitSize (not 0…64). An empty s is bad syntax, whatever base and size.
func parseInt(s string, base int, bitSize int) (i int64, code int)

// parseUint is parseInt for unsigned numbers; a sign is bad syntax.
func parseUint(s string, base int, bitSize int) (i uint64, code int)

// parseFloatPrefix parses the longest floating-point number at the beginning of s: decimal or hexadecimal with p
// exponent, underscores as in a Go literal with base prefix only, inf, infinity, nan in any case, sign. n is the number
// of bytes read; code is 0, 1 (bad syntax: no number there; f and n are 0) or 2 (out of range: f is ±Inf). For bitSize 32 f is rounded to float32.
func parseFloatPrefix(s string, bitSize int) (f float64, n int, code int)

// Itoa returns FormatInt(int64(i), 10).
func Itoa(i int) string

// formatInt returns i in base 2…36, lower case.
func formatInt(i int64, base int) string

// formatUint returns i in base 2…36, lower case.
func formatUint(i uint64, base int) string

// appendInt appends formatInt(i, base) to dst and returns dst, grown as append grows it.
func appendInt(dst []byte, i int64, base int) []byte

// appendUint appends formatUint(i, base) to dst.
func appendUint(dst []byte, i uint64, base int) []byte

// formatFloat is FormatFloat with bitSize 32 or 64. An unknown format gives "%" and the format byte.
func formatFloat(f float64, fmt byte, prec, bitSize int) string

// appendFloat appends formatFloat to dst.
func appendFloat(dst []byte, f float64, fmt byte, prec, bitSize int) []byte

// quote returns s as a Go literal between two bytes q (" or '), with the escapes \a \b \f \n \r \t \v \\ \q, \xNN for
// invalid UTF-8 and for control characters below 0x80, \uNNNN, \UNNNNNNNN. mode says which runes are kept: 0 if IsPrint, 1 if ASCII and IsPrint, 2 if IsGraphic.
func quote(s string, q byte, mode int) string

// IsPrint reports whether r is printable: a letter, mark, number, punctuation, symbol or the ASCII space.
func IsPrint(r rune) bool

// IsGraphic reports whether r is graphic: printable or a space of category Zs.
func IsGraphic(r rune) bool

// CanBackquote reports whether s is valid between backquotes unchanged: valid UTF-8, one line, no control characters but tab, no backquote, no U+FEFF.
func CanBackquote(s string) bool

// indexByte returns the index of the first c in s, -1 if there is none.
func indexByte(s string, c byte) int
