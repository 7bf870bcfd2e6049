package json

// scan finds the end of the value at data[i], at that depth of objects and arrays. If fault is not 0 it is no
// value: fault is one of the following, at where.
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
	faultEscape // data[at:end] is no escape
	faultWord   // the word begins at end
)

// unquote returns the string that a scanned literal stands for.
func unquote(literal []byte) string

// quoted appends s in quotes to out; if html is set, what could be taken for HTML is escaped.
func quoted(out []byte, s string, html bool) []byte

// compacted appends valid JSON without white space.
func compacted(out, src []byte, html bool) []byte

// escaped appends JSON with <, >, & and two line breaks of JavaScript as escapes.
func escaped(out, src []byte) []byte

// indented appends valid JSON, each element on a line of its own that begins with prefix and, for each level, indent.
func indented(out, src []byte, prefix, indent string) []byte

// The following read texts that are known to be right.

// nameAt reads the name of a member at data[i]: where the name ends, and where its value begins.
func nameAt(data []byte, i int) (name string, end, value int)

// stringAt reads the string at data[i], and returns where it ends.
func stringAt(data []byte, i int) (s string, end int)

// floatAt reads the number at data[i], and returns where it ends; false if it is too large.
func floatAt(data []byte, i int) (f float64, end int, ok bool)

// integerAt reads the number at data[i], and returns where it ends; false if it is no integer of that size in bits.
func integerAt(data []byte, i int, bits int) (n int64, end int, ok bool)

// beginAt goes into the array or object at data[i]: to its first element, or, if it has none, behind it.
func beginAt(data []byte, i int) (next int, more bool)

// nextAt goes on behind an element that ends at data[i]: to the next one, or, if there is none, behind the array or object.
func nextAt(data []byte, i int) (next int, more bool)
