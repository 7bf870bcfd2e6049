package wire

// The natives are those of encoding/json (see its mod.rs), and some more.

// The rules of verify.
const (
	anyUTF8  = 1 << iota // accept bytes that are not UTF-8, and halves of surrogate pairs
	anyNames             // accept duplicate names
	isFinal              // no more data follows: a number may end at the end of data
)

// The results of verify.
const (
	isValid = iota
	isTruncated
	isInvalid
)

// verify scans the value at data[i], at a depth of objects and arrays, under the rules. It returns where the value
// ends, or that it needs more data, or that the value is invalid.
func verify(data []byte, i, depth, rules int) (end, status int)

// literalEnd returns where the string literal at data[i] ends, 0 if it is invalid or incomplete; strict is verify's
// opposite of anyUTF8. A literal is plain if it contains no escapes.
func literalEnd(data []byte, i int, strict bool) (end int, plain bool)

// Unquoted returns the string that a valid literal stands for.
func Unquoted(literal []byte) string

// quote appends s in quotes; html and js select additional escapes. Bytes that are not UTF-8 become U+FFFD.
func quote(out []byte, s string, html, js bool) []byte

// shortest is the maximum length of a string for quoteShort.
const shortest = 4096

// quoteShort appends s in quotes; if s is not UTF-8, it returns false and appends nothing.
func quoteShort(out []byte, s string) ([]byte, bool)

// compacted appends valid JSON without white space.
func compacted(out, src []byte, html bool) []byte

// escaped appends JSON with escapes for HTML characters, or for JavaScript's line breaks.
func escaped(out, src []byte, html, js bool) []byte

// The following natives read text that has been checked.

// NameAt reads the name of a member at data[i]; it returns where the name ends, and where its value begins.
func NameAt(data []byte, i int) (name string, end, value int)

// MemberAt is NameAt for a name that is written as literal; it returns 0 if the text at data[i] is another.
func MemberAt(data []byte, i int, literal string) (end, value int)

// StringAt reads the string at data[i], and returns where it ends.
func StringAt(data []byte, i int) (s string, end int)

// FloatAt reads the number at data[i], and returns where it ends; false if it overflows that size in bits.
func FloatAt(data []byte, i, bits int) (f float64, end int, ok bool)

// IntegerAt reads the number at data[i], and returns where it ends; false if it is not an integer of that size in bits.
func IntegerAt(data []byte, i int, bits int) (n int64, end int, ok bool)

// UnsignedAt is IntegerAt for an unsigned integer.
func UnsignedAt(data []byte, i int, bits int) (n uint64, end int, ok bool)

// beginAt enters the array or object at data[i]: next is its first element, or, if it has none, the position after it.
func beginAt(data []byte, i int) (next int, more bool)

// nextAt continues after an element that ends at data[i]: next is the next one, or, if there is none, the position after the array or object.
func nextAt(data []byte, i int) (next int, more bool)

// valueEnd returns where the value at data[i] ends.
func valueEnd(data []byte, i int) int
