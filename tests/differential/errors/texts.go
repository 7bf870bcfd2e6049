package main

import (
	"bufio"
	"bytes"
	"encoding/ascii85"
	"encoding/asn1"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/netip"
	"net/textproto"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	texttemplate "text/template"
	"time"
	"unicode/utf16"
)

type colorType = color.Color

func gray(y byte) color.Color { return color.Gray{y} }

type element struct {
	XMLName xml.Name `xml:"e"`
	A       int      `xml:"a,attr"`
	B       []bool   `xml:"b"`
	C       *float32 `xml:"x>c"`
	D       string   `xml:",chardata"`
	T       time.Time
}

type sequence struct {
	N int
	S string `asn1:"utf8"`
	B asn1.BitString
	O asn1.ObjectIdentifier
	T time.Time
	L []int `asn1:"optional,explicit,tag:1"`
}

// A reading reads a text, and may fail.
type reading struct {
	name  string
	chars string
	from  []string
	read  func(s string) []any
}

func one[T any](f func(string) (T, error)) func(string) []any {
	return func(s string) []any {
		v, err := f(s)
		return []any{fmt.Sprintf("%.200v", v), err}
	}
}

var readings = []reading{
	{"atoi", "0123456789_-+xabEe.", []string{"12", "-9223372036854775808", "0x1f", "1_000", "99999999999999999999"}, func(s string) []any {
		_, a := strconv.Atoi(s)
		_, b := strconv.ParseInt(s, 0, 8)
		_, c := strconv.ParseUint(s, 37, 65)
		_, d := strconv.ParseUint(s, 16, 16)
		_, e := strconv.ParseInt(s, 1, 64)
		return []any{a, b, c, d, e}
	}},
	{"float", "0123456789_-+xpEe.inf", []string{"1.5", "1e400", "0x1p-5", "inf", "nan", "1_0.5"}, func(s string) []any {
		a, ea := strconv.ParseFloat(s, 64)
		b, eb := strconv.ParseFloat(s, 32)
		c, ec := strconv.ParseComplex(s, 64)
		return []any{a, ea, b, eb, c, ec}
	}},
	{"unquote", "\"'`\\xuUn07", []string{`"a\n"`, "`x`", `'c'`, `"\u00e9\x41\101"`, `"\400"`}, one(strconv.Unquote)}, {"bool", "truefalsTF10", []string{"true", "False"}, one(strconv.ParseBool)},
	{"duration", "0123456789.-+hmsnuµ", []string{"1h2m3.5s", "9223372036854775807ns", "-.5ms", "3000000h"}, one(time.ParseDuration)},
	{"time", "0123456789-:TZ+. ", []string{"2024-02-30T01:02:03Z", "2024-02-03T04:05:06.789+01:00", "Mon Jan _2 15:04:05 2006"}, func(s string) []any {
		_, a := time.Parse(time.RFC3339, s)
		_, b := time.Parse(time.ANSIC, s)
		_, c := time.Parse("2006-01-02 15:04 MST -0700 PM Jan __2", s)
		var t time.Time
		return []any{a, b, c, t.UnmarshalText([]byte(s)), t.UnmarshalJSON([]byte(s)), t.UnmarshalBinary([]byte(s))}
	}},
	{"location", "abc/.\\", []string{"Europe/Nowhere", "../x", "UTC", ""}, one(time.LoadLocation)},
	{"url", "%/:?#[]@ 0aé\x00\x7f\n", []string{"http://user:pass@host:80/path?q=1#f", "http://[::1%25eth0]:90/", "mailto:a@b", "//h/%zz", "1http:x", "http://a b/", "http://h:port/"}, func(s string) []any {
		u, a := url.Parse(s)
		_, b := url.ParseRequestURI(s)
		_, c := url.QueryUnescape(s)
		_, d := url.PathUnescape(s)
		_, e := url.ParseQuery(s)
		_, f := url.JoinPath(s, "x")
		return []any{u, a, b, c, d, e, f}
	}},
	{"hex", "0123456789abcxyz", []string{"00ff", "abc", "xx"}, func(s string) []any {
		b, err := hex.DecodeString(s)
		n, rerr := io.ReadAll(hex.NewDecoder(strings.NewReader(s)))
		return []any{b, err, n, rerr}
	}},
	{"base64", "ABCabc019+/=-_\n\r", []string{"aGVsbG8=", "aGVsbG9v", "a", "aGVs\nbG8=", "aGVsbG8==="}, func(s string) []any {
		a, ea := base64.StdEncoding.DecodeString(s)
		b, eb := base64.RawURLEncoding.Strict().DecodeString(s)
		c, ec := io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader(s)))
		return []any{a, ea, b, eb, c, ec}
	}},
	{"base32", "ABC234=\n", []string{"MFRGG===", "MFRGGZDF", "M"}, func(s string) []any {
		a, ea := base32.StdEncoding.DecodeString(s)
		c, ec := io.ReadAll(base32.NewDecoder(base32.HexEncoding, strings.NewReader(s)))
		return []any{a, ea, c, ec}
	}},
	{"ascii85", "zabc!~\x80 ", []string{"87cURD]i,\"Ebo80", "z", "a~"}, func(s string) []any {
		n, m, err := ascii85.Decode(make([]byte, 100), []byte(s), true)
		c, ec := io.ReadAll(ascii85.NewDecoder(strings.NewReader(s)))
		return []any{n, m, err, c, ec}
	}},
	{"csv", ",\"\n\r;# x", []string{"a,b\nc,\"d\"\n", "a,\"b\nc", "x,y\"z\n", "\"a\"b,c\n", "1,2\n3\n"}, func(s string) []any {
		r := csv.NewReader(strings.NewReader(s))
		a, ea := r.ReadAll()
		r = csv.NewReader(strings.NewReader(s))
		r.Comma, r.Comment, r.LazyQuotes, r.FieldsPerRecord = ';', '#', true, -1
		b, eb := r.ReadAll()
		r = csv.NewReader(strings.NewReader(s))
		r.Comma = '"'
		_, ec := r.Read()
		return []any{a, ea, b, eb, ec, r.InputOffset()}
	}},
	{"xml", "<>/=\"'&;! abx\x00\xff", []string{`<e a="1"><b>true</b><x><c>1.5</c></x>text</e>`, `<e a="x"></e>`, `<e><b>maybe</b></e>`, `<f/>`, `<e>&lt;&bad;</e>`, `<?xml version="1.0" encoding="latin1"?><e/>`, `<e><T>x</T></e>`, `<a:e xmlns:a="u"/>`, `<!DOCTYPE e [<!ENTITY x "y">]><e><![CDATA[x]]><!-- c --></e>`}, func(s string) []any {
		var e element
		err := xml.Unmarshal([]byte(s), &e)
		d := xml.NewDecoder(strings.NewReader(s))
		var terr error
		n := 0
		for terr == nil {
			_, terr = d.Token()
			n++
		}
		line, column := d.InputPos()
		return []any{e.A, e.B, e.D, err, n, terr, line, column, d.InputOffset()}
	}},
	{"asn1", "\x30\x02\x0c\x03\x06\x17\x18\x80\xa1\xff\x00", []string{"\x30\x1f\x02\x01\x05\x0c\x01x\x03\x02\x00\xff\x06\x03\x2a\x03\x04\x17\x0d240102030405Z\xa1\x03\x30\x01\x02"}, func(s string) []any {
		var q sequence
		rest, err := asn1.Unmarshal([]byte(s), &q)
		var raw asn1.RawValue
		_, rerr := asn1.Unmarshal([]byte(s), &raw)
		var oid asn1.ObjectIdentifier
		_, oerr := asn1.Unmarshal([]byte(s), &oid)
		return []any{q.N, q.S, len(rest), err, raw.Tag, rerr, oerr}
	}},
	{"pem", "-=\nA:", []string{"-----BEGIN X-----\nK: v\n\nAAAA\n-----END X-----\n"}, func(s string) []any {
		b, rest := pem.Decode([]byte(s))
		return []any{b != nil, len(rest)}
	}},
	{"netip", "0123456789.:/%abcdefx[]-", []string{"1.2.3.4", "fe80::1%eth0", "::ffff:1.2.3.4", "1.2.3.4/33", "[::1]:80", "01.2.3.4"}, func(s string) []any {
		_, a := netip.ParseAddr(s)
		_, b := netip.ParsePrefix(s)
		_, c := netip.ParseAddrPort(s)
		return []any{a, b, c}
	}},
	{"mail", "<>@,;:\"()\\.= aé", []string{"Bob <bob@x.org>", "a@b, c@d", "group: a@b;", "\"q\\\"\" <x@[1.2.3.4]>", "=?utf-8?q?J=C3?= <a@b>", "Mon, 02 Jan 2006 15:04:05 -0700"}, func(s string) []any {
		_, a := mail.ParseAddress(s)
		_, b := mail.ParseAddressList(s)
		_, c := mail.ParseDate(s)
		_, d := mail.ReadMessage(strings.NewReader(s + "\r\n\r\n"))
		return []any{a, b, c, d}
	}},
	{"mime", "/;=\"*'% abc", []string{"text/html; charset=utf-8", `form-data; name="x"; filename*=utf-8''%e2`, "a/b;c", "=?utf-8?b?aGk=?=", "=?x?q?a?="}, func(s string) []any {
		a, b, err := mime.ParseMediaType(s)
		var d mime.WordDecoder
		c, derr := d.Decode(s)
		e, herr := d.DecodeHeader(s)
		return []any{a, b, err, c, derr, e, herr}
	}},
	{"multipart", "-\r\n:ab", []string{"--b\r\nA: b\r\n\r\nbody\r\n--b--\r\n", "--b\r\nContent-Disposition: form-data; name=x\r\n\r\nv\r\n--b"}, func(s string) []any {
		r := multipart.NewReader(strings.NewReader(s), "b")
		p, err := r.NextPart()
		result := []any{err}
		if err == nil {
			b, err := io.ReadAll(p)
			_, next := r.NextPart()
			result = append(result, b, err, next)
		}
		_, err = multipart.NewReader(strings.NewReader(s), "b").ReadForm(100)
		return append(result, err)
	}},
	{"quoted", "=0AF\r\n \x80", []string{"a=3D=\r\nb", "=XX", "x =\n"}, func(s string) []any {
		b, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(s)))
		return []any{b, err}
	}},
	{"textproto", ": \r\nAB0123", []string{"A: b\r\nC: d\r\n e\r\n\r\n", "220 hello\r\n", "250-a\r\n250 b\r\n"}, func(s string) []any {
		r := textproto.NewReader(bufio.NewReader(strings.NewReader(s)))
		_, a := r.ReadMIMEHeader()
		r = textproto.NewReader(bufio.NewReader(strings.NewReader(s)))
		_, b, berr := r.ReadResponse(2)
		r = textproto.NewReader(bufio.NewReader(strings.NewReader(s)))
		_, c, cerr := r.ReadCodeLine(22)
		return []any{a, b, berr, c, cerr}
	}},
	{"request", " /:\r\nHTP1.0é", []string{"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST /x HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", "GET http://[::1 HTTP/1.1\r\n\r\n"}, func(s string) []any {
		_, a := http.ReadRequest(bufio.NewReader(strings.NewReader(s)))
		_, b := http.ReadResponse(bufio.NewReader(strings.NewReader(s)), nil)
		_, c := http.NewRequest(s, "http://x/", nil)
		_, d := http.NewRequest("GET", s, nil)
		_, e := http.ParseTime(s)
		_, f := http.ParseCookie(s)
		_, g := http.ParseSetCookie(s)
		return []any{a, b, c, d, e, f, g}
	}},
	{"template", "{}.|()\" $:=xifendrange", []string{"{{.A}} {{if .B}}x{{else}}y{{end}}", "{{range $i, $e := .C}}{{$e}}{{end}}", `{{printf "%d" 1 | len}}`, "{{template \"t\" .}}", "{{define \"t\"}}x{{end}}", "{{.A.B}}{{index .C 9}}", "{{break}}", "{{/* c */ -}} x", "<a href={{.A}}>", "{{nofunc 1}}", "{{1 | 2}}", "{{call .F 1}}", "{{slice .A 9}}", "{{lt 1 \"x\"}}", "{{html}}", "<script>{{.A}", "{{with .M}}{{.k}}{{end}}"}, func(s string) []any {
		data := map[string]any{"A": "a", "B": true, "C": []int{1}, "F": func(int) (int, error) { return 0, errors.New("F fails") }, "M": map[string]int{"k": 1}}
		t, err := texttemplate.New("n").Option("missingkey=error").Parse(s)
		result := []any{err}
		if err == nil {
			result = append(result, t.Execute(io.Discard, data))
		}
		h, err := template.New("n").Parse(s)
		result = append(result, err)
		if err == nil {
			result = append(result, h.Execute(io.Discard, data))
		}
		return result
	}},
	{"big", "0123456789abx_-./e", []string{"123", "0x1f", "1/2", "1e5", "1_0"}, func(s string) []any {
		var i big.Int
		var r big.Rat
		var f big.Float
		_, ferr := fmt.Sscan(s, &i)
		_, g, perr := big.ParseFloat(s, 10, 53, big.ToZero)
		return []any{i.UnmarshalText([]byte(s)), r.UnmarshalText([]byte(s)), f.UnmarshalText([]byte(s)), ferr, g, perr, i.UnmarshalJSON([]byte(s)), i.GobDecode([]byte(s)), r.GobDecode([]byte(s)), f.GobDecode([]byte(s))}
	}},
	{"scan", "0123456789 \n%dxsvqc-+.ab", []string{"12 x", "%d %s", "1.5e 3", "'x' true"}, func(s string) []any {
		var a int8
		var b string
		var c float64
		var d bool
		var e []byte
		n1, e1 := fmt.Sscan(s, &a, &b, &c)
		n2, e2 := fmt.Sscanf(s, "%d x%s %v", &a, &b, &d)
		n3, e3 := fmt.Sscanf("12 abc", s, &a, &b)
		n4, e4 := fmt.Sscanln(s, &d, &e, a)
		n5, e5 := fmt.Sscanf(s, "%c%q%x%t", &a, &b, &e, &d)
		return []any{n1, e1, n2, e2, n3, e3, n4, e4, n5, e5}
	}},
	{"binary", "\x80\xff\x01", []string{"\x01\x02\x03\x04\x05\x06\x07\x08\x09"}, func(s string) []any {
		var x struct {
			A uint16
			B [2]int32
		}
		var y []int
		r := strings.NewReader(s)
		_, u := binary.ReadUvarint(bufio.NewReader(strings.NewReader(strings.Repeat("\x80", len(s)) + s)))
		n, derr := binary.Decode([]byte(s), binary.LittleEndian, &x)
		_, eerr := binary.Encode(make([]byte, len(s)), binary.BigEndian, x)
		return []any{binary.Read(r, binary.BigEndian, &x), binary.Read(r, binary.BigEndian, &y), binary.Read(r, binary.BigEndian, 5), binary.Write(io.Discard, binary.BigEndian, map[int]int{}), u, n, derr, eerr}
	}},
}

