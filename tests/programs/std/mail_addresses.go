// Package net/mail: what it makes of comments, quoted strings, encoded words, groups and wrong input.
package main

import (
	"fmt"
	"net/mail"
)

func main() { dates(); comments() }
func dates() {
	for _, s := range []string{"Thu, 20 Nov 1997 09:55:06 MDTx", "Tue, 20 Nov 1997 09:55:06 GMT (c)", "20 Nov 1997 09:55:06 GMT x", "20 Nov 1997 09:55:06 EDTEST", "20 Nov 1997 09:55:06 GMT+", "20 Nov 1997 09:55:06 GMT+1", "20 Nov 1997 09:55:06 GMT+0100", "20 Nov 1997 09:55:06 MS", "20 Nov 1997 09:55:06 PKT", "20 Nov 1997 09:55:06 AKST x", "20 Nov 1997 09:55:06 XYZ", "20 Nov 1997 09:55:06 XYZ (c)", "Tue, 20 Nov 1997 09:55:06 XYZ", "Tue, 20 Nov 1997 09:55:06 UT (x)", "Tue, 20 Nov 1997 09:55:06 UTC", "Tue, 20 Nov 1997 09:55:06 UTC (", "20 Nov 1997\n 09:55:06 GMT", "20 Nov 1997\t09:55:06 GMT", "Tue, 20 Nov 1997 09:55:06 Z", "TUE, 20 Nov 1997 09:55:06 UTC", "Sat, 20 Oct 1997 09:55:06 XYX (TT)", "20 OCT 1997 09:55:06 GMT", "20 OCT 1997 09:55:06 +0000 (T", "20 Nov 1997 09:55:06 UTx", "20 Nov 1997 09:55:06 U", "20 Nov 1997 09:55:06 T", "20 Nov 1997 09:55:06 xUT", "TUE, 20 Nov 97 09:55 UT"} {
		t, e := mail.ParseDate(s)
		fmt.Printf("%q: %v %v\n", s, t, e)
	}
	fmt.Println(mail.ParseAddressList(", "))
	fmt.Println(mail.ParseAddressList(",a@b"))
	for _, s := range []string{"<.a@b>", "<a.@b>", "<a..b@c>", "<a@b.>", "<a@[1.2>", "<a@[1.2.3.400]>", "<a@[]>", "<a@[IPv6:::1]>", "<a@[x\"y]>", "<a@[a[b]>", "<a@[a\\]b]>", "<a@[1.2.3\n]>", "<a@>", "<", "<a", "<\"a>", "a \"x <a@b>", "a =?foo?q?x?= <a@b>", "\"a\rb\" <a@b>", "\"a\\\rb\" <a@b>", "\"a\\ü\" <ü@b>", "a@[\xff]", "<a@[\xff]>", "<a@[ü]>", "<a@\xff>", "\"x\"\"y\" <a@b>", "\"x\"y <a@b>", "x\"y\" <a@b>", "=?utf-8?q?a?= b =?utf-8?q?c?= <a@b>", "=?utf-8?q?a?= (x) =?utf-8?q?c?= <a@b>", "\"=?utf-8?q?a?=\" <a@b>", "=?utf-8?q?a_b?= <a@b>", "=?utf-8?q?a?==?utf-8?q?c?= <a@b>", "a@b (=?utf-8?q?a?= =?utf-8?q?b?= c)", "a@b (\"x\")", "a@b ( x )", "a@b (a.b.)", "a@b (c) d", "a@b (\xff)", "a@b(c)", "a@b (c)(d)", "a@b (c) (d)", "x (\xff) <a@b>", "(c)", "x (c", "x (c <a@b>", "g: x:y;", "g:h:a@b;;", "g:a@b;;", "g:,a@b;", "g:a@b,;", "g: a@b (x;", "g:; (", "[ <a@b>", "x [y] <a@b>", "a@[1.2.3.4].c", "a@b[", "g:", "a:b <c@d>", "a@b:", "a@b (\\", "a@b (\\)", "=?utf-8?b?!!?= <a@b>", "a@b (=?utf-8?b?!!?=)", "=?utf-8?q?x?=@b", "\"a\u0080b\" <a@b>", "a\u0080b <a@b>", "a@b\u00a0", "\u00a0a@b", "<a@[127.0.0.1 ]>", "<a@[ 127.0.0.1]>", "\"x\\\x01y\"@b", "\"a\x01b\" <a@b>", "\"a\x7fb\" <a@b>", "=?us-ascii?q?a?= <a@b>", "=?iso-8859-1?q?=FC?= <a@b>", "a@b (\u0080)"} {
		a, e := mail.ParseAddress(s)
		if e != nil {
			fmt.Printf("%q: %v\n", s, e)
		} else {
			fmt.Printf("%q: %q %q %s\n", s, a.Name, a.Address, a)
		}
	}
	x := ""
	for c := byte(1); c < 128; c++ {
		s := (&mail.Address{"ü" + string(rune(c)), "a@b"}).String()
		if s[8] == 'b' {
			x += string(rune(c))
		}
	}
	fmt.Printf("%q\n", x)
	x = ""
	for c := byte(1); c < 128; c++ {
		s := (&mail.Address{"u" + string(rune(c)), "a@b"}).String()
		if s[0] != '"' {
			x += string(rune(c))
		}
	}
	fmt.Printf("%q\n", x)
	x = ""
	for c := byte(1); c < 128; c++ {
		s := (&mail.Address{"", "u" + string(rune(c)) + "x@b"}).String()
		if s[1] == '"' {
			x += string(rune(c))
		}
	}
	fmt.Printf("%q\n", x)
	x = ""
	for c := byte(1); c < 128; c++ {
		s := (&mail.Address{"", "u" + string(rune(c)) + " x@b"}).String()
		x += s
	}
	fmt.Printf("%q\n", x)
	fmt.Printf("%q\n", fmt.Sprintln(&mail.Address{"", "a b@[1.2"}, &mail.Address{"x", "a@b c"}, &mail.Address{"x", ".a@b"}, &mail.Address{"x", "a.@b"}, &mail.Address{"x", "\xff@b"}, &mail.Address{"x", "@"}, &mail.Address{"", "  @b"}, &mail.Address{"\u0085x", ""}, &mail.Address{"", "ü b@b"}, &mail.Address{" ", ""}))
}
func comments() {
	for _, s := range []string{"a (x) b (y) c <a@b>", "a b (y) c <a@b>", "=?utf-8?q?a?= (x) b <a@b>", "b (x) =?utf-8?q?a?= <a@b>", "=?utf-8?q?a?= b (x) c <a@b>", "b =?utf-8?q?a?= (x) c <a@b>", "b =?utf-8?q?a?= (x) <a@b>", "=?utf-8?q?a?= (x) <a@b>", "\"q\" (x) c <a@b>", "a (x) (y) b <a@b>", "a (x)(y) <a@b>", "a b (y) <a@b>", "a b c (y) <a@b>", "(y) a <a@b>", " (y) <a@b>", "a (x) \"b\" <a@b>", "a \"b\" (x) <a@b>", "a@b (Com  Ment\tx)", "a@b (Com\\ Ment)", "a@b (\"a b\" =?utf-8?q?_?= c)", "a@b (x =?foo?q?a?=)", "a@b,c", "a@b (x", "a (=?utf-8?q?a?=) b <a@b>", "a@b (x),c@d (y)", "a@b   (x)\t(y)  ,c@d", "<a@b> (x),c@d", "g:;,a@b", "a@b,g:x@y;", "a@b\r\n", "\r\na@b", "a@b,\r\n c@d", "a =?utf-8?q?a?= =?utf-8?q?b?= c =?utf-8?q?b?= =?utf-8?q?b?= <a@b>", "\"x\" =?utf-8?q?b?= =?utf-8?q?b?= <a@b>", "=?utf-8?q?b?=\"x\" <a@b>", "g: (c) ;", "g: (c) a@b;", "g:;(c)", "g:; , (c)", "a@b , (c) c@d"} {
		a, e := mail.ParseAddress(s)
		if e != nil {
			fmt.Printf("%q: %v\n", s, e)
		} else {
			fmt.Printf("%q: %q %q %s\n", s, a.Name, a.Address, a)
		}
		l, e2 := mail.ParseAddressList(s)
		fmt.Printf("     L %v %v\n", l, e2)
	}
}

