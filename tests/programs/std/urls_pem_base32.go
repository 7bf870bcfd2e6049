package main

import (
	"bytes"
	"encoding/base32"
	"encoding/pem"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/url"
	"strings"

)

func main() {
	for i := range 12 {
		s := strings.Repeat("héllo wörld", 2)[:i]
		for _, e := range []*base32.Encoding{base32.StdEncoding, base32.HexEncoding, base32.StdEncoding.WithPadding('*'), base32.HexEncoding.WithPadding(base32.NoPadding)} {
			t := e.EncodeToString([]byte(s))
			d, err := e.DecodeString(t)
			fmt.Printf("%s %q %v %d %d\n", t, d, err, e.EncodedLen(i), e.DecodedLen(len(t)))
			d, err = e.DecodeString(t + "=")
			fmt.Printf("%q %v\n", d, err)
			d, err = e.DecodeString(strings.ToLower(t))
			fmt.Printf("%q %v\n", d, err)
			d, err = e.AppendDecode([]byte("x"), []byte(t))
			fmt.Printf("%q %v\n", d, err)
			if len(t) > 2 {
				d, err = e.DecodeString(t[:len(t)-1])
				fmt.Printf("%q %v\n", d, err)
			}
		}
	}
	b := pem.Block{Type: "X Y", Headers: map[string]string{"B": "2", "A": "1", "Proc-Type": "4,ENCRYPTED"}, Bytes: bytes.Repeat([]byte{1, 2, 250}, 40)}
	text := pem.EncodeToMemory(&b)
	fmt.Printf("%s", text)
	p, rest := pem.Decode(append(append([]byte("garbage\n"), text...), "tail"...))
	fmt.Println(p, string(rest))
	for _, s := range []string{"", "-----BEGIN A-----\n-----END A-----\n", "-----BEGIN A-----\nAAAA\n-----END B-----\n", "-----BEGIN A-----\nA A\tAA\r\n-----END A-----", "-----BEGIN A-----\nAA=A\n-----END A-----\n-----BEGIN C-----\nAAAA\n-----END C-----\nrest", "-----BEGIN A-----\nk: v\n-----END A-----\n", "-----BEGIN A-----\nk: v\n\n-----END A-----\n", "-----BEGIN A----\nAAAA\n-----END A-----", "x-----BEGIN A-----\nAAAA\n-----END A-----", "-----BEGIN A-----\nAAAA\n-----END A-----x\n", "-----BEGIN -----\nAAAA\n-----END -----\n-----END -----"} {
		p, rest := pem.Decode([]byte(s))
		fmt.Printf("%q %v %q\n", s, p, rest)
	}
	fmt.Println(pem.Encode(io.Discard, &pem.Block{Headers: map[string]string{"a:b": ""}}))
	for _, s := range []string{"", "a", "=", "a=", "a=\n", "a= \t\r\nb", "a =3D b=3d", "=3", "=G1", "=\r\rx", "a\x01", "café", "a=b", "a=\xff", "x  \ny\t\r\n", "=3D=", "foo=\nbar=", "=4\n"} {
		for _, r := range []io.Reader{strings.NewReader(s), oneByte{strings.NewReader(s)}} {
			t, err := io.ReadAll(quotedprintable.NewReader(r))
			fmt.Printf("%q %q %v\n", s, t, err)
		}
	}
	for _, binary := range []bool{false, true} {
		var out strings.Builder
		w := quotedprintable.NewWriter(&out)
		w.Binary = binary
		n, err := io.WriteString(w, "héllo = \t\r\nwörld \n\r\r\n"+strings.Repeat("long ", 40)+strings.Repeat("é", 40)+" ")
		fmt.Println(n, err, w.Close())
		fmt.Printf("%q\n", out.String())
	}
	base, _ := url.Parse("http://u:p@h:80/a/b/../c?q=1#f")
	for _, s := range []string{"", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", ";x", "..", "../..", "../../../g", "/./g", "g:h", "mailto:a@b", "http:g", "//x@y:1/z", "a b", "a%2fb", "%zz", "http://[::1]:8/x", "http://[::1%25en0]/", "http://[1.2.3.4]/", "http://a b/", "http://h:x/", "http://a:b:c/", "x://a:b:1/", "1http://x", ":x", "a:b", "a/b:c", "http://h?", "http://h?x#", "http://%41/", "http://h%zz", "http://[fe80::1", "\x01", "*", "http:///p", "///p", "http:p", "http://u%40:p@h", "http://u^@h", "tel:+1?x=y#z", "/%E4%BD%A0?a=b;c&d=%zz&e=f", "http://a/b%2Fc/d", "http://x/a'b(c)*!"} {
		u, err := url.Parse(s)
		fmt.Printf("%q %v\n", s, err)
		r, err2 := url.ParseRequestURI(s)
		fmt.Println(r, err2)
		if err == nil {
			q, qerr := url.ParseQuery(u.RawQuery)
			fmt.Printf("%+v %q %q %q %q %v %v %q %v %v\n", *u, u, u.RequestURI(), u.Hostname(), u.Port(), u.Redacted(), base.ResolveReference(u), u.EscapedPath(), u.JoinPath("../x", "y/"), u.JoinPath())
			fmt.Println(q.Encode(), q, qerr)
		}
	}
	fmt.Println(url.JoinPath("http://h/a/", "../../b", "c"))
	fmt.Println(url.QueryEscape("a b+é/?&=~!*'()"), url.PathEscape("a b+é/?&=~!*'()"))
	fmt.Println(url.PathUnescape("a+b%20c%"))
	fmt.Println(url.QueryUnescape("a+b%20c"))
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// Output:
//  "" <nil> 0 0
// "" illegal base32 data at input byte 0
// "" <nil>
// "x" <nil>
//  "" <nil> 0 0
// "" illegal base32 data at input byte 0
// "" <nil>
// "x" <nil>
//  "" <nil> 0 0
// "" illegal base32 data at input byte 0
// "" <nil>
// "x" <nil>
//  "" <nil> 0 0
// "" illegal base32 data at input byte 0
// "" <nil>
// "x" <nil>
// NA====== "h" <nil> 8 5
// "h" <nil>
// "" illegal base32 data at input byte 0
// "xh" <nil>
// "" illegal base32 data at input byte 7
// D0====== "h" <nil> 8 5
// "h" <nil>
// "" illegal base32 data at input byte 0
// "xh" <nil>
// "" illegal base32 data at input byte 7
// NA****** "h" <nil> 8 5
// "h" <nil>
// "" illegal base32 data at input byte 0
// "xh" <nil>
// "" illegal base32 data at input byte 7
// D0 "h" <nil> 2 1
// "" illegal base32 data at input byte 2
// "" illegal base32 data at input byte 0
// "xh" <nil>
// NDBQ==== "h\xc3" <nil> 8 5
// "h\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xh\xc3" <nil>
// "" illegal base32 data at input byte 7
// D31G==== "h\xc3" <nil> 8 5
// "h\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xh\xc3" <nil>
// "" illegal base32 data at input byte 7
// NDBQ**** "h\xc3" <nil> 8 5
// "h\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xh\xc3" <nil>
// "" illegal base32 data at input byte 7
// D31G "h\xc3" <nil> 4 2
// "" illegal base32 data at input byte 4
// "" illegal base32 data at input byte 0
// "xh\xc3" <nil>
// "" <nil>
// NDB2S=== "hé" <nil> 8 5
// "hé" <nil>
// "" illegal base32 data at input byte 0
// "xhé" <nil>
// "" illegal base32 data at input byte 7
// D31QI=== "hé" <nil> 8 5
// "hé" <nil>
// "" illegal base32 data at input byte 0
// "xhé" <nil>
// "" illegal base32 data at input byte 7
// NDB2S*** "hé" <nil> 8 5
// "hé" <nil>
// "" illegal base32 data at input byte 0
// "xhé" <nil>
// "" illegal base32 data at input byte 7
// D31QI "hé" <nil> 5 3
// "" illegal base32 data at input byte 5
// "" illegal base32 data at input byte 0
// "xhé" <nil>
// "h\xc3" <nil>
// NDB2S3A= "hél" <nil> 8 5
// "hél" <nil>
// "" illegal base32 data at input byte 0
// "xhél" <nil>
// "" illegal base32 data at input byte 0
// D31QIR0= "hél" <nil> 8 5
// "hél" <nil>
// "" illegal base32 data at input byte 0
// "xhél" <nil>
// "" illegal base32 data at input byte 0
// NDB2S3A* "hél" <nil> 8 5
// "hél" <nil>
// "" illegal base32 data at input byte 0
// "xhél" <nil>
// "" illegal base32 data at input byte 0
// D31QIR0 "hél" <nil> 7 4
// "" illegal base32 data at input byte 7
// "" illegal base32 data at input byte 0
// "xhél" <nil>
// "" <nil>
// NDB2S3DM "héll" <nil> 8 5
// "héll" illegal base32 data at input byte 8
// "" illegal base32 data at input byte 0
// "xhéll" <nil>
// "" illegal base32 data at input byte 0
// D31QIR3C "héll" <nil> 8 5
// "héll" illegal base32 data at input byte 8
// "" illegal base32 data at input byte 0
// "xhéll" <nil>
// "" illegal base32 data at input byte 0
// NDB2S3DM "héll" <nil> 8 5
// "héll" illegal base32 data at input byte 8
// "" illegal base32 data at input byte 0
// "xhéll" <nil>
// "" illegal base32 data at input byte 0
// D31QIR3C "héll" <nil> 8 5
// "héll" illegal base32 data at input byte 8
// "" illegal base32 data at input byte 0
// "xhéll" <nil>
// "hél" <nil>
// NDB2S3DMN4====== "héllo" <nil> 16 10
// "héllo" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo" <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDS====== "héllo" <nil> 16 10
// "héllo" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo" <nil>
// "héll" illegal base32 data at input byte 15
// NDB2S3DMN4****** "héllo" <nil> 16 10
// "héllo" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo" <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDS "héllo" <nil> 10 6
// "héll" illegal base32 data at input byte 10
// "" illegal base32 data at input byte 0
// "xhéllo" <nil>
// "héll" <nil>
// NDB2S3DMN4QA==== "héllo " <nil> 16 10
// "héllo " <nil>
// "" illegal base32 data at input byte 0
// "xhéllo " <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDSG0==== "héllo " <nil> 16 10
// "héllo " <nil>
// "" illegal base32 data at input byte 0
// "xhéllo " <nil>
// "héll" illegal base32 data at input byte 15
// NDB2S3DMN4QA**** "héllo " <nil> 16 10
// "héllo " <nil>
// "" illegal base32 data at input byte 0
// "xhéllo " <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDSG0 "héllo " <nil> 12 7
// "héll" illegal base32 data at input byte 12
// "" illegal base32 data at input byte 0
// "xhéllo " <nil>
// "héll" <nil>
// NDB2S3DMN4QHO=== "héllo w" <nil> 16 10
// "héllo w" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w" <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDSG7E=== "héllo w" <nil> 16 10
// "héllo w" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w" <nil>
// "héll" illegal base32 data at input byte 15
// NDB2S3DMN4QHO*** "héllo w" <nil> 16 10
// "héllo w" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w" <nil>
// "héll" illegal base32 data at input byte 15
// D31QIR3CDSG7E "héllo w" <nil> 13 8
// "héll" illegal base32 data at input byte 13
// "" illegal base32 data at input byte 0
// "xhéllo w" <nil>
// "héllo " <nil>
// NDB2S3DMN4QHPQY= "héllo w\xc3" <nil> 16 10
// "héllo w\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w\xc3" <nil>
// "héll" illegal base32 data at input byte 8
// D31QIR3CDSG7FGO= "héllo w\xc3" <nil> 16 10
// "héllo w\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w\xc3" <nil>
// "héll" illegal base32 data at input byte 8
// NDB2S3DMN4QHPQY* "héllo w\xc3" <nil> 16 10
// "héllo w\xc3" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo w\xc3" <nil>
// "héll" illegal base32 data at input byte 8
// D31QIR3CDSG7FGO "héllo w\xc3" <nil> 15 9
// "héll" illegal base32 data at input byte 15
// "" illegal base32 data at input byte 0
// "xhéllo w\xc3" <nil>
// "héll" <nil>
// NDB2S3DMN4QHPQ5W "héllo wö" <nil> 16 10
// "héllo wö" illegal base32 data at input byte 16
// "" illegal base32 data at input byte 0
// "xhéllo wö" <nil>
// "héll" illegal base32 data at input byte 8
// D31QIR3CDSG7FGTM "héllo wö" <nil> 16 10
// "héllo wö" illegal base32 data at input byte 16
// "" illegal base32 data at input byte 0
// "xhéllo wö" <nil>
// "héll" illegal base32 data at input byte 8
// NDB2S3DMN4QHPQ5W "héllo wö" <nil> 16 10
// "héllo wö" illegal base32 data at input byte 16
// "" illegal base32 data at input byte 0
// "xhéllo wö" <nil>
// "héll" illegal base32 data at input byte 8
// D31QIR3CDSG7FGTM "héllo wö" <nil> 16 10
// "héllo wö" illegal base32 data at input byte 16
// "" illegal base32 data at input byte 0
// "xhéllo wö" <nil>
// "héllo w\xc3" <nil>
// NDB2S3DMN4QHPQ5WOI====== "héllo wör" <nil> 24 15
// "héllo wör" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo wör" <nil>
// "héllo wö" illegal base32 data at input byte 23
// D31QIR3CDSG7FGTME8====== "héllo wör" <nil> 24 15
// "héllo wör" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo wör" <nil>
// "héllo wö" illegal base32 data at input byte 23
// NDB2S3DMN4QHPQ5WOI****** "héllo wör" <nil> 24 15
// "héllo wör" <nil>
// "" illegal base32 data at input byte 0
// "xhéllo wör" <nil>
// "héllo wö" illegal base32 data at input byte 23
// D31QIR3CDSG7FGTME8 "héllo wör" <nil> 18 11
// "héllo wö" illegal base32 data at input byte 18
// "" illegal base32 data at input byte 0
// "xhéllo wör" <nil>
// "héllo wö" <nil>
// -----BEGIN X Y-----
// Proc-Type: 4,ENCRYPTED
// A: 1
// B: 2
//
// AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6
// AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6
// AQL6AQL6AQL6AQL6AQL6AQL6AQL6AQL6
// -----END X Y-----
// &{X Y map[A:1 B:2 Proc-Type:4,ENCRYPTED] [1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250 1 2 250]} tail
// "" <nil> ""
// "-----BEGIN A-----\n-----END A-----\n" &{A map[] []} ""
// "-----BEGIN A-----\nAAAA\n-----END B-----\n" <nil> "-----BEGIN A-----\nAAAA\n-----END B-----\n"
// "-----BEGIN A-----\nA A\tAA\r\n-----END A-----" &{A map[] [0 0 0]} ""
// "-----BEGIN A-----\nAA=A\n-----END A-----\n-----BEGIN C-----\nAAAA\n-----END C-----\nrest" &{C map[] [0 0 0]} "rest"
// "-----BEGIN A-----\nk: v\n-----END A-----\n" <nil> "-----BEGIN A-----\nk: v\n-----END A-----\n"
// "-----BEGIN A-----\nk: v\n\n-----END A-----\n" &{A map[k:v] []} ""
// "-----BEGIN A----\nAAAA\n-----END A-----" <nil> "-----BEGIN A----\nAAAA\n-----END A-----"
// "x-----BEGIN A-----\nAAAA\n-----END A-----" <nil> "x-----BEGIN A-----\nAAAA\n-----END A-----"
// "-----BEGIN A-----\nAAAA\n-----END A-----x\n" <nil> "-----BEGIN A-----\nAAAA\n-----END A-----x\n"
// "-----BEGIN -----\nAAAA\n-----END -----\n-----END -----" &{ map[] [0 0 0]} "-----END -----"
// pem: cannot encode a header key that contains a colon
// "" "" <nil>
// "" "" <nil>
// "a" "a" <nil>
// "a" "a" <nil>
// "=" "" quotedprintable: invalid bytes after =: ""
// "=" "" quotedprintable: invalid bytes after =: ""
// "a=" "a" <nil>
// "a=" "a" <nil>
// "a=\n" "a" <nil>
// "a=\n" "a" <nil>
// "a= \t\r\nb" "ab" <nil>
// "a= \t\r\nb" "ab" <nil>
// "a =3D b=3d" "a = b=" <nil>
// "a =3D b=3d" "a = b=" <nil>
// "=3" "=3" <nil>
// "=3" "=3" <nil>
// "=G1" "=G1" <nil>
// "=G1" "=G1" <nil>
// "=\r\rx" "" quotedprintable: invalid hex byte 0x0d
// "=\r\rx" "" quotedprintable: invalid hex byte 0x0d
// "a\x01" "a" quotedprintable: invalid unescaped byte 0x01 in body
// "a\x01" "a" quotedprintable: invalid unescaped byte 0x01 in body
// "café" "café" <nil>
// "café" "café" <nil>
// "a=b" "a=b" <nil>
// "a=b" "a=b" <nil>
// "a=\xff" "a=\xff" <nil>
// "a=\xff" "a=\xff" <nil>
// "x  \ny\t\r\n" "x\ny\r\n" <nil>
// "x  \ny\t\r\n" "x\ny\r\n" <nil>
// "=3D=" "=" <nil>
// "=3D=" "=" <nil>
// "foo=\nbar=" "foobar" <nil>
// "foo=\nbar=" "foobar" <nil>
// "=4\n" "=4\n" <nil>
// "=4\n" "=4\n" <nil>
// 304 <nil> <nil>
// "h=C3=A9llo =3D =09\r\nw=C3=B6rld=20\r\n\r\n\r\nlong long long long long long long long long long long long long long long =\r\nlong long long long long long long long long long long long long long long =\r\nlong long long long long long long long long long =C3=A9=C3=A9=C3=A9=C3=A9=\r\n=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=\r\n=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=\r\n=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=20"
// 304 <nil> <nil>
// "h=C3=A9llo =3D \t=0D=0Aw=C3=B6rld =0A=0D=0D=0Along long long long long long =\r\nlong long long long long long long long long long long long long long long =\r\nlong long long long long long long long long long long long long long long =\r\nlong long long long =C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=\r\n=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=\r\n=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=\r\n=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=20"
// "" <nil>
// <nil> parse "": empty url
// {Scheme: Opaque: User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "" "/" "" ""  http://u:p@h:80/a/c?q=1#f "" x/y/ /
//  map[] <nil>
// "g" <nil>
// <nil> parse "g": invalid URI for request
// {Scheme: Opaque: User: Host: Path:g Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "g" "g" "" "" g http://u:p@h:80/a/g "g" x/y/ g
//  map[] <nil>
// "./g" <nil>
// <nil> parse "./g": invalid URI for request
// {Scheme: Opaque: User: Host: Path:./g Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "./g" "./g" "" "" ./g http://u:p@h:80/a/g "./g" x/y/ g
//  map[] <nil>
// "g/" <nil>
// <nil> parse "g/": invalid URI for request
// {Scheme: Opaque: User: Host: Path:g/ Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "g/" "g/" "" "" g/ http://u:p@h:80/a/g/ "g/" x/y/ g/
//  map[] <nil>
// "/g" <nil>
// /g <nil>
// {Scheme: Opaque: User: Host: Path:/g Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "/g" "/g" "" "" /g http://u:p@h:80/g "/g" /x/y/ /g
//  map[] <nil>
// "//g" <nil>
// //g <nil>
// {Scheme: Opaque: User: Host:g Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "//g" "/" "g" "" //g http://g "" //g/x/y/ //g/
//  map[] <nil>
// "?y" <nil>
// <nil> parse "?y": invalid URI for request
// {Scheme: Opaque: User: Host: Path: Fragment: RawQuery:y RawPath: RawFragment: ForceQuery:false OmitHost:false} "?y" "/?y" "" "" ?y http://u:p@h:80/a/c?y "" x/y/?y /?y
// y= map[y:[]] <nil>
// "g?y" <nil>
// <nil> parse "g?y": invalid URI for request
// {Scheme: Opaque: User: Host: Path:g Fragment: RawQuery:y RawPath: RawFragment: ForceQuery:false OmitHost:false} "g?y" "g?y" "" "" g?y http://u:p@h:80/a/g?y "g" x/y/?y g?y
// y= map[y:[]] <nil>
// "#s" <nil>
// <nil> parse "#s": invalid URI for request
// {Scheme: Opaque: User: Host: Path: Fragment:s RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "#s" "/" "" "" #s http://u:p@h:80/a/c?q=1#s "" x/y/#s /#s
//  map[] <nil>
// "g#s" <nil>
// <nil> parse "g#s": invalid URI for request
// {Scheme: Opaque: User: Host: Path:g Fragment:s RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "g#s" "g" "" "" g#s http://u:p@h:80/a/g#s "g" x/y/#s g#s
//  map[] <nil>
// ";x" <nil>
// <nil> parse ";x": invalid URI for request
// {Scheme: Opaque: User: Host: Path:;x Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} ";x" ";x" "" "" ;x http://u:p@h:80/a/;x ";x" x/y/ ;x
//  map[] <nil>
// ".." <nil>
// <nil> parse "..": invalid URI for request
// {Scheme: Opaque: User: Host: Path:.. Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} ".." ".." "" "" .. http://u:p@h:80/ ".." x/y/
//  map[] <nil>
// "../.." <nil>
// <nil> parse "../..": invalid URI for request
// {Scheme: Opaque: User: Host: Path:../.. Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "../.." "../.." "" "" ../.. http://u:p@h:80/ "../.." x/y/
//  map[] <nil>
// "../../../g" <nil>
// <nil> parse "../../../g": invalid URI for request
// {Scheme: Opaque: User: Host: Path:../../../g Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "../../../g" "../../../g" "" "" ../../../g http://u:p@h:80/g "../../../g" x/y/ g
//  map[] <nil>
// "/./g" <nil>
// /./g <nil>
// {Scheme: Opaque: User: Host: Path:/./g Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "/./g" "/./g" "" "" /./g http://u:p@h:80/g "/./g" /x/y/ /g
//  map[] <nil>
// "g:h" <nil>
// g:h <nil>
// {Scheme:g Opaque:h User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "g:h" "h" "" "" g:h g:h "" g:h g:h
//  map[] <nil>
// "mailto:a@b" <nil>
// mailto:a@b <nil>
// {Scheme:mailto Opaque:a@b User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "mailto:a@b" "a@b" "" "" mailto:a@b mailto:a@b "" mailto:a@b mailto:a@b
//  map[] <nil>
// "http:g" <nil>
// http:g <nil>
// {Scheme:http Opaque:g User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http:g" "g" "" "" http:g http:g "" http:g http:g
//  map[] <nil>
// "//x@y:1/z" <nil>
// //x@y:1/z <nil>
// {Scheme: Opaque: User:x Host:y:1 Path:/z Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "//x@y:1/z" "/z" "y" "1" //x@y:1/z http://x@y:1/z "/z" //x@y:1/x/y/ //x@y:1/z
//  map[] <nil>
// "a b" <nil>
// <nil> parse "a b": invalid URI for request
// {Scheme: Opaque: User: Host: Path:a b Fragment: RawQuery: RawPath:a b RawFragment: ForceQuery:false OmitHost:false} "a%20b" "a%20b" "" "" a%20b http://u:p@h:80/a/a%20b "a%20b" x/y/ a%20b
//  map[] <nil>
// "a%2fb" <nil>
// <nil> parse "a%2fb": invalid URI for request
// {Scheme: Opaque: User: Host: Path:a/b Fragment: RawQuery: RawPath:a%2fb RawFragment: ForceQuery:false OmitHost:false} "a%2fb" "a%2fb" "" "" a%2fb http://u:p@h:80/a/a%2fb "a%2fb" x/y/ a%2fb
//  map[] <nil>
// "%zz" parse "%zz": invalid URL escape "%zz"
// <nil> parse "%zz": invalid URI for request
// "http://[::1]:8/x" <nil>
// http://[::1]:8/x <nil>
// {Scheme:http Opaque: User: Host:[::1]:8 Path:/x Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http://[::1]:8/x" "/x" "::1" "8" http://[::1]:8/x http://[::1]:8/x "/x" http://[::1]:8/x/y/ http://[::1]:8/x
//  map[] <nil>
// "http://[::1%25en0]/" <nil>
// http://[::1%25en0]/ <nil>
// {Scheme:http Opaque: User: Host:[::1%en0] Path:/ Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http://[::1%25en0]/" "/" "::1%en0" "" http://[::1%25en0]/ http://[::1%25en0]/ "/" http://[::1%25en0]/x/y/ http://[::1%25en0]/
//  map[] <nil>
// "http://[1.2.3.4]/" parse "http://[1.2.3.4]/": invalid IP-literal
// <nil> parse "http://[1.2.3.4]/": invalid IP-literal
// "http://a b/" parse "http://a b/": invalid character " " in host name
// <nil> parse "http://a b/": invalid character " " in host name
// "http://h:x/" parse "http://h:x/": invalid port ":x" after host
// <nil> parse "http://h:x/": invalid port ":x" after host
// "http://a:b:c/" parse "http://a:b:c/": invalid port ":b:c" after host
// <nil> parse "http://a:b:c/": invalid port ":b:c" after host
// "x://a:b:1/" <nil>
// x://a:b:1/ <nil>
// {Scheme:x Opaque: User: Host:a:b:1 Path:/ Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "x://a:b:1/" "/" "a:b" "1" x://a:b:1/ x://a:b:1/ "/" x://a:b:1/x/y/ x://a:b:1/
//  map[] <nil>
// "1http://x" parse "1http://x": first path segment in URL cannot contain colon
// <nil> parse "1http://x": invalid URI for request
// ":x" parse ":x": missing protocol scheme
// <nil> parse ":x": missing protocol scheme
// "a:b" <nil>
// a:b <nil>
// {Scheme:a Opaque:b User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "a:b" "b" "" "" a:b a:b "" a:b a:b
//  map[] <nil>
// "a/b:c" <nil>
// <nil> parse "a/b:c": invalid URI for request
// {Scheme: Opaque: User: Host: Path:a/b:c Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "a/b:c" "a/b:c" "" "" a/b:c http://u:p@h:80/a/a/b:c "a/b:c" a/x/y/ a/b:c
//  map[] <nil>
// "http://h?" <nil>
// http://h? <nil>
// {Scheme:http Opaque: User: Host:h Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:true OmitHost:false} "http://h?" "/?" "h" "" http://h? http://h? "" http://h/x/y/? http://h/?
//  map[] <nil>
// "http://h?x#" <nil>
// http://h?x# <nil>
// {Scheme:http Opaque: User: Host:h Path: Fragment: RawQuery:x RawPath: RawFragment: ForceQuery:false OmitHost:false} "http://h?x" "/?x" "h" "" http://h?x http://h?x "" http://h/x/y/?x http://h/?x
// x= map[x:[]] <nil>
// "http://%41/" parse "http://%41/": invalid URL escape "%41"
// <nil> parse "http://%41/": invalid URL escape "%41"
// "http://h%zz" parse "http://h%zz": invalid URL escape "%zz"
// <nil> parse "http://h%zz": invalid URL escape "%zz"
// "http://[fe80::1" parse "http://[fe80::1": missing ']' in host
// <nil> parse "http://[fe80::1": missing ']' in host
// "\x01" parse "\x01": net/url: invalid control character in URL
// <nil> parse "\x01": net/url: invalid control character in URL
// "*" <nil>
// * <nil>
// {Scheme: Opaque: User: Host: Path:* Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "*" "*" "" "" * http://u:p@h:80/a/* "*" x/y/ *
//  map[] <nil>
// "http:///p" <nil>
// http:///p <nil>
// {Scheme:http Opaque: User: Host: Path:/p Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http:///p" "/p" "" "" http:///p http:///p "/p" http:///x/y/ http:///p
//  map[] <nil>
// "///p" <nil>
// ///p <nil>
// {Scheme: Opaque: User: Host: Path:///p Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "///p" "///p" "" "" ///p http://u:p@h:80///p "///p" /x/y/ /p
//  map[] <nil>
// "http:p" <nil>
// http:p <nil>
// {Scheme:http Opaque:p User: Host: Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http:p" "p" "" "" http:p http:p "" http:p http:p
//  map[] <nil>
// "http://u%40:p@h" <nil>
// http://u%40:p@h <nil>
// {Scheme:http Opaque: User:u%40:p Host:h Path: Fragment: RawQuery: RawPath: RawFragment: ForceQuery:false OmitHost:false} "http://u%40:p@h" "/" "h" "" http://u%40:xxxxx@h http://u%40:p@h "" http://u%40:p@h/x/y/ http://u%40:p@h/
//  map[] <nil>
// "http://u^@h" parse "http://u^@h": net/url: invalid userinfo
// <nil> parse "http://u^@h": net/url: invalid userinfo
// "tel:+1?x=y#z" <nil>
// tel:+1?x=y#z <nil>
// {Scheme:tel Opaque:+1 User: Host: Path: Fragment:z RawQuery:x=y RawPath: RawFragment: ForceQuery:false OmitHost:false} "tel:+1?x=y#z" "+1?x=y" "" "" tel:+1?x=y#z tel:+1?x=y#z "" tel:+1?x=y#z tel:+1?x=y#z
// x=y map[x:[y]] <nil>
// "/%E4%BD%A0?a=b;c&d=%zz&e=f" <nil>
// /%E4%BD%A0?a=b;c&d=%zz&e=f <nil>
// {Scheme: Opaque: User: Host: Path:/你 Fragment: RawQuery:a=b;c&d=%zz&e=f RawPath: RawFragment: ForceQuery:false OmitHost:false} "/%E4%BD%A0?a=b;c&d=%zz&e=f" "/%E4%BD%A0?a=b;c&d=%zz&e=f" "" "" /%E4%BD%A0?a=b;c&d=%zz&e=f http://u:p@h:80/%E4%BD%A0?a=b;c&d=%zz&e=f "/%E4%BD%A0" /x/y/?a=b;c&d=%zz&e=f /%E4%BD%A0?a=b;c&d=%zz&e=f
// e=f map[e:[f]] invalid semicolon separator in query
// "http://a/b%2Fc/d" <nil>
// http://a/b%2Fc/d <nil>
// {Scheme:http Opaque: User: Host:a Path:/b/c/d Fragment: RawQuery: RawPath:/b%2Fc/d RawFragment: ForceQuery:false OmitHost:false} "http://a/b%2Fc/d" "/b%2Fc/d" "a" "" http://a/b%2Fc/d http://a/b%2Fc/d "/b%2Fc/d" http://a/b%2Fc/x/y/ http://a/b%2Fc/d
//  map[] <nil>
// "http://x/a'b(c)*!" <nil>
// http://x/a'b(c)*! <nil>
// {Scheme:http Opaque: User: Host:x Path:/a'b(c)*! Fragment: RawQuery: RawPath:/a'b(c)*! RawFragment: ForceQuery:false OmitHost:false} "http://x/a'b(c)*!" "/a'b(c)*!" "x" "" http://x/a'b(c)*! http://x/a'b(c)*! "/a'b(c)*!" http://x/x/y/ http://x/a'b(c)*!
//  map[] <nil>
// http://h/b/c <nil>
// a+b%2B%C3%A9%2F%3F%26%3D~%21%2A%27%28%29 a%20b+%C3%A9%2F%3F&=~%21%2A%27%28%29
//  invalid URL escape "%"
// a b c <nil>
