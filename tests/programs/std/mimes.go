package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime"
	"net"
	"net/textproto"
	"strings"
)

func types() {
	for _, v := range []string{
		"text/html", "Text/HTML; charset=UTF-8", "text/html ; charset = utf-8 ;", "attachment; filename=\"a b\\\".txt\"", "form-data; name=x; name=x", "form-data; name=x; name=y",
		"", "text", "text/", "/html", "text/html/x", "text/html; charset", "text/html; =x", "text/html; a=\"x", "text/html;;", "a; b*0=c; b*1=d", "a; b*=utf-8'en'%e2%82%ac", "a; b*0*=utf-8''%e2; b*1=x; b*2*=%82",
		"a; b*=latin1''x", "a; b*0=x; b=y", "a; b*1=x", "inline; filename=c:\\dir\\file", "multipart/mixed; boundary=\"--x y\"", "a/b; c=\"\"", "a/b; c=",
	} {
		t, params, err := mime.ParseMediaType(v)
		fmt.Printf("%q %q %q %v %q\n", v, t, params, err, mime.FormatMediaType(t, params))
	}
	fmt.Printf("%q %q %q %q\n", mime.FormatMediaType("a b", nil), mime.FormatMediaType("A/B", map[string]string{"X": "é'*%", "b": "c d\"\\", "a": "t"}), mime.FormatMediaType("x", map[string]string{"": "y"}), mime.FormatMediaType("x/", nil))
	for _, ext := range []string{".html", ".HTML", ".png", ".js", ".nothing", "", "html", ".Json", ".wasm", ".é"} {
		fmt.Printf("%q ", mime.TypeByExtension(ext))
	}
	fmt.Println(mime.AddExtensionType("x", "a/b"), mime.AddExtensionType(".xyz", "text/xyz; b=c"), mime.AddExtensionType(".Xyz", "/"))
	fmt.Println(mime.TypeByExtension(".xyz"), mime.TypeByExtension(".XYZ"))
	fmt.Println(mime.ExtensionsByType("text/xyz"))
	fmt.Println(mime.ExtensionsByType("no/such"))
	fmt.Println(mime.ExtensionsByType("text html"))
}

func words() {
	for _, s := range []string{"", "ascii\t", "héllo wörld_=?", strings.Repeat("é", 60), "a" + strings.Repeat("日本語 ", 20), "\xff\xfe", "ctl\x01"} {
		for _, e := range []mime.WordEncoder{mime.QEncoding, mime.BEncoding} {
			for _, charset := range []string{"utf-8", "iso-8859-1"} {
				t := e.Encode(charset, s)
				d, err := new(mime.WordDecoder).DecodeHeader(t)
				fmt.Printf("%q %q %v\n", t, d, err)
			}
		}
	}
	d := mime.WordDecoder{CharsetReader: func(charset string, in io.Reader) (io.Reader, error) {
		b, err := io.ReadAll(in)
		return bytes.NewReader(bytes.ToUpper(b)), err
	}}
	for _, s := range []string{"=?UTF-8?Q?a?=", "=?utf-8?q?a=?=", "=?utf-8?q?=4?=", "=?utf-8?q?=zz?=", "=?utf-8?x?a?=", "=?utf-8?b?YQ==?=", "=?utf-8?b?YQ?=", "=??q?a?=", "=?x?q?abc?=", "=?us-ascii?q?=e9a?=",
		"=?iso-8859-1?Q?=e9_a?=", "a =?utf-8?q?b?= =?utf-8?q?c?= d", "=?utf-8?q?b?=\r\n =?utf-8?q?c?=x=?utf-8?q?d?=", "=?utf-8?q?b", "=? =?utf-8?q?=zz?= =?utf-8?q?c?=", "plain", "=?utf-8?q?\x01?=", "=?q?=", "=?utf-8??a?="} {
		w, err := d.Decode(s)
		h, err2 := d.DecodeHeader(s)
		_, err3 := new(mime.WordDecoder).DecodeHeader(s)
		fmt.Printf("%q %q %v %q %v %v\n", s, w, err, h, err2, err3)
	}
}