// Output:
// "Thu, 20 Nov 1997 09:55:06 MDTx": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Tue, 20 Nov 1997 09:55:06 GMT (c)": 1997-11-20 09:55:06 +0000 GMT <nil>
// "20 Nov 1997 09:55:06 GMT x": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 EDTEST": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 GMT+": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 GMT+1": 1997-11-20 10:55:06 +0100 GMT+1 <nil>
// "20 Nov 1997 09:55:06 GMT+0100": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 MS": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 PKT": 1997-11-20 09:55:06 +0000 PKT <nil>
// "20 Nov 1997 09:55:06 AKST x": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 XYZ": 1997-11-20 09:55:06 +0000 XYZ <nil>
// "20 Nov 1997 09:55:06 XYZ (c)": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Tue, 20 Nov 1997 09:55:06 XYZ": 1997-11-20 09:55:06 +0000 XYZ <nil>
// "Tue, 20 Nov 1997 09:55:06 UT (x)": 1997-11-20 09:55:06 +0000 UTC <nil>
// "Tue, 20 Nov 1997 09:55:06 UTC": 1997-11-20 09:55:06 +0000 UTC <nil>
// "Tue, 20 Nov 1997 09:55:06 UTC (": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997\n 09:55:06 GMT": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997\t09:55:06 GMT": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Tue, 20 Nov 1997 09:55:06 Z": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "TUE, 20 Nov 1997 09:55:06 UTC": 1997-11-20 09:55:06 +0000 UTC <nil>
// "Sat, 20 Oct 1997 09:55:06 XYX (TT)": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 OCT 1997 09:55:06 GMT": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 OCT 1997 09:55:06 +0000 (T": 0001-01-01 00:00:00 +0000 UTC mail: misformatted parenthetical comment
// "20 Nov 1997 09:55:06 UTx": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 U": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 T": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "20 Nov 1997 09:55:06 xUT": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "TUE, 20 Nov 97 09:55 UT": 1997-11-20 09:55:00 +0000 UTC <nil>
// [] mail: no address
// [<a@b>] <nil>
// "<.a@b>": mail: leading dot in atom
// "<a.@b>": mail: trailing dot in atom
// "<a..b@c>": mail: double dot in atom
// "<a@b.>": mail: trailing dot in atom
// "<a@[1.2>": mail: unclosed domain-literal
// "<a@[1.2.3.400]>": mail: invalid IP address in domain-literal: "1.2.3.400"
// "<a@[]>": mail: invalid IP address in domain-literal: ""
// "<a@[IPv6:::1]>": "" "a@[IPv6:::1]" <a@[IPv6:::1]>
// "<a@[x\"y]>": mail: invalid IP address in domain-literal: "x\"y"
// "<a@[a[b]>": mail: bad character in domain-literal: '['
// "<a@[a\\]b]>": mail: bad character in domain-literal: '\\'
// "<a@[1.2.3\n]>": mail: bad character in domain-literal: '\n'
// "<a@>": mail: invalid string
// "<": mail: no addr-spec
// "<a": mail: missing @ in addr-spec
// "<\"a>": mail: empty quoted string in addr-spec
// "a \"x <a@b>": mail: missing '@' or angle-addr
// "a =?foo?q?x?= <a@b>": "a" "a@b" "a" <a@b>
// "\"a\rb\" <a@b>": mail: missing word in phrase: mail: bad character in quoted-string: '\r'
// "\"a\\\rb\" <a@b>": mail: missing word in phrase: mail: bad character in quoted-string: '\r'
// "\"a\\ü\" <ü@b>": "aü" "ü@b" =?utf-8?q?a=C3=BC?= <ü@b>
// "a@[\xff]": mail: missing '@' or angle-addr
// "<a@[\xff]>": mail: invalid utf-8 in domain-literal: "\xff]>"
// "<a@[ü]>": mail: invalid IP address in domain-literal: "ü"
// "<a@\xff>": mail: invalid utf-8 in address: "\xff>"
// "\"x\"\"y\" <a@b>": "x y" "a@b" "x y" <a@b>
// "\"x\"y <a@b>": "x y" "a@b" "x y" <a@b>
// "x\"y\" <a@b>": "x y" "a@b" "x y" <a@b>
// "=?utf-8?q?a?= b =?utf-8?q?c?= <a@b>": "a b c" "a@b" "a b c" <a@b>
// "=?utf-8?q?a?= (x) =?utf-8?q?c?= <a@b>": mail: missing '@' or angle-addr
// "\"=?utf-8?q?a?=\" <a@b>": "=?utf-8?q?a?=" "a@b" "=?utf-8?q?a?=" <a@b>
// "=?utf-8?q?a_b?= <a@b>": "a b" "a@b" "a b" <a@b>
// "=?utf-8?q?a?==?utf-8?q?c?= <a@b>": "=?utf-8?q?a?==?utf-8?q?c?=" "a@b" "=?utf-8?q?a?==?utf-8?q?c?=" <a@b>
// "a@b (=?utf-8?q?a?= =?utf-8?q?b?= c)": "a b c" "a@b" "a b c" <a@b>
// "a@b (\"x\")": "\"x\"" "a@b" "\"x\"" <a@b>
// "a@b ( x )": "x" "a@b" "x" <a@b>
// "a@b (a.b.)": "a.b." "a@b" "a.b." <a@b>
// "a@b (c) d": mail: expected single address, got "d"
// "a@b (\xff)": "\xff" "a@b" =?utf-8?q?=FF?= <a@b>
// "a@b(c)": "c" "a@b" "c" <a@b>
// "a@b (c)(d)": "c" "a@b" "c" <a@b>
// "a@b (c) (d)": "c" "a@b" "c" <a@b>
// "x (\xff) <a@b>": "x" "a@b" "x" <a@b>
// "(c)": mail: missing word in phrase: mail: invalid string
// "x (c": mail: misformatted parenthetical comment
// "x (c <a@b>": mail: misformatted parenthetical comment
// "g: x:y;": mail: missing '@' or angle-addr
// "g:h:a@b;;": mail: missing '@' or angle-addr
// "g:a@b;;": mail: expected single address, got ";"
// "g:,a@b;": mail: missing word in phrase: mail: invalid string
// "g:a@b,;": mail: missing word in phrase: mail: invalid string
// "g: a@b (x;": mail: misformatted parenthetical comment
// "g:; (": mail: misformatted parenthetical comment
// "[ <a@b>": mail: missing word in phrase: mail: invalid string
// "x [y] <a@b>": mail: missing '@' or angle-addr
// "a@[1.2.3.4].c": mail: expected single address, got ".c"
// "a@b[": mail: expected single address, got "["
// "g:": mail: no address
// "a:b <c@d>": mail: expected comma
// "a@b:": mail: expected single address, got ":"
// "a@b (\\": mail: misformatted parenthetical comment
// "a@b (\\)": mail: misformatted parenthetical comment
// "=?utf-8?b?!!?= <a@b>": "=?utf-8?b?!!?=" "a@b" "=?utf-8?b?!!?=" <a@b>
// "a@b (=?utf-8?b?!!?=)": "=?utf-8?b?!!?=" "a@b" "=?utf-8?b?!!?=" <a@b>
// "=?utf-8?q?x?=@b": "" "=?utf-8?q?x?=@b" <=?utf-8?q?x?=@b>
// "\"a\u0080b\" <a@b>": "a\u0080b" "a@b" =?utf-8?q?a=C2=80b?= <a@b>
// "a\u0080b <a@b>": "a\u0080b" "a@b" =?utf-8?q?a=C2=80b?= <a@b>
// "a@b\u00a0": "" "a@b\u00a0" <a@b >
// "\u00a0a@b": "" "\u00a0a@b" < a@b>
// "<a@[127.0.0.1 ]>": mail: bad character in domain-literal: ' '
// "<a@[ 127.0.0.1]>": mail: bad character in domain-literal: ' '
// "\"x\\\x01y\"@b": mail: missing word in phrase: mail: bad character in quoted-string: '\x01'
// "\"a\x01b\" <a@b>": mail: missing word in phrase: mail: bad character in quoted-string: '\x01'
// "\"a\x7fb\" <a@b>": mail: missing word in phrase: mail: bad character in quoted-string: '\x7f'
// "=?us-ascii?q?a?= <a@b>": "a" "a@b" "a" <a@b>
// "=?iso-8859-1?q?=FC?= <a@b>": "ü" "a@b" =?utf-8?q?=C3=BC?= <a@b>
// "a@b (\u0080)": "\u0080" "a@b" =?utf-8?q?=C2=80?= <a@b>
// "\"#$%&'(),.:;<>@[]^`{|}~"
// "\x01\x02\x03\x04\x05\x06\a\b\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"
// "\x01\x02\x03\x04\x05\x06\a\b\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f \"(),:;<>@[\\]\x7f"
// "<\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u\t x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u x\"@b><\"u  x\"@b><\"u! x\"@b><\"u\\\" x\"@b><\"u# x\"@b><\"u$ x\"@b><\"u% x\"@b><\"u& x\"@b><\"u' x\"@b><\"u( x\"@b><\"u) x\"@b><\"u* x\"@b><\"u+ x\"@b><\"u, x\"@b><\"u- x\"@b><\"u. x\"@b><\"u/ x\"@b><\"u0 x\"@b><\"u1 x\"@b><\"u2 x\"@b><\"u3 x\"@b><\"u4 x\"@b><\"u5 x\"@b><\"u6 x\"@b><\"u7 x\"@b><\"u8 x\"@b><\"u9 x\"@b><\"u: x\"@b><\"u; x\"@b><\"u< x\"@b><\"u= x\"@b><\"u> x\"@b><\"u? x\"@b><\"u@ x\"@b><\"uA x\"@b><\"uB x\"@b><\"uC x\"@b><\"uD x\"@b><\"uE x\"@b><\"uF x\"@b><\"uG x\"@b><\"uH x\"@b><\"uI x\"@b><\"uJ x\"@b><\"uK x\"@b><\"uL x\"@b><\"uM x\"@b><\"uN x\"@b><\"uO x\"@b><\"uP x\"@b><\"uQ x\"@b><\"uR x\"@b><\"uS x\"@b><\"uT x\"@b><\"uU x\"@b><\"uV x\"@b><\"uW x\"@b><\"uX x\"@b><\"uY x\"@b><\"uZ x\"@b><\"u[ x\"@b><\"u\\\\ x\"@b><\"u] x\"@b><\"u^ x\"@b><\"u_ x\"@b><\"u` x\"@b><\"ua x\"@b><\"ub x\"@b><\"uc x\"@b><\"ud x\"@b><\"ue x\"@b><\"uf x\"@b><\"ug x\"@b><\"uh x\"@b><\"ui x\"@b><\"uj x\"@b><\"uk x\"@b><\"ul x\"@b><\"um x\"@b><\"un x\"@b><\"uo x\"@b><\"up x\"@b><\"uq x\"@b><\"ur x\"@b><\"us x\"@b><\"ut x\"@b><\"uu x\"@b><\"uv x\"@b><\"uw x\"@b><\"ux x\"@b><\"uy x\"@b><\"uz x\"@b><\"u{ x\"@b><\"u| x\"@b><\"u} x\"@b><\"u~ x\"@b><\"u x\"@b>"
// "<\"a b\"@[1.2> \"x\" <a@b c> \"x\" <\".a\"@b> \"x\" <\"a.\"@b> \"x\" <\xff@b> \"x\" <@> <\"  \"@b> =?utf-8?q?=C2=85x?= <@> <\"ü b\"@b> \" \" <@>\n"
// "a (x) b (y) c <a@b>": "a b c" "a@b" "a b c" <a@b>
//      L ["a b c" <a@b>] <nil>
// "a b (y) c <a@b>": "a b c" "a@b" "a b c" <a@b>
//      L ["a b c" <a@b>] <nil>
// "=?utf-8?q?a?= (x) b <a@b>": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "b (x) =?utf-8?q?a?= <a@b>": "b a" "a@b" "b a" <a@b>
//      L ["b a" <a@b>] <nil>
// "=?utf-8?q?a?= b (x) c <a@b>": "a b c" "a@b" "a b c" <a@b>
//      L ["a b c" <a@b>] <nil>
// "b =?utf-8?q?a?= (x) c <a@b>": "b a c" "a@b" "b a c" <a@b>
//      L ["b a c" <a@b>] <nil>
// "b =?utf-8?q?a?= (x) <a@b>": "b a" "a@b" "b a" <a@b>
//      L ["b a" <a@b>] <nil>
// "=?utf-8?q?a?= (x) <a@b>": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "\"q\" (x) c <a@b>": "q c" "a@b" "q c" <a@b>
//      L ["q c" <a@b>] <nil>
// "a (x) (y) b <a@b>": "a b" "a@b" "a b" <a@b>
//      L ["a b" <a@b>] <nil>
// "a (x)(y) <a@b>": "a" "a@b" "a" <a@b>
//      L ["a" <a@b>] <nil>
// "a b (y) <a@b>": "a b" "a@b" "a b" <a@b>
//      L ["a b" <a@b>] <nil>
// "a b c (y) <a@b>": "a b c" "a@b" "a b c" <a@b>
//      L ["a b c" <a@b>] <nil>
// "(y) a <a@b>": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// " (y) <a@b>": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a (x) \"b\" <a@b>": "a b" "a@b" "a b" <a@b>
//      L ["a b" <a@b>] <nil>
// "a \"b\" (x) <a@b>": "a b" "a@b" "a b" <a@b>
//      L ["a b" <a@b>] <nil>
// "a@b (Com  Ment\tx)": "Com Ment x" "a@b" "Com Ment x" <a@b>
//      L ["Com Ment x" <a@b>] <nil>
// "a@b (Com\\ Ment)": "Com Ment" "a@b" "Com Ment" <a@b>
//      L ["Com Ment" <a@b>] <nil>
// "a@b (\"a b\" =?utf-8?q?_?= c)": "\"a b\"   c" "a@b" "\"a b\"   c" <a@b>
//      L ["\"a b\"   c" <a@b>] <nil>
// "a@b (x =?foo?q?a?=)": charset not supported: "foo"
//      L [] charset not supported: "foo"
// "a@b,c": mail: expected single address, got ",c"
//      L [] mail: missing '@' or angle-addr
// "a@b (x": mail: misformatted parenthetical comment
//      L [] mail: misformatted parenthetical comment
// "a (=?utf-8?q?a?=) b <a@b>": "a b" "a@b" "a b" <a@b>
//      L ["a b" <a@b>] <nil>
// "a@b (x),c@d (y)": mail: expected single address, got ",c@d (y)"
//      L ["x" <a@b> "y" <c@d>] <nil>
// "a@b   (x)\t(y)  ,c@d": mail: expected single address, got ",c@d"
//      L ["x" <a@b> <c@d>] <nil>
// "<a@b> (x),c@d": mail: expected single address, got ",c@d"
//      L [<a@b> <c@d>] <nil>
// "g:;,a@b": mail: expected single address, got ",a@b"
//      L [<a@b>] <nil>
// "a@b,g:x@y;": mail: expected single address, got ",g:x@y;"
//      L [<a@b> <x@y>] <nil>
// "a@b\r\n": mail: expected single address, got "\r\n"
//      L [] mail: expected comma
// "\r\na@b": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b,\r\n c@d": mail: expected single address, got ",\r\n c@d"
//      L [] mail: missing word in phrase: mail: invalid string
// "a =?utf-8?q?a?= =?utf-8?q?b?= c =?utf-8?q?b?= =?utf-8?q?b?= <a@b>": "a ab c bb" "a@b" "a ab c bb" <a@b>
//      L ["a ab c bb" <a@b>] <nil>
// "\"x\" =?utf-8?q?b?= =?utf-8?q?b?= <a@b>": "x bb" "a@b" "x bb" <a@b>
//      L ["x bb" <a@b>] <nil>
// "=?utf-8?q?b?=\"x\" <a@b>": "b x" "a@b" "b x" <a@b>
//      L ["b x" <a@b>] <nil>
// "g: (c) ;": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "g: (c) a@b;": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "g:;(c)": mail: empty group
//      L [] <nil>
// "g:; , (c)": mail: expected single address, got ", (c)"
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b , (c) c@d": mail: expected single address, got ", (c) c@d"
//      L [] mail: missing word in phrase: mail: invalid string
