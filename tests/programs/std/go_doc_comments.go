// Package go/doc/comment: blocks, links and quotes of comments, and their four forms.
package main

import (
	"fmt"
	"go/doc/comment"
	"strings"
)

const text = `
Package p has ''quotes'' and ` + "``quotes''" + `, [Name], [*Type.Method], [fmt.Println], [other.Name], [f(x)],
https://example.com/a(b), (http://x.y/z). and [a link].

# A heading with 'marks' & <tags>

A list:
  - the first item
    goes on
  * second [math]
 3. not in the list

Numbers:

 1. one
 2. two

    more of two
 5) five

Old Heading

Code follows:
	func f() {
	    g("<&>")

	}
Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of even length.
1. no list

    - no item? an item

x := T{
	1,
}

[a link]: https://example.com/link
[unused]: https://example.com/unused
[bad]: no-scheme
`

func show(t comment.Text) string {
	list := func(all []comment.Text) string {
		var b strings.Builder
		for _, t := range all {
			b.WriteString(show(t))
		}
		return b.String()
	}
	switch t := t.(type) {
	case comment.Plain:
		return fmt.Sprintf("%q", string(t))
	case comment.Italic:
		return fmt.Sprintf("<%s>", string(t))
	case *comment.Link:
		return fmt.Sprintf("Link(%v %s %s)", t.Auto, list(t.Text), t.URL)
	case *comment.DocLink:
		return fmt.Sprintf("DocLink(%q %q %q %s %s)", t.ImportPath, t.Recv, t.Name, list(t.Text), t.DefaultURL("/pkg/"))
	}
	return "?"
}

func blocks(all []comment.Block, indent string) {
	for _, b := range all {
		switch b := b.(type) {
		case *comment.Paragraph:
			fmt.Print(indent, "Paragraph")
			for _, t := range b.Text {
				fmt.Print(" ", show(t))
			}
			fmt.Println()
		case *comment.Heading:
			fmt.Println(indent+"Heading", show(b.Text[0]), b.DefaultID())
		case *comment.Code:
			fmt.Printf("%sCode %q\n", indent, b.Text)
		case *comment.List:
			fmt.Println(indent+"List", b.ForceBlankBefore, b.ForceBlankBetween, b.BlankBefore(), b.BlankBetween())
			for _, item := range b.Items {
				fmt.Printf("%s Item %q\n", indent, item.Number)
				blocks(item.Content, indent+"  ")
			}
		}
	}
}

func main() {
	p := comment.Parser{
		Words: map[string]string{"even": "", "length": "/length?a&b"},
		LookupPackage: func(name string) (string, bool) {
			return "example.com/" + name, name == "other" || name == "f(x)"
		},
		LookupSym: func(recv, name string) bool { return name == "Name" || recv == "Type" },
	}
	d := p.Parse(text)
	blocks(d.Content, "")
	for _, def := range d.Links {
		fmt.Println(*def)
	}
	var pr comment.Printer
	fmt.Printf("-- comment\n%s-- text\n%s-- html\n%s-- markdown\n%s", pr.Comment(d), pr.Text(d), pr.HTML(d), pr.Markdown(d))
	pr = comment.Printer{
		HeadingLevel: 1, DocLinkURL: func(l *comment.DocLink) string { return "" }, HeadingID: func(*comment.Heading) string { return "" },
		TextPrefix: "> ", TextCodePrefix: ">> ", TextWidth: 30,
	}
	fmt.Printf("-- text\n%s-- html\n%s", pr.Text(d), pr.HTML(d))
	for _, text := range []string{"", "\n\n", "a", "  indented", "# h", "- item\n\n- item", "\\", "[]", "[x]: http://y", "`````", "http://", "A\n\nB c\n\nd"} {
		d := new(comment.Parser).Parse(text)
		fmt.Printf("%q: %q %q %q %q\n", text, new(comment.Printer).Comment(d), new(comment.Printer).Text(d), new(comment.Printer).HTML(d), new(comment.Printer).Markdown(d))
	}
	fmt.Println(comment.DefaultLookupPackage("unicode"))
	fmt.Println(comment.DefaultLookupPackage("nowhere"))
}

