package fmt

import rt "internal/rtype"

// The append functions append the output of a verb with the flags f to buf, padded to the width.

// appendInt appends the integer u, which has a sign if signed, in base 2, 8, 10 or 16 with the letters and prefix of verb.
func appendInt(buf []byte, f *flags, u uint64, base int, signed bool, verb rune) []byte

// appendFloat appends v in the format verb of strconv with prec digits, unless f has a precision; size is 32 or 64.
func appendFloat(buf []byte, f *flags, v float64, size int, verb rune, prec int) []byte

// appendComplex appends a complex number, given by its two parts; size is 64 or 128.
func appendComplex(buf []byte, f *flags, re, im float64, size int, verb rune, prec int) []byte

// appendRune appends the code point c in the format of verb: c as a character, q as a literal, U as U+0078.
func appendRune(buf []byte, f *flags, c uint64, verb rune) []byte

// appendString appends s, cut to the precision, in the format of verb: q as a literal, x and X in hexadecimal, others as it is.
func appendString(buf []byte, f *flags, s string, verb rune) []byte

// appendPadded appends s whole.
func appendPadded(buf []byte, f *flags, s string) []byte

// keyOrder returns the indexes of n map keys of type t at keys in printing order: numbers and strings
// ascending, NaN and false and nil first, pointers by address, structs and arrays by their elements, interfaces by type.
func keyOrder(t rt.ID, keys rt.Word, n int) []int