func reader(s string) *textproto.Reader {
	return textproto.NewReader(bufio.NewReader(strings.NewReader(s)))
}

func text() {
	for _, s := range []string{"", "line\r\nnext\n", "no end", "a\n  b\n\tc\nd\n", "\n x\n"} {
		r := reader(s)
		l, err := r.ReadLine()
		fmt.Printf("%q %v ", l, err)
		r = reader(s)
		c, err := r.ReadContinuedLineBytes()
		fmt.Printf("%q %v ", c, err)
		l, err = r.ReadContinuedLine()
		fmt.Printf("%q %v\n", l, err)
	}
	for _, s := range []string{"", "200 ok\n", "200-a\n200-b\n200 c\n", "200-a\nb\n200 c\n", "20 x\n", "abc d\n", "099 x\n", "404-a\n404 b\n", "200-a\n"} {
		for _, expect := range []int{0, 2, 20, 200, 4} {
			code, msg, err := reader(s).ReadResponse(expect)
			code2, msg2, err2 := reader(s).ReadCodeLine(expect)
			fmt.Printf("%d %q %v %d %q %v\n", code, msg, err, code2, msg2, err2)
		}
	}
	for _, s := range []string{"a\r\n..b\r\n.\r\nrest\r\n", ".\n", "a\n.b\n..\n.\n", "a\rb\r\r\nc\r\n.\rx\n.\r\n", "no end", "a\n.", ""} {
		r := reader(s)
		b, err := r.ReadDotBytes()
		lines, err2 := reader(s).ReadDotLines()
		rest, err3 := r.ReadLine()
		fmt.Printf("%q %v %q %v %q %v\n", b, err, lines, err2, rest, err3)
	}
	for _, s := range []string{"", "\n", "A: b\n\n", "my-key: v1\r\nMY-KEY:  v 2 \r\n more\r\nlong_: é\r\n\r\nrest", "no colon\n\n", " a: b\n\n", ": x\n\n", "a b: c\n\n", "a\x01: b\n\n", "a: b\x01\n\n", "a: b\n", "a: b\nc", "é: x\n\n", "A:\n\n"} {
		h, err := reader(s).ReadMIMEHeader()
		fmt.Printf("%q %v %v\n", s, h, err)
	}
	for _, s := range []string{"content-type", "Content-Type", "cONTENT-tYPE", "a b", "é", "", "x-a_b", "etag", "www-AUTHENTICATE"} {
		fmt.Printf("%q ", textproto.CanonicalMIMEHeaderKey(s))
	}
	h := textproto.MIMEHeader{}
	h.Add("a-b", "1")
	h.Add("A-B", "2")
	h.Set("c", "3")
	fmt.Println(h, h.Get("a-b"), h.Values("A-b"), h.Get("x"), textproto.MIMEHeader(nil).Get("a"))
	h.Del("a-B")
	fmt.Printf("%v %q %q\n", h, textproto.TrimString(" \t\r\na b\n "), textproto.TrimBytes([]byte(" \n")))
	for _, s := range []string{"", "a", "a\n", ".a\n.b\r\n..\n", "a\r", "a\r\nb", "\n.", "a\r\rb\r\n", "\r\n.\r"} {
		var out bytes.Buffer
		w := textproto.NewWriter(bufio.NewWriter(&out))
		d := w.DotWriter()
		for i := range len(s) {
			io.WriteString(d, s[i:i+1])
		}
		w.PrintfLine("next %d", 1)
		var whole bytes.Buffer
		d = textproto.NewWriter(bufio.NewWriter(&whole)).DotWriter()
		n, err := io.WriteString(d, s)
		fmt.Printf("%q %q %q %d %v %v\n", s, out.String(), whole.String(), n, err, d.Close())
	}
}