// Output:
// Paragraph "Package p has ”quotes” and “quotes”, " DocLink("" "" "Name" "Name" #Name) ", " DocLink("" "Type" "Method" "*Type.Method" #Type.Method) ", " DocLink("fmt" "" "Println" "fmt.Println" /pkg/fmt/#Println) ", " DocLink("example.com/other" "" "Name" "other.Name" /pkg/example.com/other/#Name) ", " DocLink("example.com/f(x)" "" "" "f(x)" /pkg/example.com/f(x)/) ",\n" Link(true "https://example.com/a(b)" https://example.com/a(b)) ", (" Link(true "http://x.y/z" http://x.y/z) "). and [a link]."
// Heading "A heading with 'marks' & <tags>" hdr-A_heading_with__marks_____tags_
// Paragraph "A list:"
// List false false false false
//  Item ""
//   Paragraph "the first item\ngoes on"
//  Item ""
//   Paragraph "second " DocLink("math" "" "" "math" /pkg/math/) "\n3. not in the list"
// Paragraph "Numbers:"
// List true true true true
//  Item "1"
//   Paragraph "one"
//  Item "2"
//   Paragraph "two"
//   Paragraph "more of two"
//  Item "5"
//   Paragraph "five"
// Heading "Old Heading" hdr-Old_Heading
// Paragraph "Code follows:"
// Code "func f() {\n    g(\"<&>\")\n\n}\n"
// Paragraph "Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of " <even> " " Link(true <length> /length?a&b) ".\n1. no list"
// List true false true false
//  Item ""
//   Paragraph "no item? an item"
// Code "x := T{\n\t1,\n}\n"
// Paragraph "[a link]: " Link(true "https://example.com/link" https://example.com/link) "\n[unused]: " Link(true "https://example.com/unused" https://example.com/unused) "\n[bad]: no-scheme"
// -- comment
// Package p has ”quotes” and “quotes”, [Name], [*Type.Method], [fmt.Println], [other.Name], [f(x)],
// https://example.com/a(b), (http://x.y/z). and [a link].
//
// # A heading with 'marks' & <tags>
//
// A list:
//   - the first item
//     goes on
//   - second [math]
//     3. not in the list
//
// Numbers:
//
//  1. one
//
//  2. two
//
//     more of two
//
//  5. five
//
// # Old Heading
//
// Code follows:
//
// 	func f() {
// 	    g("<&>")
//
// 	}
//
// Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of even length.
// 1. no list
//
//   - no item? an item
//
// 	x := T{
// 		1,
// 	}
//
// [a link]: https://example.com/link
// [unused]: https://example.com/unused
// [bad]: no-scheme
// -- text
// Package p has ”quotes” and “quotes”, Name, *Type.Method, fmt.Println,
// other.Name, f(x), https://example.com/a(b), (http://x.y/z). and [a link].
//
// # A heading with 'marks' & <tags>
//
// A list:
//   - the first item goes on
//   - second math 3. not in the list
//
// Numbers:
//
//  1. one
//
//  2. two
//
//     more of two
//
//  5. five
//
// # Old Heading
//
// Code follows:
//
// 	func f() {
// 	    g("<&>")
//
// 	}
//
// Text is wrapped where lines would have more than eighty characters, so that the
// lines of a paragraph are of even length. 1. no list
//
//   - no item? an item
//
// 	x := T{
// 		1,
// 	}
//
// [a link]: https://example.com/link [unused]: https://example.com/unused [bad]:
// no-scheme
// -- html
// <p>Package p has ”quotes” and “quotes”, <a href="#Name">Name</a>, <a href="#Type.Method">*Type.Method</a>, <a href="/fmt#Println">fmt.Println</a>, <a href="/example.com/other#Name">other.Name</a>, <a href="/example.com/f(x)">f(x)</a>,
// <a href="https://example.com/a(b)">https://example.com/a(b)</a>, (<a href="http://x.y/z">http://x.y/z</a>). and [a link].
// <h3 id="hdr-A_heading_with__marks_____tags_">A heading with &apos;marks&apos; &amp; &lt;tags&gt;</h3>
// <p>A list:
// <ul>
// <li>the first item
// goes on
// <li>second <a href="/math">math</a>
// 3. not in the list
// </ul>
// <p>Numbers:
// <ol>
// <li><p>one
// <li><p>two
// <p>more of two
// <li value="5"><p>five
// </ol>
// <h3 id="hdr-Old_Heading">Old Heading</h3>
// <p>Code follows:
// <pre>func f() {
//     g(&quot;&lt;&amp;&gt;&quot;)
//
// }
// </pre>
// <p>Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of <i>even</i> <a href="/length?a&amp;b"><i>length</i></a>.
// 1. no list
// <ul>
// <li>no item? an item
// </ul>
// <pre>x := T{
// 	1,
// }
// </pre>
// <p>[a link]: <a href="https://example.com/link">https://example.com/link</a>
// [unused]: <a href="https://example.com/unused">https://example.com/unused</a>
// [bad]: no-scheme
// -- markdown
// Package p has ”quotes” and “quotes”, [Name](#Name), [\*Type.Method](#Type.Method), [fmt.Println](/fmt#Println), [other.Name](/example.com/other#Name), [f(x)](/example.com/f%28x%29), [https://example.com/a(b)](https://example.com/a(b)), ([http://x.y/z](http://x.y/z)). and \[a link].
//
// ### A heading with 'marks' & \<tags> {#hdr-A_heading_with__marks_____tags_}
//
// A list:
//
//   - the first item goes on
//   - second [math](/math) 3. not in the list
//
// Numbers:
//
//  1. one
//
//  2. two
//
//     more of two
//
//  5. five
//
// ### Old Heading {#hdr-Old_Heading}
//
// Code follows:
//
// 	func f() {
// 	    g("<&>")
//
// 	}
//
// Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of *even* [*length*](/length?a&b). 1. no list
//
//   - no item? an item
//
// 	x := T{
// 		1,
// 	}
//
// \[a link]: [https://example.com/link](https://example.com/link) \[unused]: [https://example.com/unused](https://example.com/unused) \[bad]: no-scheme
// -- text
// > Package p has ”quotes” and
// > “quotes”, Name, *Type.Method,
// > fmt.Println, other.Name, f(x),
// > https://example.com/a(b),
// > (http://x.y/z). and [a link].
// >
// > # A heading with 'marks' &
// > <tags>
// >
// > A list:
// >   - the first item goes on
// >   - second math 3. not in the
// >     list
// >
// > Numbers:
// >
// >  1. one
// >
// >  2. two
//
// >     more of two
// >
// >  5. five
// >
// > # Old Heading
// >
// > Code follows:
// >
// >> func f() {
// >>     g("<&>")
//
// >> }
// >
// > Text is wrapped where lines
// > would have more than eighty
// > characters, so that the lines
// > of a paragraph are of even
// > length. 1. no list
// >
// >   - no item? an item
// >
// >> x := T{
// >> 	1,
// >> }
// >
// > [a link]:
// > https://example.com/link
// > [unused]:
// > https://example.com/unused
// > [bad]: no-scheme
// -- html
// <p>Package p has ”quotes” and “quotes”, Name, *Type.Method, fmt.Println, other.Name, f(x),
// <a href="https://example.com/a(b)">https://example.com/a(b)</a>, (<a href="http://x.y/z">http://x.y/z</a>). and [a link].
// <h1>A heading with &apos;marks&apos; &amp; &lt;tags&gt;</h1>
// <p>A list:
// <ul>
// <li>the first item
// goes on
// <li>second math
// 3. not in the list
// </ul>
// <p>Numbers:
// <ol>
// <li><p>one
// <li><p>two
// <p>more of two
// <li value="5"><p>five
// </ol>
// <h1>Old Heading</h1>
// <p>Code follows:
// <pre>func f() {
//     g(&quot;&lt;&amp;&gt;&quot;)
//
// }
// </pre>
// <p>Text is wrapped where lines would have more than eighty characters, so that the lines of a paragraph are of <i>even</i> <a href="/length?a&amp;b"><i>length</i></a>.
// 1. no list
// <ul>
// <li>no item? an item
// </ul>
// <pre>x := T{
// 	1,
// }
// </pre>
// <p>[a link]: <a href="https://example.com/link">https://example.com/link</a>
// [unused]: <a href="https://example.com/unused">https://example.com/unused</a>
// [bad]: no-scheme
// "": "" "" "" ""
// "\n\n": "" "" "" ""
// "a": "a\n" "a\n" "<p>a\n" "a\n"
// "  indented": "indented\n" "indented\n" "<p>indented\n" "indented\n"
// "# h": "# h\n" "# h\n" "<h3 id=\"hdr-h\">h</h3>\n" "### h {#hdr-h}\n"
// "- item\n\n- item": "- item\n\n- item\n" "- item\n\n- item\n" "<p>- item\n<p>- item\n" "\\- item\n\n\\- item\n"
// "\\": "\\\n" "\\\n" "<p>\\\n" "\\\\\n"
// "[]": "[]\n" "[]\n" "<p>[]\n" "\\[]\n"
// "[x]: http://y": "\n[x]: http://y\n" "" "" ""
// "`````": "`````\n" "`````\n" "<p>`````\n" "\\`\\`\\`\\`\\`\n"
// "http://": "http://\n" "http://\n" "<p>http://\n" "http://\n"
// "A\n\nB c\n\nd": "A\n\n# B c\n\nd\n" "A\n\n# B c\n\nd\n" "<p>A\n<h3 id=\"hdr-B_c\">B c</h3>\n<p>d\n" "A\n\n### B c {#hdr-B_c}\n\nd\n"
// unicode true
//  false
