// What regexp says of wrong expressions.
package main

import (
	"fmt"
	"regexp"
	"strings"
)

func main() {
	for _, p := range []string{"*", "*?", "+", "+?", "?", "??", "a**", "a*+", "a+*?", "a??+", "a{2}{3}", "a{2}*", "a{2}*?", "a*{2}", "a*?*", "a*??", "a{2}?{3}?", "(*)", "(*?)", "(+?a)", "|*", "|*?", "^*", "$*?", "^*?a", "(?i)*", "(?i)*?", "a{1001}", "a{2,1}", "a{,2}", "a{1,1001}", "(a{1000}){1000}", "[", "[a", "[a-", "[z-a]", "[]", "[]a]", "[^]", "[[:foo:]]", "[[:alpha:", "[a-\\d]", "[\\d-z]", "(", ")", "a)", "(a", "(?", "(?P", "(?P<", "(?P<a", "(?P<a>", "(?P<a>x", "(?P<a>x)(?P<a>y)", "(?P<1a->x)", "(?P=a)", "(?<a>x)", "(?<a", "(?<=a)", "(?<!a)", "(?=a)", "(?!a)", "(?#a)", "(?z)", "(?i", "(?i-", "(?i-)", "(?--i)", "(?-)", "(?i-s:a)", "\\", "\\8", "\\1", "\\z", "\\Z", "\\G", "\\y", "\\p", "\\pX", "\\p{Foo}", "\\p{Greek", "\\P{^Greek}", "\\x", "\\x1", "\\x{", "\\x{110000}", "\\x{}", "\\xg", "\\Q", "\\Qa\\Eb**", "\\C", "\\07", "\\777", "\xff", "a\xffb", "[\xff]", "(?P<\xff>a)", "a{100}{100}{100}", "((a{100}){100}){100}", strings.Repeat("(", 1001) + strings.Repeat(")", 1001), strings.Repeat("(", 500) + strings.Repeat(")", 500), "x{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}", "(((x{100}){10}){1})", "a{99999999999}", "a{0}", "a{-1}", "a{1,-1}", "[[:^alpha:]]", "[[.a.]]", "[[=a=]]", "(?i)\\pL", "[a-b-c]", "[--a]", "[a\\]", "\\E", "\\Q\\E*", "(?:)*", "(?:)**", "(|*)", "a|+b", "(?s).*?+", ".*+?", "\\b*", "\\B+?", "\\A**", "(?U)a**", "(?m)^**?"} {
		_, err := regexp.Compile(p)
		if len(p) > 60 {
			p = p[:60]
		}
		if err != nil {
			s := err.Error()
			if len(s) > 200 {
				s = s[:200]
			}
			fmt.Printf("%q: %q\n", p, s)
		} else {
			fmt.Printf("%q ok\n", p)
		}
		_, err = regexp.CompilePOSIX(p)
		if err != nil {
			s := err.Error()
			if len(s) > 200 {
				s = s[:200]
			}
			fmt.Printf("posix %q: %q\n", p, s)
		}
	}
	defer func() { fmt.Println(recover()) }()
	regexp.MustCompile("a`*?+")
}

