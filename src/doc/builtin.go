// Package builtin documents what every Go program has without an import: the predeclared types, constants and functions.
// There is no such package: these names belong to the language.
package builtin

// append adds values to the end of a slice and returns the result. It writes into the array of s if that has room, else it copies to
// a larger one: so the result is to be kept, s = append(s, v). A string may be appended to a []byte: append(b, "text"...).
func append(slice []Type, elems ...Type) []Type

// cap returns how many elements v has room for: of a slice the elements from its first one to the end of its array, of a channel
// those of its buffer, of an array or a pointer to one its length. It is 0 for a nil slice or channel.
func cap(v Type) int

// clear deletes all entries of a map, or sets all elements of a slice up to its length to their zero value.
func clear[T ~[]Type | ~map[Type]Type1](t T)

// close says that no more values will be sent on a channel. Receivers get what is in the buffer, then zero values at once, with false
// as second result. Sending on a closed channel panics, and so does closing a channel that is closed or nil.
func close(c chan<- Type)

// complex makes a complex number of its real and its imaginary part.
func complex(r, i FloatType) ComplexType

// copy copies elements from one slice to another, as many as the shorter one has, and returns how many. The slices may overlap.
// A string may be copied to a []byte.
func copy(dst, src []Type) int

// delete removes the entry with this key from a map; nothing happens if there is none, or the map is nil.
func delete(m map[Type]Type1, key Type)

// imag returns the imaginary part of a complex number.
func imag(c ComplexType) FloatType

// len returns the length of v: the elements of an array, slice or map, the bytes of a string, the elements in the buffer of a channel.
// It is 0 for nil.
func len(v Type) int

// make makes a slice, map or channel that can be used: make([]T, length, capacity), make(map[K]V, expected), make(chan T, buffer).
// Of the numbers only the length of a slice is needed.
func make(t Type, size ...IntegerType) Type

// max returns the largest of its arguments: numbers or strings. If one is NaN, so is the result.
func max[T cmp.Ordered](x T, y ...T) T

// min returns the smallest of its arguments: numbers or strings. If one is NaN, so is the result.
func min[T cmp.Ordered](x T, y ...T) T

// new makes a variable and returns its address: new(T) one with the zero value of a type, new(v) one with the value of an expression.
func new(TypeOrExpression) *Type

// panic ends the normal execution of a goroutine: its deferred calls run, function by function, and if none of them recovers, the
// program ends with the value and a traceback.
func panic(v any)

// print writes its arguments to standard error, for debugging. It may leave the language.
func print(args ...Type)

// println is print with spaces between its arguments and a newline behind them.
func println(args ...Type)

// real returns the real part of a complex number.
func real(c ComplexType) FloatType

// recover, called by a deferred function itself, ends the panic of the goroutine and returns its value; the function that deferred the
// call then returns to its caller. It returns nil if there is no panic.
func recover() any

// any is another name of interface{}, which all values implement.
type any = interface{}

// bool is the type of true and false.
type bool bool

// byte is another name of uint8, for bytes rather than numbers.
type byte = uint8

// comparable is a constraint: the types whose values can be compared with == without a panic, or with one where they are interfaces.
type comparable interface{ comparable }

// complex64 is a complex number of two float32.
type complex64 complex64

// complex128 is a complex number of two float64.
type complex128 complex128

// error is the interface of errors; nil is no error.
type error interface {
	Error() string
}

// float32 is a binary floating-point number of 32 bits (IEEE 754).
type float32 float32

// float64 is a binary floating-point number of 64 bits (IEEE 754).
type float64 float64

// int is a signed integer; it has 64 bits here.
type int int

// int8 is an integer from -128 to 127.
type int8 int8

// int16 is an integer from -32768 to 32767.
type int16 int16

// int32 is an integer from -2147483648 to 2147483647.
type int32 int32

// int64 is an integer from -9223372036854775808 to 9223372036854775807.
type int64 int64

// rune is another name of int32, for Unicode code points.
type rune = int32

// string is a sequence of bytes that do not change, mostly text in UTF-8.
type string string

// uint is an unsigned integer; it has 64 bits here.
type uint uint

// uint8 is an integer from 0 to 255.
type uint8 uint8

// uint16 is an integer from 0 to 65535.
type uint16 uint16

// uint32 is an integer from 0 to 4294967295.
type uint32 uint32

// uint64 is an integer from 0 to 18446744073709551615.
type uint64 uint64

// uintptr is an integer that can hold an address.
type uintptr uintptr

// true and false are the truth values.
const (
	true  = 0 == 0
	false = 0 != 0
)

// iota counts the lines of a group of constants, from 0.
const iota = 0

// nil is the zero value of pointers, functions, interfaces, slices, maps and channels.
var nil Type

// Type stands for any type, the same one within a declaration.
type Type int

// Type1 stands for any type, perhaps another one.
type Type1 int

// TypeOrExpression stands for a type, or an expression.
type TypeOrExpression int

// IntegerType stands for any integer type.
type IntegerType int

// FloatType stands for float32 or float64.
type FloatType float32

// ComplexType stands for complex64 or complex128.
type ComplexType complex64
