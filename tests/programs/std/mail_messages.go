// Package net/mail: addresses and lists of them, messages, dates, and words of other character sets.
package main

import (
	"fmt"
	"io"
	"mime"
	"net/mail"
	"strings"
)

func main() {
	for _, s := range []string{"", "   ", "a", "a@", "@", "a@b", "a@b c", "<a@b>", "x <a@b>", "x <a@b", "x a@b", "x y <a@b> z", "\"x", "\"x\"", "\"x\" <a@b>", "\"x\"@b", "\"x y\"@b", "\"x\\\"y\" <a@b>", "\"x\\", "(c) a@b (d)", "a@b (Com Ment)", "a@b (=?utf-8?q?J=C3=B6rg?=)", "a@b (c", "a@b c)", "=?utf-8?q?J=C3=B6rg?= <a@b>", "=?iso-8859-1?q?J=F6rg?= =?utf-8?q?x?= <a@b>", "=?foo?q?J=F6rg?= <a@b>", "=?foo?q?bad =?= <a@b>", "a.@b", "a..b@c", ".a@b", "a@b.", "a@.b", "a@b..c", "a@[1.2.3.4]", "a@[1.2", "a@[x y]", "a@[1.2.3\n]", "ü@b", "a@ü", "\xff@b", "a\xff <a@b>", "\"\xff\" <a@b>", "a,b@c", "a@b,c@d", "a@b, c@d", "grp: a@b, c@d;", "grp: a@b;", "grp:;", "grp: a@b", "grp: x", "grp:; x", "x; a@b", "<>", "x <>", "x <@b>", "x <a@b>, ", "a@b,,", "a@b;", "J. Doe <j@d>", "J.Doe@x <j@d>", "a b c@d", "a@b <c@d>", "John (mid) Doe <a@b>", "<a@b> (c)", "<a@b>(c)(d)", "(", "()", "a@b ()", "a\tb <c@d>", "a\nb <c@d>", "\"a\nb\" <c@d>", "\"a\tb\" <c@d>", "\"\" <a@b>", "\"\"@b", "<\"\"@b>", "x <a@b>>", "x <<a@b>", "a@b\x00", "\x7f@b", "a@\x00", "a b", "a b @c", "a @b", "a@ b", "<a @b>", "< a@b >", "<a@b >", "group: \"x\" <a@b>, y <c@d>;, z@w", " , a@b", "(x) , a@b", "a@b, ,c@d", "a@b,(c),d@e", "a@b (x(y)z)", "a@b (x\\)z)", "grp: a@b;;", "grp: a@b; (c)", "grp (c): a@b;", "\"g r\": a@b;", "a/b+c@d", "a@b-c_d"} {
		a, e := mail.ParseAddress(s)
		if e != nil {
			fmt.Printf("%q: %v\n", s, e)
		} else {
			fmt.Printf("%q: %q %q %s\n", s, a.Name, a.Address, a)
		}
		l, e2 := mail.ParseAddressList(s)
		fmt.Printf("     L %v %v\n", l, e2)
	}
	for _, a := range []mail.Address{{"", ""}, {"", "a"}, {"", "a@b"}, {"x", "a@b"}, {"x y", "a@b"}, {"x\"y\\", "a@b"}, {"ü", "a@b"}, {"a\nb", "a@b"}, {"", "a b@c"}, {"", "a\"b@c"}, {"", "@c"}, {"", "a@b@c"}, {"x", "ü@b"}, {"", "a..b@c"}, {"", "a@"}, {"=?utf", "a@b"}, {"a.b", "a@b"}, {"a\tb", "a@b"}, {"x@y", "a@b"}, {"", "a\n@b"}, {"ü \"q\"", "a@b"}, {"ü\\", "b"}, {"x", "a\x00@b"}, {"\xff", "a@b"}, {"ü(c)", "a@b"}, {"ü ﬃ", "a@b"}} {
		fmt.Printf("%q %s\n", a, a.String())
	}
	for _, s := range []string{"", "From: x\r\n\r\nbody", "From: x\nTo: y\n z\n\nbody", "From x\nA: b\n\nc", "bad\n\n", "A: b", "A: b\n", "a b: c\n\nx", "A:b\nA: c\n\n", ": x\n\n", "A\xff: b\n\n", "From bla bla\n\nx", " A: b\n\nx", "A: =?utf-8?q?x?=\n\nz", "From bla", "A: b\nfoo\n\n", "A : b\n\n"} {
		m, e := mail.ReadMessage(strings.NewReader(s))
		fmt.Printf("%q %v ", s, e)
		if e == nil {
			b, e := io.ReadAll(m.Body)
			fmt.Printf("%q %q %v", m.Header, b, e)
			d, e := m.Header.Date()
			fmt.Print(d, e)
			_, e = m.Header.AddressList("X")
			fmt.Print(e)
		}
		fmt.Println()
	}
	for _, s := range []string{"", "Fri, 21 Nov 1997 09:55:06 -0600", "21 Nov 97 09:55:06 GMT", "Fri, 21 Nov 1997 09:55 -0600", "21 Nov 1997 09:55:06 -0600 (comment)", "1 Nov 1997 09:55:06 +0000", "1 Nov 1997 09:55:06 Z", "1 Nov 1997 09:55:06 EST", "Fri, 21 Nov 1997 09(comment):55:06 -0600", "Fri, 21 Nov 1997 09:55:06", "Thu, 20 Nov 1997 09:55:06 MDT", "Fri, 21 Nov 1997 09:55:06 -0600 (MDT)", "Fri 21 Nov 1997 09:55:06 -0600", "Fri , 21 Nov 1997 09:55:06 -0600", "fri, 21 nov 1997 09:55:06 -0600", "31 Feb 1997 09:55:06 -0600", "21 Nov 1997 09:55:06-0600", "21 Nov 1997 09:55:06 0600", "21 Nov 1997 09:55:06 +0600 x", "Fri, 21 Nov 1997\r\n 09:55:06 -0600", "Fri, 21 Nov 1997 09:55:06 -0600\r\n", "  Fri,  21  Nov  1997 09:55:06  -0600 ", "Fri,21 Nov 1997 09:55:06 -0600", "Mon, 21 Nov 1997 09:55:06 -0600", "Thu, 20 Nov 1997 09:55:06 CEST", "Fri, 21 Nov 1997 09:55:06 -0600 (", "01 Nov 1997 9:55:06 -0600", "1 Nov 1997 09:55:06.123 -0600", "Fri, 21 Nov 1997 09:55:06 -06000", "Fri, 21 Nov 1997 09:55:06 UT"} {
		t, e := mail.ParseDate(s)
		fmt.Printf("%q: %v %v\n", s, t, e)
	}
	p := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: func(c string, r io.Reader) (io.Reader, error) {
		if c == "foo" {
			return r, nil
		}
		return nil, fmt.Errorf("unhandled %q", c)
	}}}
	fmt.Println(p.Parse("=?foo?q?J=46rg?= <a@b>"))
	fmt.Println(p.Parse("=?bar?q?J=46rg?= <a@b>"))
	fmt.Println(p.ParseList("=?foo?q?J=46rg?= <a@b>, c@d (=?foo?q?=46?=)"))
	fmt.Println(p.Parse("c@d (=?bar?q?=46?=)"))
}