// Output:
// "*": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "*": "error parsing regexp: missing argument to repetition operator: `*`"
// "*?": "error parsing regexp: missing argument to repetition operator: `*?`"
// posix "*?": "error parsing regexp: missing argument to repetition operator: `*`"
// "+": "error parsing regexp: missing argument to repetition operator: `+`"
// posix "+": "error parsing regexp: missing argument to repetition operator: `+`"
// "+?": "error parsing regexp: missing argument to repetition operator: `+?`"
// posix "+?": "error parsing regexp: missing argument to repetition operator: `+`"
// "?": "error parsing regexp: missing argument to repetition operator: `?`"
// posix "?": "error parsing regexp: missing argument to repetition operator: `?`"
// "??": "error parsing regexp: missing argument to repetition operator: `??`"
// posix "??": "error parsing regexp: missing argument to repetition operator: `?`"
// "a**": "error parsing regexp: invalid nested repetition operator: `**`"
// "a*+": "error parsing regexp: invalid nested repetition operator: `*+`"
// "a+*?": "error parsing regexp: invalid nested repetition operator: `+*?`"
// "a??+": "error parsing regexp: invalid nested repetition operator: `??+`"
// "a{2}{3}": "error parsing regexp: invalid nested repetition operator: `{2}{3}`"
// "a{2}*": "error parsing regexp: invalid nested repetition operator: `{2}*`"
// "a{2}*?": "error parsing regexp: invalid nested repetition operator: `{2}*?`"
// "a*{2}": "error parsing regexp: invalid nested repetition operator: `*{2}`"
// "a*?*": "error parsing regexp: invalid nested repetition operator: `*?*`"
// "a*??": "error parsing regexp: invalid nested repetition operator: `*??`"
// "a{2}?{3}?": "error parsing regexp: invalid nested repetition operator: `{2}?{3}?`"
// "(*)": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "(*)": "error parsing regexp: missing argument to repetition operator: `*`"
// "(*?)": "error parsing regexp: missing argument to repetition operator: `*?`"
// posix "(*?)": "error parsing regexp: missing argument to repetition operator: `*`"
// "(+?a)": "error parsing regexp: missing argument to repetition operator: `+?`"
// posix "(+?a)": "error parsing regexp: missing argument to repetition operator: `+`"
// "|*": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "|*": "error parsing regexp: missing argument to repetition operator: `*`"
// "|*?": "error parsing regexp: missing argument to repetition operator: `*?`"
// posix "|*?": "error parsing regexp: missing argument to repetition operator: `*`"
// "^*" ok
// "$*?" ok
// "^*?a" ok
// "(?i)*": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "(?i)*": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i)*?": "error parsing regexp: missing argument to repetition operator: `*?`"
// posix "(?i)*?": "error parsing regexp: missing argument to repetition operator: `?`"
// "a{1001}": "error parsing regexp: invalid repeat count: `{1001}`"
// posix "a{1001}": "error parsing regexp: invalid repeat count: `{1001}`"
// "a{2,1}": "error parsing regexp: invalid repeat count: `{2,1}`"
// posix "a{2,1}": "error parsing regexp: invalid repeat count: `{2,1}`"
// "a{,2}" ok
// "a{1,1001}": "error parsing regexp: invalid repeat count: `{1,1001}`"
// posix "a{1,1001}": "error parsing regexp: invalid repeat count: `{1,1001}`"
// "(a{1000}){1000}": "error parsing regexp: invalid repeat count: `{1000}`"
// posix "(a{1000}){1000}": "error parsing regexp: invalid repeat count: `{1000}`"
// "[": "error parsing regexp: missing closing ]: `[`"
// posix "[": "error parsing regexp: missing closing ]: `[`"
// "[a": "error parsing regexp: missing closing ]: `[a`"
// posix "[a": "error parsing regexp: missing closing ]: `[a`"
// "[a-": "error parsing regexp: missing closing ]: `[a-`"
// posix "[a-": "error parsing regexp: invalid character class range: `-`"
// "[z-a]": "error parsing regexp: invalid character class range: `z-a`"
// posix "[z-a]": "error parsing regexp: invalid character class range: `z-a`"
// "[]": "error parsing regexp: missing closing ]: `[]`"
// posix "[]": "error parsing regexp: missing closing ]: `[]`"
// "[]a]" ok
// "[^]": "error parsing regexp: missing closing ]: `[^]`"
// posix "[^]": "error parsing regexp: missing closing ]: `[^]`"
// "[[:foo:]]": "error parsing regexp: invalid character class range: `[:foo:]`"
// posix "[[:foo:]]": "error parsing regexp: invalid character class range: `[:foo:]`"
// "[[:alpha:": "error parsing regexp: missing closing ]: `[[:alpha:`"
// posix "[[:alpha:": "error parsing regexp: missing closing ]: `[[:alpha:`"
// "[a-\\d]": "error parsing regexp: invalid escape sequence: `\\d`"
// posix "[a-\\d]": "error parsing regexp: invalid escape sequence: `\\d`"
// "[\\d-z]" ok
// posix "[\\d-z]": "error parsing regexp: invalid escape sequence: `\\d`"
// "(": "error parsing regexp: missing closing ): `(`"
// posix "(": "error parsing regexp: missing closing ): `(`"
// ")": "error parsing regexp: unexpected ): `)`"
// posix ")": "error parsing regexp: unexpected ): `)`"
// "a)": "error parsing regexp: unexpected ): `a)`"
// posix "a)": "error parsing regexp: unexpected ): `a)`"
// "(a": "error parsing regexp: missing closing ): `(a`"
// posix "(a": "error parsing regexp: missing closing ): `(a`"
// "(?": "error parsing regexp: invalid or unsupported Perl syntax: `(?`"
// posix "(?": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P": "error parsing regexp: invalid or unsupported Perl syntax: `(?P`"
// posix "(?P": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<": "error parsing regexp: invalid or unsupported Perl syntax: `(?P`"
// posix "(?P<": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<a": "error parsing regexp: invalid named capture: `(?P<a`"
// posix "(?P<a": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<a>": "error parsing regexp: missing closing ): `(?P<a>`"
// posix "(?P<a>": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<a>x": "error parsing regexp: missing closing ): `(?P<a>x`"
// posix "(?P<a>x": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<a>x)(?P<a>y)" ok
// posix "(?P<a>x)(?P<a>y)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P<1a->x)": "error parsing regexp: invalid named capture: `(?P<1a->`"
// posix "(?P<1a->x)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?P=a)": "error parsing regexp: invalid or unsupported Perl syntax: `(?P`"
// posix "(?P=a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?<a>x)" ok
// posix "(?<a>x)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?<a": "error parsing regexp: invalid named capture: `(?<a`"
// posix "(?<a": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?<=a)": "error parsing regexp: invalid named capture: `(?<=a)`"
// posix "(?<=a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?<!a)": "error parsing regexp: invalid named capture: `(?<!a)`"
// posix "(?<!a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?=a)": "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"
// posix "(?=a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?!a)": "error parsing regexp: invalid or unsupported Perl syntax: `(?!`"
// posix "(?!a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?#a)": "error parsing regexp: invalid or unsupported Perl syntax: `(?#`"
// posix "(?#a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?z)": "error parsing regexp: invalid or unsupported Perl syntax: `(?z`"
// posix "(?z)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i": "error parsing regexp: invalid or unsupported Perl syntax: `(?i`"
// posix "(?i": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i-": "error parsing regexp: invalid or unsupported Perl syntax: `(?i-`"
// posix "(?i-": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i-)": "error parsing regexp: invalid or unsupported Perl syntax: `(?i-)`"
// posix "(?i-)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?--i)": "error parsing regexp: invalid or unsupported Perl syntax: `(?--`"
// posix "(?--i)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?-)": "error parsing regexp: invalid or unsupported Perl syntax: `(?-)`"
// posix "(?-)": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i-s:a)" ok
// posix "(?i-s:a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "\\": "error parsing regexp: trailing backslash at end of expression: ``"
// posix "\\": "error parsing regexp: trailing backslash at end of expression: ``"
// "\\8": "error parsing regexp: invalid escape sequence: `\\8`"
// posix "\\8": "error parsing regexp: invalid escape sequence: `\\8`"
// "\\1": "error parsing regexp: invalid escape sequence: `\\1`"
// posix "\\1": "error parsing regexp: invalid escape sequence: `\\1`"
// "\\z" ok
// posix "\\z": "error parsing regexp: invalid escape sequence: `\\z`"
// "\\Z": "error parsing regexp: invalid escape sequence: `\\Z`"
// posix "\\Z": "error parsing regexp: invalid escape sequence: `\\Z`"
// "\\G": "error parsing regexp: invalid escape sequence: `\\G`"
// posix "\\G": "error parsing regexp: invalid escape sequence: `\\G`"
// "\\y": "error parsing regexp: invalid escape sequence: `\\y`"
// posix "\\y": "error parsing regexp: invalid escape sequence: `\\y`"
// "\\p": "error parsing regexp: invalid character class range: `\\p`"
// posix "\\p": "error parsing regexp: invalid escape sequence: `\\p`"
// "\\pX": "error parsing regexp: invalid character class range: `\\pX`"
// posix "\\pX": "error parsing regexp: invalid escape sequence: `\\p`"
// "\\p{Foo}": "error parsing regexp: invalid character class range: `\\p{Foo}`"
// posix "\\p{Foo}": "error parsing regexp: invalid escape sequence: `\\p`"
// "\\p{Greek": "error parsing regexp: invalid character class range: `\\p{Greek`"
// posix "\\p{Greek": "error parsing regexp: invalid escape sequence: `\\p`"
// "\\P{^Greek}" ok
// posix "\\P{^Greek}": "error parsing regexp: invalid escape sequence: `\\P`"
// "\\x": "error parsing regexp: invalid escape sequence: `\\x`"
// posix "\\x": "error parsing regexp: invalid escape sequence: `\\x`"
// "\\x1": "error parsing regexp: invalid escape sequence: `\\x1`"
// posix "\\x1": "error parsing regexp: invalid escape sequence: `\\x1`"
// "\\x{": "error parsing regexp: invalid escape sequence: `\\x{`"
// posix "\\x{": "error parsing regexp: invalid escape sequence: `\\x{`"
// "\\x{110000}": "error parsing regexp: invalid escape sequence: `\\x{110000`"
// posix "\\x{110000}": "error parsing regexp: invalid escape sequence: `\\x{110000`"
// "\\x{}": "error parsing regexp: invalid escape sequence: `\\x{}`"
// posix "\\x{}": "error parsing regexp: invalid escape sequence: `\\x{}`"
// "\\xg": "error parsing regexp: invalid escape sequence: `\\xg`"
// posix "\\xg": "error parsing regexp: invalid escape sequence: `\\xg`"
// "\\Q" ok
// posix "\\Q": "error parsing regexp: invalid escape sequence: `\\Q`"
// "\\Qa\\Eb**": "error parsing regexp: invalid nested repetition operator: `**`"
// posix "\\Qa\\Eb**": "error parsing regexp: invalid escape sequence: `\\Q`"
// "\\C": "error parsing regexp: invalid escape sequence: `\\C`"
// posix "\\C": "error parsing regexp: invalid escape sequence: `\\C`"
// "\\07" ok
// "\\777" ok
// "\xff": "error parsing regexp: invalid UTF-8: `\xff`"
// posix "\xff": "error parsing regexp: invalid UTF-8: `\xff`"
// "a\xffb": "error parsing regexp: invalid UTF-8: `\xffb`"
// posix "a\xffb": "error parsing regexp: invalid UTF-8: `\xffb`"
// "[\xff]": "error parsing regexp: invalid UTF-8: `\xff]`"
// posix "[\xff]": "error parsing regexp: invalid UTF-8: `\xff]`"
// "(?P<\xff>a)": "error parsing regexp: invalid UTF-8: `\xff`"
// posix "(?P<\xff>a)": "error parsing regexp: missing argument to repetition operator: `?`"
// "a{100}{100}{100}": "error parsing regexp: invalid nested repetition operator: `{100}{100}`"
// posix "a{100}{100}{100}": "error parsing regexp: invalid repeat count: `{100}`"
// "((a{100}){100}){100}": "error parsing regexp: invalid repeat count: `{100}`"
// posix "((a{100}){100}){100}": "error parsing regexp: invalid repeat count: `{100}`"
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((": "error parsing regexp: expression nests too deeply: `(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
// posix "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((": "error parsing regexp: missing closing ): `((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((`"
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((" ok
// posix "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((": "error parsing regexp: missing closing ): `((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((`"
// "x{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}": "error parsing regexp: invalid nested repetition operator: `{2}{2}`"
// posix "x{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}": "error parsing regexp: invalid repeat count: `{2}`"
// "(((x{100}){10}){1})" ok
// "a{99999999999}": "error parsing regexp: invalid repeat count: `{99999999999}`"
// posix "a{99999999999}": "error parsing regexp: invalid repeat count: `{99999999999}`"
// "a{0}" ok
// "a{-1}" ok
// "a{1,-1}" ok
// "[[:^alpha:]]" ok
// "[[.a.]]" ok
// "[[=a=]]" ok
// "(?i)\\pL" ok
// posix "(?i)\\pL": "error parsing regexp: missing argument to repetition operator: `?`"
// "[a-b-c]" ok
// posix "[a-b-c]": "error parsing regexp: invalid character class range: `-c`"
// "[--a]" ok
// "[a\\]": "error parsing regexp: missing closing ]: `[a\\]`"
// posix "[a\\]": "error parsing regexp: missing closing ]: `[a\\]`"
// "\\E": "error parsing regexp: invalid escape sequence: `\\E`"
// posix "\\E": "error parsing regexp: invalid escape sequence: `\\E`"
// "\\Q\\E*": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "\\Q\\E*": "error parsing regexp: invalid escape sequence: `\\Q`"
// "(?:)*" ok
// posix "(?:)*": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?:)**": "error parsing regexp: invalid nested repetition operator: `**`"
// posix "(?:)**": "error parsing regexp: missing argument to repetition operator: `?`"
// "(|*)": "error parsing regexp: missing argument to repetition operator: `*`"
// posix "(|*)": "error parsing regexp: missing argument to repetition operator: `*`"
// "a|+b": "error parsing regexp: missing argument to repetition operator: `+`"
// posix "a|+b": "error parsing regexp: missing argument to repetition operator: `+`"
// "(?s).*?+": "error parsing regexp: invalid nested repetition operator: `*?+`"
// posix "(?s).*?+": "error parsing regexp: missing argument to repetition operator: `?`"
// ".*+?": "error parsing regexp: invalid nested repetition operator: `*+?`"
// "\\b*" ok
// posix "\\b*": "error parsing regexp: invalid escape sequence: `\\b`"
// "\\B+?" ok
// posix "\\B+?": "error parsing regexp: invalid escape sequence: `\\B`"
// "\\A**": "error parsing regexp: invalid nested repetition operator: `**`"
// posix "\\A**": "error parsing regexp: invalid escape sequence: `\\A`"
// "(?U)a**": "error parsing regexp: invalid nested repetition operator: `**`"
// posix "(?U)a**": "error parsing regexp: missing argument to repetition operator: `?`"
// "(?m)^**?": "error parsing regexp: invalid nested repetition operator: `**?`"
// posix "(?m)^**?": "error parsing regexp: missing argument to repetition operator: `?`"
// regexp: Compile("a`*?+"): error parsing regexp: invalid nested repetition operator: `*?+`