func conn() {
	a, b := net.Pipe()
	go func() {
		s := textproto.NewConn(b)
		for {
			line, err := s.ReadLine()
			if err != nil {
				return
			}
			if line == "quit" {
				s.PrintfLine("221 bye")
				s.Close()
				return
			}
			s.PrintfLine("250-%s\r\n250 done", line)
		}
	}()
	c := textproto.NewConn(a)
	for i := range 3 {
		id, err := c.Cmd("command %d", i)
		fmt.Println(id, err)
		c.StartResponse(id)
		code, msg, err := c.ReadResponse(25)
		c.EndResponse(id)
		fmt.Printf("%d %q %v\n", code, msg, err)
	}
	c.Cmd("quit")
	fmt.Println(c.ReadCodeLine(250))
	_, err := c.ReadLine()
	fmt.Println(err, c.Close())
	_, err = c.Cmd("x")
	fmt.Println(err)
	defer func() { fmt.Println(recover()) }()
	c.EndResponse(99)
}

func main() {
	types()
	words()
	text()
	conn()
}

// Output:
// "text/html" "text/html" map[] <nil> "text/html"
// "Text/HTML; charset=UTF-8" "text/html" map["charset":"UTF-8"] <nil> "text/html; charset=UTF-8"
// "text/html ; charset = utf-8 ;" "text/html" map["charset":"utf-8"] <nil> "text/html; charset=utf-8"
// "attachment; filename=\"a b\\\".txt\"" "attachment" map["filename":"a b\".txt"] <nil> "attachment; filename=\"a b\\\".txt\""
// "form-data; name=x; name=x" "form-data" map["name":"x"] <nil> "form-data; name=x"
// "form-data; name=x; name=y" "" map[] mime: duplicate parameter name ""
// "" "" map[] mime: no media type ""
// "text" "text" map[] <nil> "text"
// "text/" "" map[] mime: expected token after slash ""
// "/html" "" map[] mime: no media type ""
// "text/html/x" "" map[] mime: unexpected content after media subtype ""
// "text/html; charset" "text/html" map[] mime: invalid media parameter "text/html"
// "text/html; =x" "text/html" map[] mime: invalid media parameter "text/html"
// "text/html; a=\"x" "text/html" map[] mime: invalid media parameter "text/html"
// "text/html;;" "text/html" map[] mime: invalid media parameter "text/html"
// "a; b*0=c; b*1=d" "a" map["b":"cd"] <nil> "a; b=cd"
// "a; b*=utf-8'en'%e2%82%ac" "a" map["b":"€"] <nil> "a; b*=utf-8''%E2%82%AC"
// "a; b*0*=utf-8''%e2; b*1=x; b*2*=%82" "a" map["b":"\xe2x\x82"] <nil> "a; b*=utf-8''%E2x%82"
// "a; b*=latin1''x" "a" map[] <nil> "a"
// "a; b*0=x; b=y" "a" map["b":"x"] <nil> "a; b=x"
// "a; b*1=x" "a" map[] <nil> "a"
// "inline; filename=c:\\dir\\file" "inline" map[] mime: invalid media parameter "inline"
// "multipart/mixed; boundary=\"--x y\"" "multipart/mixed" map["boundary":"--x y"] <nil> "multipart/mixed; boundary=\"--x y\""
// "a/b; c=\"\"" "a/b" map["c":""] <nil> "a/b; c=\"\""
// "a/b; c=" "a/b" map[] mime: invalid media parameter "a/b"
// "" "a/b; x*=utf-8''%C3%A9%27%2A%25; a=t; b=\"c d\\\"\\\\\"" "" ""
// "text/html; charset=utf-8" "text/html; charset=utf-8" "image/png" "text/javascript; charset=utf-8" "" "" "" "application/json" "application/wasm" "" mime: extension "x" missing leading dot <nil> mime: no media type
// text/xyz; b=c; charset=utf-8 text/xyz; b=c; charset=utf-8
// [.xyz] <nil>
// [] <nil>
// [] mime: expected slash after first token
// "" "" <nil>
// "" "" <nil>
// "" "" <nil>
// "" "" <nil>
// "ascii\t" "ascii\t" <nil>
// "ascii\t" "ascii\t" <nil>
// "ascii\t" "ascii\t" <nil>
// "ascii\t" "ascii\t" <nil>
// "=?utf-8?q?h=C3=A9llo_w=C3=B6rld=5F=3D=3F?=" "héllo wörld_=?" <nil>
// "=?iso-8859-1?q?h=C3=A9llo_w=C3=B6rld=5F=3D=3F?=" "hÃ©llo wÃ¶rld_=?" <nil>
// "=?utf-8?b?aMOpbGxvIHfDtnJsZF89Pw==?=" "héllo wörld_=?" <nil>
// "=?iso-8859-1?b?aMOpbGxvIHfDtnJsZF89Pw==?=" "hÃ©llo wÃ¶rld_=?" <nil>
// "=?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?= =?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?= =?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?= =?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?= =?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?= =?utf-8?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?=" "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé" <nil>
// "=?iso-8859-1?q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?=" "Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©" <nil>
// "=?utf-8?b?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6k=?= =?utf-8?b?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6k=?= =?utf-8?b?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6k=?=" "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé" <nil>
// "=?iso-8859-1?b?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOp?=" "Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©Ã©" <nil>
// "=?utf-8?q?a=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?= =?utf-8?q?=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?=" "a日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 " <nil>
// "=?iso-8859-1?q?a=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_=E6=97=A5=E6=9C=AC=E8=AA=9E_?=" "aæ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e " <nil>
// "=?utf-8?b?YeaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6U=?= =?utf-8?b?5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrA==?= =?utf-8?b?6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniA=?= =?utf-8?b?5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpQ==?= =?utf-8?b?5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g?=" "a日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 日本語 " <nil>
// "=?iso-8859-1?b?YeaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g5pel5pys6KqeIOaXpeacrOiqniDml6XmnKzoqp4g?=" "aæ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e æ\u0097¥æ\u009c¬èª\u009e " <nil>
// "=?utf-8?q?=FF=FE?=" "\xff\xfe" <nil>
// "=?iso-8859-1?q?=FF=FE?=" "ÿþ" <nil>
// "=?utf-8?b?//4=?=" "\xff\xfe" <nil>
// "=?iso-8859-1?b?//4=?=" "ÿþ" <nil>
// "=?utf-8?q?ctl=01?=" "ctl\x01" <nil>
// "=?iso-8859-1?q?ctl=01?=" "ctl\x01" <nil>
// "=?utf-8?b?Y3RsAQ==?=" "ctl\x01" <nil>
// "=?iso-8859-1?b?Y3RsAQ==?=" "ctl\x01" <nil>
// "=?UTF-8?Q?a?=" "a" <nil> "a" <nil> <nil>
// "=?utf-8?q?a=?=" "" mime: invalid RFC 2047 encoded-word "=?utf-8?q?a=?=" <nil> <nil>
// "=?utf-8?q?=4?=" "" mime: invalid RFC 2047 encoded-word "=?utf-8?q?=4?=" <nil> <nil>
// "=?utf-8?q?=zz?=" "" mime: invalid hex byte 0x7a "=?utf-8?q?=zz?=" <nil> <nil>
// "=?utf-8?x?a?=" "" mime: invalid RFC 2047 encoded-word "=?utf-8?x?a?=" <nil> <nil>
// "=?utf-8?b?YQ==?=" "a" <nil> "a" <nil> <nil>
// "=?utf-8?b?YQ?=" "" illegal base64 data at input byte 0 "=?utf-8?b?YQ?=" <nil> <nil>
// "=??q?a?=" "" mime: invalid RFC 2047 encoded-word "A" <nil> mime: unhandled charset ""
// "=?x?q?abc?=" "ABC" <nil> "ABC" <nil> mime: unhandled charset "x"
// "=?us-ascii?q?=e9a?=" "�a" <nil> "�a" <nil> <nil>
// "=?iso-8859-1?Q?=e9_a?=" "é a" <nil> "é a" <nil> <nil>
// "a =?utf-8?q?b?= =?utf-8?q?c?= d" "" mime: invalid RFC 2047 encoded-word "a bc d" <nil> <nil>
// "=?utf-8?q?b?=\r\n =?utf-8?q?c?=x=?utf-8?q?d?=" "" mime: invalid RFC 2047 encoded-word "bcxd" <nil> <nil>
// "=?utf-8?q?b" "" mime: invalid RFC 2047 encoded-word "=?utf-8?q?b" <nil> <nil>
// "=? =?utf-8?q?=zz?= =?utf-8?q?c?=" "" mime: invalid RFC 2047 encoded-word "=? =?utf-8?q?=zz?= =?utf-8?q?c?=" <nil> <nil>
// "plain" "" mime: invalid RFC 2047 encoded-word "plain" <nil> <nil>
// "=?utf-8?q?\x01?=" "" mime: invalid RFC 2047 encoded-word "=?utf-8?q?\x01?=" <nil> <nil>
// "=?q?=" "" mime: invalid RFC 2047 encoded-word "=?q?=" <nil> <nil>
// "=?utf-8??a?=" "" mime: invalid RFC 2047 encoded-word "=?utf-8??a?=" <nil> <nil>
// "" EOF "" EOF "" EOF
// "line" <nil> "line" <nil> "next" <nil>
// "no end" <nil> "no end" <nil> "" EOF
// "a" <nil> "a b c" <nil> "d" <nil>
// "" <nil> "" <nil> "x" <nil>
// 0 "" EOF 0 "" EOF
// 0 "" EOF 0 "" EOF
// 0 "" EOF 0 "" EOF
// 0 "" EOF 0 "" EOF
// 0 "" EOF 0 "" EOF
// 200 "ok" <nil> 200 "ok" <nil>
// 200 "ok" <nil> 200 "ok" <nil>
// 200 "ok" <nil> 200 "ok" <nil>
// 200 "ok" <nil> 200 "ok" <nil>
// 200 "ok" 200 "ok" 200 "ok" 200 "ok"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" 200 "a\nb\nc" 200 "a" 200 "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" <nil> 200 "a" unexpected multi-line response: "a"
// 200 "a\nb\nc" 200 "a\nb\nc" 200 "a" 200 "a"
// 0 "" short response: "20 x" 0 "" short response: "20 x"
// 0 "" short response: "20 x" 0 "" short response: "20 x"
// 0 "" short response: "20 x" 0 "" short response: "20 x"
// 0 "" short response: "20 x" 0 "" short response: "20 x"
// 0 "" short response: "20 x" 0 "" short response: "20 x"
// 0 "" invalid response code: "abc d" 0 "" invalid response code: "abc d"
// 0 "" invalid response code: "abc d" 0 "" invalid response code: "abc d"
// 0 "" invalid response code: "abc d" 0 "" invalid response code: "abc d"
// 0 "" invalid response code: "abc d" 0 "" invalid response code: "abc d"
// 0 "" invalid response code: "abc d" 0 "" invalid response code: "abc d"
// 99 "" invalid response code: "099 x" 99 "" invalid response code: "099 x"
// 99 "" invalid response code: "099 x" 99 "" invalid response code: "099 x"
// 99 "" invalid response code: "099 x" 99 "" invalid response code: "099 x"
// 99 "" invalid response code: "099 x" 99 "" invalid response code: "099 x"
// 99 "" invalid response code: "099 x" 99 "" invalid response code: "099 x"
// 404 "a\nb" <nil> 404 "a" unexpected multi-line response: "a"
// 404 "a\nb" 404 "a\nb" 404 "a" 404 "a"
// 404 "a\nb" 404 "a\nb" 404 "a" 404 "a"
// 404 "a\nb" 404 "a\nb" 404 "a" 404 "a"
// 404 "a\nb" <nil> 404 "a" unexpected multi-line response: "a"
// 0 "" EOF 200 "a" unexpected multi-line response: "a"
// 0 "" EOF 200 "a" unexpected multi-line response: "a"
// 0 "" EOF 200 "a" unexpected multi-line response: "a"
// 0 "" EOF 200 "a" unexpected multi-line response: "a"
// 0 "" EOF 200 "a" 200 "a"
// "a\n.b\n" <nil> ["a" ".b"] <nil> "rest" <nil>
// "" <nil> [] <nil> "" EOF
// "a\nb\n.\n" <nil> ["a" "b" "."] <nil> "" EOF
// "a\rb\r\nc\n\rx\n" <nil> ["a\rb\r" "c" "\rx"] <nil> "" EOF
// "no end" unexpected EOF ["no end"] unexpected EOF "" EOF
// "a\n" unexpected EOF ["a"] <nil> "" EOF
// "" unexpected EOF [] unexpected EOF "" EOF
// "" map[] EOF
// "\n" map[] <nil>
// "A: b\n\n" map[A:[b]] <nil>
// "my-key: v1\r\nMY-KEY:  v 2 \r\n more\r\nlong_: é\r\n\r\nrest" map[Long_:[é] My-Key:[v1 v 2 more]] <nil>
// "no colon\n\n" map[] malformed MIME header: missing colon: "no colon"
// " a: b\n\n" map[] malformed MIME header initial line: " a: b"
// ": x\n\n" map[] malformed MIME header line: ": x"
// "a b: c\n\n" map[a b:[c]] <nil>
// "a\x01: b\n\n" map[] malformed MIME header line: "a\x01: b"
// "a: b\x01\n\n" map[] malformed MIME header line: "A: b\x01"
// "a: b\n" map[A:[b]] EOF
// "a: b\nc" map[A:[b]] malformed MIME header: missing colon: "c"
// "é: x\n\n" map[] malformed MIME header line: "é: x"
// "A:\n\n" map[A:[]] <nil>
// "Content-Type" "Content-Type" "Content-Type" "a b" "é" "" "X-A_b" "Etag" "Www-Authenticate" map[A-B:[1 2] C:[3]] 1 [1 2]
// map[C:[3]] "a b" ""
// "" "\r\n.\r\nnext 1\r\n" "" 0 <nil> <nil>
// "a" "a\r\n.\r\nnext 1\r\n" "" 1 <nil> <nil>
// "a\n" "a\r\n.\r\nnext 1\r\n" "" 2 <nil> <nil>
// ".a\n.b\r\n..\n" "..a\r\n..b\r\n...\r\n.\r\nnext 1\r\n" "" 10 <nil> <nil>
// "a\r" "a\r\n.\r\nnext 1\r\n" "" 2 <nil> <nil>
// "a\r\nb" "a\r\nb\r\n.\r\nnext 1\r\n" "" 4 <nil> <nil>
// "\n." "\r\n..\r\n.\r\nnext 1\r\n" "" 2 <nil> <nil>
// "a\r\rb\r\n" "a\r\rb\r\n.\r\nnext 1\r\n" "" 6 <nil> <nil>
// "\r\n.\r" "\r\n..\r\n.\r\nnext 1\r\n" "" 4 <nil> <nil>
// 0 <nil>
// 250 "command 0\ndone" <nil>
// 1 <nil>
// 250 "command 1\ndone" <nil>
// 2 <nil>
// 250 "command 2\ndone" <nil>
// 221 bye 221 "bye"
// EOF <nil>
// io: read/write on closed pipe
// out of sync