// Output:
// "": mail: no address
//      L [] mail: no address
// "   ": mail: no address
//      L [] mail: no address
// "a": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "@": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "a@b c": mail: expected single address, got "c"
//      L [] mail: expected comma
// "<a@b>": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "x <a@b>": "x" "a@b" "x" <a@b>
//      L ["x" <a@b>] <nil>
// "x <a@b": mail: unclosed angle-addr
//      L [] mail: unclosed angle-addr
// "x a@b": mail: no angle-addr
//      L [] mail: no angle-addr
// "x y <a@b> z": mail: expected single address, got "z"
//      L [] mail: expected comma
// "\"x": mail: missing word in phrase: mail: unclosed quoted-string
//      L [] mail: missing word in phrase: mail: unclosed quoted-string
// "\"x\"": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "\"x\" <a@b>": "x" "a@b" "x" <a@b>
//      L ["x" <a@b>] <nil>
// "\"x\"@b": "" "x@b" <x@b>
//      L [<x@b>] <nil>
// "\"x y\"@b": "" "x y@b" <"x y"@b>
//      L [<"x y"@b>] <nil>
// "\"x\\\"y\" <a@b>": "x\"y" "a@b" "x\"y" <a@b>
//      L ["x\"y" <a@b>] <nil>
// "\"x\\": mail: missing word in phrase: mail: unclosed quoted-string
//      L [] mail: missing word in phrase: mail: unclosed quoted-string
// "(c) a@b (d)": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b (Com Ment)": "Com Ment" "a@b" "Com Ment" <a@b>
//      L ["Com Ment" <a@b>] <nil>
// "a@b (=?utf-8?q?J=C3=B6rg?=)": "Jörg" "a@b" =?utf-8?q?J=C3=B6rg?= <a@b>
//      L [=?utf-8?q?J=C3=B6rg?= <a@b>] <nil>
// "a@b (c": mail: misformatted parenthetical comment
//      L [] mail: misformatted parenthetical comment
// "a@b c)": mail: expected single address, got "c)"
//      L [] mail: expected comma
// "=?utf-8?q?J=C3=B6rg?= <a@b>": "Jörg" "a@b" =?utf-8?q?J=C3=B6rg?= <a@b>
//      L [=?utf-8?q?J=C3=B6rg?= <a@b>] <nil>
// "=?iso-8859-1?q?J=F6rg?= =?utf-8?q?x?= <a@b>": "Jörgx" "a@b" =?utf-8?q?J=C3=B6rgx?= <a@b>
//      L [=?utf-8?q?J=C3=B6rgx?= <a@b>] <nil>
// "=?foo?q?J=F6rg?= <a@b>": mail: missing word in phrase: charset not supported: "foo"
//      L [] mail: missing word in phrase: charset not supported: "foo"
// "=?foo?q?bad =?= <a@b>": "=?foo?q?bad =?=" "a@b" "=?foo?q?bad =?=" <a@b>
//      L ["=?foo?q?bad =?=" <a@b>] <nil>
// "a.@b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a..b@c": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// ".a@b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@b.": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@.b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@b..c": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@[1.2.3.4]": "" "a@[1.2.3.4]" <a@[1.2.3.4]>
//      L [<a@[1.2.3.4]>] <nil>
// "a@[1.2": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@[x y]": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@[1.2.3\n]": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "ü@b": "" "ü@b" <ü@b>
//      L [<ü@b>] <nil>
// "a@ü": "" "a@ü" <a@ü>
//      L [<a@ü>] <nil>
// "\xff@b": mail: missing word in phrase: mail: invalid utf-8 in address: "\xff@b"
//      L [] mail: missing word in phrase: mail: invalid utf-8 in address: "\xff@b"
// "a\xff <a@b>": mail: missing word in phrase: mail: invalid utf-8 in address: "a\xff <a@b>"
//      L [] mail: missing word in phrase: mail: invalid utf-8 in address: "a\xff <a@b>"
// "\"\xff\" <a@b>": mail: missing word in phrase: mail: invalid utf-8 in quoted-string: "\"\xff\" <a@b>"
//      L [] mail: missing word in phrase: mail: invalid utf-8 in quoted-string: "\"\xff\" <a@b>"
// "a,b@c": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@b,c@d": mail: expected single address, got ",c@d"
//      L [<a@b> <c@d>] <nil>
// "a@b, c@d": mail: expected single address, got ", c@d"
//      L [<a@b> <c@d>] <nil>
// "grp: a@b, c@d;": mail: group with multiple addresses
//      L [<a@b> <c@d>] <nil>
// "grp: a@b;": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "grp:;": mail: empty group
//      L [] <nil>
// "grp: a@b": mail: expected comma
//      L [] mail: expected comma
// "grp: x": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "grp:; x": mail: expected single address, got "x"
//      L [] mail: expected comma
// "x; a@b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "<>": mail: invalid string
//      L [] mail: invalid string
// "x <>": mail: invalid string
//      L [] mail: invalid string
// "x <@b>": mail: invalid string
//      L [] mail: invalid string
// "x <a@b>, ": mail: expected single address, got ", "
//      L ["x" <a@b>] <nil>
// "a@b,,": mail: expected single address, got ",,"
//      L [<a@b>] <nil>
// "a@b;": mail: expected single address, got ";"
//      L [] mail: expected comma
// "J. Doe <j@d>": "J. Doe" "j@d" "J. Doe" <j@d>
//      L ["J. Doe" <j@d>] <nil>
// "J.Doe@x <j@d>": mail: expected single address, got "<j@d>"
//      L [] mail: expected comma
// "a b c@d": mail: no angle-addr
//      L [] mail: no angle-addr
// "a@b <c@d>": mail: expected single address, got "<c@d>"
//      L [] mail: expected comma
// "John (mid) Doe <a@b>": "John Doe" "a@b" "John Doe" <a@b>
//      L ["John Doe" <a@b>] <nil>
// "<a@b> (c)": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "<a@b>(c)(d)": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "(": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "()": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b ()": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "a\tb <c@d>": "a b" "c@d" "a b" <c@d>
//      L ["a b" <c@d>] <nil>
// "a\nb <c@d>": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "\"a\nb\" <c@d>": mail: missing word in phrase: mail: bad character in quoted-string: '\n'
//      L [] mail: missing word in phrase: mail: bad character in quoted-string: '\n'
// "\"a\tb\" <c@d>": "a\tb" "c@d" "a	b" <c@d>
//      L ["a	b" <c@d>] <nil>
// "\"\" <a@b>": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "\"\"@b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "<\"\"@b>": mail: empty quoted string in addr-spec
//      L [] mail: empty quoted string in addr-spec
// "x <a@b>>": mail: expected single address, got ">"
//      L [] mail: expected comma
// "x <<a@b>": mail: invalid string
//      L [] mail: invalid string
// "a@b\x00": mail: expected single address, got "\x00"
//      L [] mail: expected comma
// "\x7f@b": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@\x00": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a b": mail: no angle-addr
//      L [] mail: no angle-addr
// "a b @c": mail: no angle-addr
//      L [] mail: no angle-addr
// "a @b": mail: missing '@' or angle-addr
//      L [] mail: missing '@' or angle-addr
// "a@ b": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "<a @b>": mail: missing @ in addr-spec
//      L [] mail: missing @ in addr-spec
// "< a@b >": mail: unclosed angle-addr
//      L [] mail: unclosed angle-addr
// "<a@b >": mail: unclosed angle-addr
//      L [] mail: unclosed angle-addr
// "group: \"x\" <a@b>, y <c@d>;, z@w": mail: expected single address, got ", z@w"
//      L ["x" <a@b> "y" <c@d> <z@w>] <nil>
// " , a@b": mail: missing word in phrase: mail: invalid string
//      L [<a@b>] <nil>
// "(x) , a@b": mail: missing word in phrase: mail: invalid string
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b, ,c@d": mail: expected single address, got ", ,c@d"
//      L [<a@b> <c@d>] <nil>
// "a@b,(c),d@e": mail: expected single address, got ",(c),d@e"
//      L [] mail: missing word in phrase: mail: invalid string
// "a@b (x(y)z)": "x(y)z" "a@b" "x(y)z" <a@b>
//      L ["x(y)z" <a@b>] <nil>
// "a@b (x\\)z)": "x)z" "a@b" "x)z" <a@b>
//      L ["x)z" <a@b>] <nil>
// "grp: a@b;;": mail: expected single address, got ";"
//      L [] mail: expected comma
// "grp: a@b; (c)": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "grp (c): a@b;": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "\"g r\": a@b;": "" "a@b" <a@b>
//      L [<a@b>] <nil>
// "a/b+c@d": "" "a/b+c@d" <a/b+c@d>
//      L [<a/b+c@d>] <nil>
// "a@b-c_d": "" "a@b-c_d" <a@b-c_d>
//      L [<a@b-c_d>] <nil>
// {"" ""} <@>
// {"" "a"} <a@>
// {"" "a@b"} <a@b>
// {"x" "a@b"} "x" <a@b>
// {"x y" "a@b"} "x y" <a@b>
// {"x\"y\\" "a@b"} "x\"y\\" <a@b>
// {"ü" "a@b"} =?utf-8?q?=C3=BC?= <a@b>
// {"a\nb" "a@b"} =?utf-8?q?a=0Ab?= <a@b>
// {"" "a b@c"} <"a b"@c>
// {"" "a\"b@c"} <"a\"b"@c>
// {"" "@c"} <@c>
// {"" "a@b@c"} <"a@b"@c>
// {"x" "ü@b"} "x" <ü@b>
// {"" "a..b@c"} <"a..b"@c>
// {"" "a@"} <a@>
// {"=?utf" "a@b"} "=?utf" <a@b>
// {"a.b" "a@b"} "a.b" <a@b>
// {"a\tb" "a@b"} "a	b" <a@b>
// {"x@y" "a@b"} "x@y" <a@b>
// {"" "a\n@b"} <"a"@b>
// {"ü \"q\"" "a@b"} =?utf-8?b?w7wgInEi?= <a@b>
// {"ü\\" "b"} =?utf-8?q?=C3=BC\?= <b@>
// {"x" "a\x00@b"} "x" <"a"@b>
// {"\xff" "a@b"} =?utf-8?q?=FF?= <a@b>
// {"ü(c)" "a@b"} =?utf-8?b?w7woYyk=?= <a@b>
// {"ü ﬃ" "a@b"} =?utf-8?q?=C3=BC_=EF=AC=83?= <a@b>
// "" EOF
// "From: x\r\n\r\nbody" <nil> map["From":["x"]] "body" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "From: x\nTo: y\n z\n\nbody" <nil> map["From":["x"] "To":["y z"]] "body" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "From x\nA: b\n\nc" malformed header line: "From x"
// "bad\n\n" malformed header line: "bad"
// "A: b" <nil> map["A":["b"]] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "A: b\n" <nil> map["A":["b"]] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "a b: c\n\nx" <nil> map["a b":["c"]] "x" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "A:b\nA: c\n\n" <nil> map["A":["b" "c"]] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// ": x\n\n" <nil> map[] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "A\xff: b\n\n" <nil> map["A\xff":["b"]] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "From bla bla\n\nx" malformed header line: "From bla bla"
// " A: b\n\nx" malformed initial line: " A: b"
// "A: =?utf-8?q?x?=\n\nz" <nil> map["A":["=?utf-8?q?x?="]] "z" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "From bla" malformed header line: "From bla"
// "A: b\nfoo\n\n" malformed header line: "foo"
// "A : b\n\n" <nil> map["A ":["b"]] "" <nil>0001-01-01 00:00:00 +0000 UTC mail: header not in messagemail: header not in message
// "": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Fri, 21 Nov 1997 09:55:06 -0600": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "21 Nov 97 09:55:06 GMT": 1997-11-21 09:55:06 +0000 GMT <nil>
// "Fri, 21 Nov 1997 09:55 -0600": 1997-11-21 09:55:00 -0600 -0600 <nil>
// "21 Nov 1997 09:55:06 -0600 (comment)": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "1 Nov 1997 09:55:06 +0000": 1997-11-01 09:55:06 +0000 UTC <nil>
// "1 Nov 1997 09:55:06 Z": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "1 Nov 1997 09:55:06 EST": 1997-11-01 09:55:06 +0000 EST <nil>
// "Fri, 21 Nov 1997 09(comment):55:06 -0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Fri, 21 Nov 1997 09:55:06": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Thu, 20 Nov 1997 09:55:06 MDT": 1997-11-20 09:55:06 +0000 MDT <nil>
// "Fri, 21 Nov 1997 09:55:06 -0600 (MDT)": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Fri 21 Nov 1997 09:55:06 -0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Fri , 21 Nov 1997 09:55:06 -0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "fri, 21 nov 1997 09:55:06 -0600": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "31 Feb 1997 09:55:06 -0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "21 Nov 1997 09:55:06-0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "21 Nov 1997 09:55:06 0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "21 Nov 1997 09:55:06 +0600 x": 1997-11-21 09:55:06 +0600 +0600 <nil>
// "Fri, 21 Nov 1997\r\n 09:55:06 -0600": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Fri, 21 Nov 1997 09:55:06 -0600\r\n": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "  Fri,  21  Nov  1997 09:55:06  -0600 ": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Fri,21 Nov 1997 09:55:06 -0600": 0001-01-01 00:00:00 +0000 UTC mail: header could not be parsed
// "Mon, 21 Nov 1997 09:55:06 -0600": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Thu, 20 Nov 1997 09:55:06 CEST": 1997-11-20 09:55:06 +0000 CEST <nil>
// "Fri, 21 Nov 1997 09:55:06 -0600 (": 0001-01-01 00:00:00 +0000 UTC mail: misformatted parenthetical comment
// "01 Nov 1997 9:55:06 -0600": 1997-11-01 09:55:06 -0600 -0600 <nil>
// "1 Nov 1997 09:55:06.123 -0600": 1997-11-01 09:55:06.123 -0600 -0600 <nil>
// "Fri, 21 Nov 1997 09:55:06 -06000": 1997-11-21 09:55:06 -0600 -0600 <nil>
// "Fri, 21 Nov 1997 09:55:06 UT": 1997-11-21 09:55:06 +0000 UTC <nil>
// "JFrg" <a@b> <nil>
// <nil> mail: missing word in phrase: unhandled "bar"
// ["JFrg" <a@b> "F" <c@d>] <nil>
// <nil> unhandled "bar"
