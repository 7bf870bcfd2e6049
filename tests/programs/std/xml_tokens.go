package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

func tokens(text string, set func(d *xml.Decoder)) {
	d := xml.NewDecoder(strings.NewReader(text))
	set(d)
	fmt.Printf("%q\n", text)
	for {
		t, err := d.Token()
		line, column := d.InputPos()
		fmt.Printf("  %T %q %v at %d, %d:%d\n", t, t, err, d.InputOffset(), line, column)
		if err != nil {
			return
		}
	}
}

func main() {
	strict := func(d *xml.Decoder) {}
	loose := func(d *xml.Decoder) {
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	}
	tokens(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE r [<!ENTITY a "b>"><!-- x > y -->]>
<r xmlns="urn:d" xmlns:p='urn:p' p:a="1&amp;&#x41;&#66;" b=' x '><p:e/><!-- c --><![CDATA[<&]]]]><?do it?>
t&lt;x</r>`, strict)
	for _, text := range []string{"", "a", "<a", "<a>", "<a/", "</a>", "<a></b>", "<a x>", "<a x=1>", "<a x='<'>", "<a>]]></a>", "<a>&x;</a>", "<a>&x</a>", "<a>&#xD800;</a>", "<a>&#1114112;</a>", "<!-x", "<!-- a--b -->", "<![CDAT", "<![CDATA[x", "<? ?>", "<1>", "<a:b:c/>", "<:a/>", "<a>\xff</a>", "<a>\x01</a>", "<a é·='1'/>", "<p:a></q:a>", "<?xml version='1.1'?>", "<?xml version='1.0' encoding='x'?>", "<a>a\r\nb\rc</a>"} {
		tokens(text, strict)
		tokens(text, loose)
	}
	tokens("<html><p>a<br>b<HR/><img src=x.png alt>&nbsp;&copy;&unknown; & c</p><ul><li>1<li>2</ul>", loose)
	tokens("<?xml version='1.0' encoding='rot'?><n>nopq</n>", func(d *xml.Decoder) {
		d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
			all, _ := io.ReadAll(in)
			return strings.NewReader(strings.ReplaceAll(string(all), "nopq", "abcd")), nil
		}
	})
	tokens("<?xml version='1.0' encoding='bad'?><n/>", func(d *xml.Decoder) {
		d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("no such") }
	})
	tokens("<a><b/></a>", func(d *xml.Decoder) { d.DefaultSpace = "urn:default" })

	var b strings.Builder
	enc := xml.NewEncoder(&b)
	enc.Indent(">", "  ")
	name := func(space, local string) xml.Name { return xml.Name{Space: space, Local: local} }
	start := xml.StartElement{Name: name("urn:a", "a"), Attr: []xml.Attr{
		{Name: name("http://x/y/", "k"), Value: "<1>"}, {Name: name("http://z/y", "l"), Value: "2"}, {Name: name("", "m"), Value: "\t\n"}, {Name: name("http://www.w3.org/XML/1998/namespace", "lang"), Value: "de"}, {Name: name("xmlfoo", "q")},
	}}
	for _, t := range []xml.Token{
		xml.ProcInst{Target: "xml", Inst: []byte("version='1.0'")}, start, xml.CharData("a<b\n\x00\xff"), xml.StartElement{Name: name("", "in")}, xml.EndElement{Name: name("", "in")},
		xml.Comment("c"), xml.Comment("-->"), xml.Directive("D <x>"), xml.Directive("D >"), xml.Directive("<!-- > -->"), xml.ProcInst{Target: "xml"}, xml.ProcInst{Target: "1"}, xml.ProcInst{Target: "x", Inst: []byte("?>")},
		xml.EndElement{Name: name("", "a")}, xml.EndElement{Name: name("", "b")}, xml.EndElement{}, xml.StartElement{}, 7, nil, start.End(), xml.EndElement{Name: name("", "a")},
	} {
		if err := enc.EncodeToken(xml.CopyToken(t)); err != nil {
			fmt.Println(err)
		}
	}
	enc.EncodeToken(xml.StartElement{Name: name("", "open")})
	fmt.Println(enc.Close(), enc.EncodeToken(xml.CharData("x")))
	fmt.Println(b.String())
	b.Reset()
	xml.Escape(&b, []byte("'\"&<>\r\t\n\u0001é"))
	fmt.Println(b.String(), xml.Header, len(xml.HTMLEntity), xml.HTMLEntity["euro"], xml.HTMLAutoClose)
}

// Output:
// "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE r [<!ENTITY a \"b>\"><!-- x > y -->]>\n<r xmlns=\"urn:d\" xmlns:p='urn:p' p:a=\"1&amp;&#x41;&#66;\" b=' x '><p:e/><!-- c --><![CDATA[<&]]]]><?do it?>\nt&lt;x</r>"
//   xml.ProcInst {"xml" "version=\"1.0\" encoding=\"UTF-8\""} <nil> at 38, 1:39
//   xml.CharData "\n" <nil> at 39, 2:1
//   xml.Directive "DOCTYPE r [<!ENTITY a \"b>\"> ]" <nil> at 84, 2:46
//   xml.CharData "\n" <nil> at 85, 3:1
//   xml.StartElement {{"urn:d" "r"} [{{"" "xmlns"} "urn:d"} {{"xmlns" "p"} "urn:p"} {{"urn:p" "a"} "1&AB"} {{"" "b"} " x "}]} <nil> at 150, 3:66
//   xml.StartElement {{"urn:p" "e"} []} <nil> at 156, 3:72
//   xml.EndElement {{"urn:p" "e"}} <nil> at 156, 3:72
//   xml.Comment " c " <nil> at 166, 3:82
//   xml.CharData "<&]]" <nil> at 182, 3:98
//   xml.ProcInst {"do" "it"} <nil> at 191, 3:107
//   xml.CharData "\nt<x" <nil> at 198, 4:7
//   xml.EndElement {{"urn:d" "r"}} <nil> at 202, 4:11
//   <nil> %!q(<nil>) EOF at 202, 4:11
// ""
//   <nil> %!q(<nil>) EOF at 0, 1:1
// ""
//   <nil> %!q(<nil>) EOF at 0, 1:1
// "a"
//   xml.CharData "a" <nil> at 1, 1:2
//   <nil> %!q(<nil>) EOF at 1, 1:2
// "a"
//   xml.CharData "a" <nil> at 1, 1:2
//   <nil> %!q(<nil>) EOF at 1, 1:2
// "<a"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 2, 1:3
// "<a"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 2, 1:3
// "<a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 3, 1:4
// "<a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 3, 1:4
// "<a/"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 3, 1:4
// "<a/"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 3, 1:4
// "</a>"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected end element </a> at 4, 1:5
// "</a>"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected end element </a> at 4, 1:5
// "<a></b>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: element <a> closed by </b> at 7, 1:8
// "<a></b>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.EndElement {{"" "a"}} <nil> at 7, 1:8
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected end element </b> at 7, 1:8
// "<a x>"
//   <nil> %!q(<nil>) XML syntax error on line 1: attribute name without = in element at 5, 1:6
// "<a x>"
//   xml.StartElement {{"" "a"} [{{"" "x"} "x"}]} <nil> at 5, 1:6
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 5, 1:6
// "<a x=1>"
//   <nil> %!q(<nil>) XML syntax error on line 1: unquoted or missing attribute value in element at 6, 1:7
// "<a x=1>"
//   xml.StartElement {{"" "a"} [{{"" "x"} "1"}]} <nil> at 7, 1:8
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 7, 1:8
// "<a x='<'>"
//   <nil> %!q(<nil>) XML syntax error on line 1: unescaped < inside quoted string at 7, 1:8
// "<a x='<'>"
//   <nil> %!q(<nil>) XML syntax error on line 1: unescaped < inside quoted string at 7, 1:8
// "<a>]]></a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: unescaped ]]> not in CDATA section at 6, 1:7
// "<a>]]></a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: unescaped ]]> not in CDATA section at 6, 1:7
// "<a>&x;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid character entity &x; at 6, 1:7
// "<a>&x;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "&x;" <nil> at 6, 1:7
//   xml.EndElement {{"" "a"}} <nil> at 10, 1:11
//   <nil> %!q(<nil>) EOF at 10, 1:11
// "<a>&x</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid character entity &x (no semicolon) at 5, 1:6
// "<a>&x</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "&x" <nil> at 5, 1:6
//   xml.EndElement {{"" "a"}} <nil> at 9, 1:10
//   <nil> %!q(<nil>) EOF at 9, 1:10
// "<a>&#xD800;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "�" <nil> at 11, 1:12
//   xml.EndElement {{"" "a"}} <nil> at 15, 1:16
//   <nil> %!q(<nil>) EOF at 15, 1:16
// "<a>&#xD800;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "�" <nil> at 11, 1:12
//   xml.EndElement {{"" "a"}} <nil> at 15, 1:16
//   <nil> %!q(<nil>) EOF at 15, 1:16
// "<a>&#1114112;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid character entity &#1114112; at 13, 1:14
// "<a>&#1114112;</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "&#1114112;" <nil> at 13, 1:14
//   xml.EndElement {{"" "a"}} <nil> at 17, 1:18
//   <nil> %!q(<nil>) EOF at 17, 1:18
// "<!-x"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid sequence <!- not part of <!-- at 4, 1:5
// "<!-x"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid sequence <!- not part of <!-- at 4, 1:5
// "<!-- a--b -->"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid sequence "--" not allowed in comments at 9, 1:10
// "<!-- a--b -->"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid sequence "--" not allowed in comments at 9, 1:10
// "<![CDAT"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 7, 1:8
// "<![CDAT"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF at 7, 1:8
// "<![CDATA[x"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF in CDATA section at 10, 1:11
// "<![CDATA[x"
//   <nil> %!q(<nil>) XML syntax error on line 1: unexpected EOF in CDATA section at 10, 1:11
// "<? ?>"
//   <nil> %!q(<nil>) XML syntax error on line 1: expected target name after <? at 2, 1:3
// "<? ?>"
//   <nil> %!q(<nil>) XML syntax error on line 1: expected target name after <? at 2, 1:3
// "<1>"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid XML name: 1 at 2, 1:3
// "<1>"
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid XML name: 1 at 2, 1:3
// "<a:b:c/>"
//   <nil> %!q(<nil>) XML syntax error on line 1: expected element name after < at 6, 1:7
// "<a:b:c/>"
//   <nil> %!q(<nil>) XML syntax error on line 1: expected element name after < at 6, 1:7
// "<:a/>"
//   xml.StartElement {{"" ":a"} []} <nil> at 5, 1:6
//   xml.EndElement {{"" ":a"}} <nil> at 5, 1:6
//   <nil> %!q(<nil>) EOF at 5, 1:6
// "<:a/>"
//   xml.StartElement {{"" ":a"} []} <nil> at 5, 1:6
//   xml.EndElement {{"" ":a"}} <nil> at 5, 1:6
//   <nil> %!q(<nil>) EOF at 5, 1:6
// "<a>\xff</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid UTF-8 at 4, 1:5
// "<a>\xff</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid UTF-8 at 4, 1:5
// "<a>\x01</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: illegal character code U+0001 at 4, 1:5
// "<a>\x01</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   <nil> %!q(<nil>) XML syntax error on line 1: illegal character code U+0001 at 4, 1:5
// "<a é·='1'/>"
//   xml.StartElement {{"" "a"} [{{"" "é·"} "1"}]} <nil> at 13, 1:14
//   xml.EndElement {{"" "a"}} <nil> at 13, 1:14
//   <nil> %!q(<nil>) EOF at 13, 1:14
// "<a é·='1'/>"
//   xml.StartElement {{"" "a"} [{{"" "é·"} "1"}]} <nil> at 13, 1:14
//   xml.EndElement {{"" "a"}} <nil> at 13, 1:14
//   <nil> %!q(<nil>) EOF at 13, 1:14
// "<p:a></q:a>"
//   xml.StartElement {{"p" "a"} []} <nil> at 5, 1:6
//   <nil> %!q(<nil>) XML syntax error on line 1: element <a> in space p closed by </a> in space q at 11, 1:12
// "<p:a></q:a>"
//   xml.StartElement {{"p" "a"} []} <nil> at 5, 1:6
//   <nil> %!q(<nil>) XML syntax error on line 1: element <a> in space p closed by </a> in space q at 11, 1:12
// "<?xml version='1.1'?>"
//   <nil> %!q(<nil>) xml: unsupported version "1.1"; only version 1.0 is supported at 21, 1:22
// "<?xml version='1.1'?>"
//   <nil> %!q(<nil>) xml: unsupported version "1.1"; only version 1.0 is supported at 21, 1:22
// "<?xml version='1.0' encoding='x'?>"
//   <nil> %!q(<nil>) xml: encoding "x" declared but Decoder.CharsetReader is nil at 34, 1:35
// "<?xml version='1.0' encoding='x'?>"
//   <nil> %!q(<nil>) xml: encoding "x" declared but Decoder.CharsetReader is nil at 34, 1:35
// "<a>a\r\nb\rc</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "a\nb\nc" <nil> at 9, 2:4
//   xml.EndElement {{"" "a"}} <nil> at 13, 2:8
//   <nil> %!q(<nil>) EOF at 13, 2:8
// "<a>a\r\nb\rc</a>"
//   xml.StartElement {{"" "a"} []} <nil> at 3, 1:4
//   xml.CharData "a\nb\nc" <nil> at 9, 2:4
//   xml.EndElement {{"" "a"}} <nil> at 13, 2:8
//   <nil> %!q(<nil>) EOF at 13, 2:8
// "<html><p>a<br>b<HR/><img src=x.png alt>&nbsp;&copy;&unknown; & c</p><ul><li>1<li>2</ul>"
//   xml.StartElement {{"" "html"} []} <nil> at 6, 1:7
//   xml.StartElement {{"" "p"} []} <nil> at 9, 1:10
//   xml.CharData "a" <nil> at 10, 1:11
//   xml.StartElement {{"" "br"} []} <nil> at 14, 1:15
//   xml.EndElement {{"" "br"}} <nil> at 15, 1:16
//   xml.CharData "b" <nil> at 15, 1:16
//   xml.StartElement {{"" "HR"} []} <nil> at 20, 1:21
//   xml.EndElement {{"" "HR"}} <nil> at 20, 1:21
//   <nil> %!q(<nil>) XML syntax error on line 1: invalid XML name: .png at 34, 1:35
// "<?xml version='1.0' encoding='rot'?><n>nopq</n>"
//   xml.ProcInst {"xml" "version='1.0' encoding='rot'"} <nil> at 36, 1:37
//   xml.StartElement {{"" "n"} []} <nil> at 39, 1:40
//   xml.CharData "abcd" <nil> at 43, 1:44
//   xml.EndElement {{"" "n"}} <nil> at 47, 1:48
//   <nil> %!q(<nil>) EOF at 47, 1:48
// "<?xml version='1.0' encoding='bad'?><n/>"
//   <nil> %!q(<nil>) xml: opening charset "bad": no such at 36, 1:37
// "<a><b/></a>"
//   xml.StartElement {{"urn:default" "a"} []} <nil> at 3, 1:4
//   xml.StartElement {{"urn:default" "b"} []} <nil> at 7, 1:8
//   xml.EndElement {{"urn:default" "b"}} <nil> at 7, 1:8
//   xml.EndElement {{"urn:default" "a"}} <nil> at 11, 1:12
//   <nil> %!q(<nil>) EOF at 11, 1:12
// xml: EncodeToken of Comment containing --> marker
// xml: EncodeToken of Directive containing wrong < or > markers
// xml: EncodeToken of ProcInst xml target only valid for xml declaration, first token encoded
// xml: EncodeToken of ProcInst with invalid Target
// xml: EncodeToken of ProcInst containing ?> marker
// xml: end tag </a> in namespace  does not match start tag <a> in namespace urn:a
// xml: end tag </b> does not match start tag <a>
// xml: end tag with no name
// xml: start tag with no name
// xml: EncodeToken of invalid token type
// xml: EncodeToken of invalid token type
// xml: end tag </a> without start tag
// unclosed tag <open> use of closed Encoder
// <?xml version='1.0'?>><a xmlns="urn:a" xmlns:y="http://x/y/" y:k="&lt;1&gt;" xmlns:y_1="http://z/y" y_1:l="2" m="&#x9;&#xA;" xml:lang="de" xmlns:_xmlfoo="xmlfoo" _xmlfoo:q="">a&lt;b
// ��
// >  <in></in><!--c--><!D <x>><!<!-- > -->>
// ></a>
// ><open>
// &#39;&#34;&amp;&lt;&gt;&#xD;&#x9;&#xA;�é <?xml version="1.0" encoding="UTF-8"?>
//  252 € [basefont br area link img param hr input col frame isindex base meta]
