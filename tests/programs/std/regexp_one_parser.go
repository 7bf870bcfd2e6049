package main

// Package regexp reads expressions as package syntax does: which error comes first, its type, and what is factored out of alternatives.

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

func main() {
	for _, expr := range []string{`{1001}`, `{9999999999}?`, `\x[:a`, `\xg`, `\x`, `[[:alpa:]]`, `[[:]`, `[[:]x:]]`, `a**`, "\\pN\xff", `(?i(`, `(?i)\`, `(`} {
		_, err := regexp.Compile(expr)
		var e *syntax.Error
		fmt.Printf("%q %T %v %q\n", expr, err, errors.As(err, &e), err)
	}
	for _, expr := range []string{
		`a+b|a+c`, `a+?b|a`, `ab[a-c]|ab+?`, `c|c${0}|c`, `abc|abd`, `[a]b|[a]c`, `^a(b*)+$`, `^ab(?:c|d)*$`, `^ab(?:|c)+$`, `^a\b+$`, `^abb*b$`, `^ab`,
	} {
		prefix, whole := regexp.MustCompile(expr).LiteralPrefix()
		fmt.Printf("%s %q %v\n", expr, prefix, whole)
	}
	fmt.Printf("%#v %#v\n", regexp.MustCompile("").Split("", -1), regexp.MustCompile("x").Split("", -1))
	for _, depth := range []int{499, 999, 1000} {
		_, err := regexp.Compile(strings.Repeat("(?:a|", depth) + strings.Repeat(")", depth))
		_, err2 := regexp.Compile(strings.Repeat("(?:", depth) + "a" + strings.Repeat(")*", depth))
		_, err3 := regexp.Compile(strings.Repeat("(", depth) + "a" + strings.Repeat(")", depth))
		fmt.Println(depth, err == nil, err2 == nil, err3 == nil)
	}
}

// Output:
// "{1001}" *syntax.Error true "error parsing regexp: invalid repeat count: `{1001}`"
// "{9999999999}?" *syntax.Error true "error parsing regexp: invalid repeat count: `{9999999999}`"
// "\\x[:a" *syntax.Error true "error parsing regexp: invalid escape sequence: `\\x[:`"
// "\\xg" *syntax.Error true "error parsing regexp: invalid escape sequence: `\\xg`"
// "\\x" *syntax.Error true "error parsing regexp: invalid escape sequence: `\\x`"
// "[[:alpa:]]" *syntax.Error true "error parsing regexp: invalid character class range: `[:alpa:]`"
// "[[:]" <nil> false %!q(<nil>)
// "[[:]x:]]" *syntax.Error true "error parsing regexp: invalid character class range: `[:]x:]`"
// "a**" *syntax.Error true "error parsing regexp: invalid nested repetition operator: `**`"
// "\\pN\xff" *syntax.Error true "error parsing regexp: invalid UTF-8: `\xff`"
// "(?i(" *syntax.Error true "error parsing regexp: invalid or unsupported Perl syntax: `(?i(`"
// "(?i)\\" *syntax.Error true "error parsing regexp: trailing backslash at end of expression: ``"
// "(" *syntax.Error true "error parsing regexp: missing closing ): `(`"
// a+b|a+c "" false
// a+?b|a "" false
// ab[a-c]|ab+? "a" false
// c|c${0}|c "c" false
// abc|abd "ab" false
// [a]b|[a]c "a" false
// ^a(b*)+$ "" false
// ^ab(?:c|d)*$ "ab" false
// ^ab(?:|c)+$ "" false
// ^a\b+$ "a" false
// ^abb*b$ "" false
// ^ab "ab" false
// []string{} []string{""}
// 499 true true true
// 999 true true true
// 1000 true false false