func texts(p *prober) {
	for _, r := range readings {
		for _, s := range r.from {
			p.try(fmt.Sprintf("%s %q", r.name, s), func() []any { return r.read(s) })
		}
		for range p.count {
			s := string(p.mutated([]byte(pick(&p.random, r.from)), r.chars))
			p.try(fmt.Sprintf("%s %q", r.name, s), func() []any { return r.read(s) })
		}
	}
	p.say("utf16", utf16.Decode([]uint16{0xd800, 1}), bytes.ErrTooLarge, bufio.ErrTooLong, bufio.ErrNegativeCount, io.ErrNoProgress, io.ErrClosedPipe)
}

func regexps(p *prober) {
	from := []string{"a(b|c)*d+?", "[a-z]{2,3}", `\p{Greek}\x{41}`, "(?i:x)(?P<n>y)", "[[:alpha:]]", `\Qa.b\E`, "^$\\b", "x{1001}", "(?<n>a)(?<n>b)"}
	for range p.count {
		s := string(p.mutated([]byte(pick(&p.random, from)), "()[]{}*+?|\\^$.:PQ-<>,09\xff"))
		_, err := regexp.Compile(s)
		_, perr := regexp.CompilePOSIX(s)
		p.say(fmt.Sprintf("%q", s), err, perr)
		p.try("must", func() []any { regexp.MustCompile(s); return nil })
	}
	var r regexp.Regexp
	p.say("text", r.UnmarshalText([]byte("(")), r.UnmarshalText([]byte("ok")))
	_, err := regexp.MatchString("a**", "x")
	p.say("match", err)
}
