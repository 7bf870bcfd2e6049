package wire

// The natives are those of encoding/json (its mod.rs), and some more.

// The rules of verify.
const (
	anyUTF8  = 1 << iota // bytes that are no UTF-8, and halves of surrogate pairs, are let through
	anyNames             // names may be repeated
	isFinal              // nothing follows data: a number may end there
)

// The results of verify.
const (
	isValid = iota
	isTruncated
	isInvalid
)

// verify scans the value at data[i], at that depth of objects and arrays, by the rules. It returns where the value ends,
// or that more data is needed, or that it is wrong.
func verify(data []byte, i, depth, rules int) (end, status int)

// literalEnd returns where the string literal at data[i] ends, 0 if it is wrong or does not end; strict as verify
// without anyUTF8. It is plain if its contents stand for themselves.
func literalEnd(data []byte, i int, strict bool) (end int, plain bool)

// Unquoted returns the string that a valid literal stands for.
func Unquoted(literal []byte) string

// quote appends s in quotes; html and js tell what is escaped besides. Bytes that are no UTF-8 become U+FFFD.
func quote(out []byte, s string, html, js bool) []byte

// shortest is how long a string may be for quoteShort.
const shortest = 4096

// quoteShort appends s in quotes; false, and nothing is appended, if it is no UTF-8.
func quoteShort(out []byte, s string) ([]byte, bool)

// compacted appends valid JSON without white space.
func compacted(out, src []byte, html bool) []byte

// escaped appends JSON with characters of HTML, or line breaks of JavaScript, as escapes.
func escaped(out, src []byte, html, js bool) []byte

// The following read texts that are known to be right.

// NameAt reads the name of a member at data[i]: where the name ends, and where its value begins.
func NameAt(data []byte, i int) (name string, end, value int)

// StringAt reads the string at data[i], and returns where it ends.
func StringAt(data []byte, i int) (s string, end int)

// FloatAt reads the number at data[i], and returns where it ends; false if it is too large for that size in bits.
func FloatAt(data []byte, i, bits int) (f float64, end int, ok bool)

// IntegerAt reads the number at data[i], and returns where it ends; false if it is no integer of that size in bits.
func IntegerAt(data []byte, i int, bits int) (n int64, end int, ok bool)

// UnsignedAt is the same of a number without sign.
func UnsignedAt(data []byte, i int, bits int) (n uint64, end int, ok bool)

// beginAt goes into the array or object at data[i]: to its first element, or, if it has none, behind it.
func beginAt(data []byte, i int) (next int, more bool)

// nextAt goes on behind an element that ends at data[i]: to the next one, or, if there is none, behind the array or object.
func nextAt(data []byte, i int) (next int, more bool)

// valueEnd returns where the value at data[i] ends.
func valueEnd(data []byte, i int) int
