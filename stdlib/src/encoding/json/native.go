package json

// scan finds the end of the value at data[i], at a depth of objects and arrays. If fault is not 0, the value is
// invalid: fault is one of the following, at the index at.
func scan(data []byte, i, depth int) (end, fault, at int)

const (
	faultEnd = 1 + iota
	faultValue
	faultName
	faultColon
	faultMember
	faultElement
	faultString
	faultNumber
	faultDepth
	faultEscape // data[at:end] is not a valid escape
	faultWord   // the invalid word begins at end
)

// unquote returns the contents of a string literal that scan accepted.
func unquote(literal []byte) string

// quoted appends s in quotes to out; html says to escape <, > and &.
func quoted(out []byte, s string, html bool) []byte

// compacted appends valid JSON without white space.
func compacted(out, src []byte, html bool) []byte

// escaped appends JSON with <, >, & and the line breaks U+2028 and U+2029 as escapes.
func escaped(out, src []byte) []byte

// indented appends valid JSON, each element on a line of its own that begins with prefix and, for each level, indent.
func indented(out, src []byte, prefix, indent string) []byte

// The following natives read text that has been checked.

// nameAt reads the name of a member at data[i]; it returns where the name ends, and where its value begins.
func nameAt(data []byte, i int) (name string, end, value int)

// stringAt reads the string at data[i], and returns where it ends.
func stringAt(data []byte, i int) (s string, end int)

// floatAt reads the number at data[i], and returns where it ends; false if it overflows.
func floatAt(data []byte, i int) (f float64, end int, ok bool)

// integerAt reads the number at data[i], and returns where it ends; false if it is not an integer of that size in bits.
func integerAt(data []byte, i int, bits int) (n int64, end int, ok bool)

// beginAt enters the array or object at data[i]: next is its first element, or, if it has none, the position after it.
func beginAt(data []byte, i int) (next int, more bool)

// nextAt continues after an element that ends at data[i]: next is the next one, or, if there is none, the position after the array or object.
func nextAt(data []byte, i int) (next int, more bool)
