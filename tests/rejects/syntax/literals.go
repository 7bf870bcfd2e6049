package p

// Lexical errors do not keep the types from being checked.
var a = 0b12     // ERROR "invalid digit '2' in binary literal"
var b = 1__0     // ERROR "'_' must separate successive digits"
var c = 'ab'     // ERROR "more than one character in rune literal"
var d = "\q"     // ERROR "unknown escape"
var e int = "no" // ERROR "cannot use "
