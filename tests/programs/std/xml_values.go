package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type Address struct {
	City, State string
}

type Meta struct {
	ID   int    `xml:"id,attr"`
	Lang string `xml:"http://www.w3.org/XML/1998/namespace lang,attr,omitempty"`
}

type Person struct {
	XMLName xml.Name `xml:"urn:people person"`
	*Meta
	First   string   `xml:"name>first"`
	Last    string   `xml:"name>last"`
	Emails  []string `xml:"contact>email"`
	Married *bool    `xml:"married,omitempty"`
	Height  float32  `xml:",omitempty"`
	Address
	Born    time.Time  `xml:"born"`
	Raw     Raw        `xml:"raw"`
	Flags   []Flag     `xml:"flag"`
	More    []xml.Attr `xml:",any,attr"`
	Others  []Other    `xml:",any"`
	Data    []byte     `xml:"data"`
	Comment string     `xml:",comment"`
	Text    string     `xml:",chardata"`
	Skipped string     `xml:"-"`
	hidden  int
}

type Raw struct {
	Inner string `xml:",innerxml"`
}

type Other struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	CDATA   string     `xml:",cdata"`
}

// Flag writes and reads itself.
type Flag int

func (f Flag) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "bits"}, Value: fmt.Sprintf("%b", int(f))})
	return e.EncodeElement(struct{}{}, start)
}

func (f *Flag) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for _, a := range start.Attr {
		fmt.Sscanf(a.Value, "%b", f)
	}
	if _, err := d.RawToken(); err == nil {
		return errors.New("RawToken is allowed")
	}
	return d.Skip()
}

// Level is text and an attribute.
type Level int

func (l Level) MarshalText() ([]byte, error) {
	if l < 0 {
		return nil, errors.New("bad level")
	}
	return []byte(strings.Repeat("*", int(l))), nil
}

func (l *Level) UnmarshalText(text []byte) error {
	*l = Level(len(text))
	return nil
}

type Levels struct {
	A Level   `xml:"a,attr"`
	B *Level  `xml:"b"`
	C []Level `xml:"c,attr"`
	D Level   `xml:",chardata"`
}

type Half struct{}

func (Half) MarshalXML(e *xml.Encoder, start xml.StartElement) error { return e.EncodeToken(start) }

func (*Half) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	_, err := d.Token()
	return err
}

type Pair[T any] struct {
	A, B T
}

func show(v any) {
	out, err := xml.MarshalIndent(v, "", "\t")
	fmt.Println(string(out), err)
}

func read(text string, v any) {
	err := xml.Unmarshal([]byte(text), v)
	fmt.Printf("%+v %v\n", v, err)
}

func readInto(text string, v any) { fmt.Println(xml.Unmarshal([]byte(text), v)) }

func main() {
	yes := true
	p := &Person{
		Meta: &Meta{7, "en"}, First: "Ada", Last: "L<", Emails: []string{"a@b", "c@d"}, Married: &yes, Height: 1.7,
		Address: Address{"London", ""}, Born: time.Date(1815, 12, 10, 0, 0, 0, 0, time.UTC), Raw: Raw{"<i>raw</i> text"}, Flags: []Flag{5, 2},
		More: []xml.Attr{{Name: xml.Name{Local: "extra"}, Value: "e"}}, Others: []Other{{xml.Name{Local: "odd"}, nil, "a]]>b"}}, Data: []byte("\x00hi"),
		Comment: " note-", Text: "\n text ",
	}
	out, err := xml.MarshalIndent(p, "", " ")
	fmt.Println(string(out), err)
	var q Person
	fmt.Println(xml.Unmarshal(out, &q))
	fmt.Println(q.XMLName, *q.Meta, q.First, q.Last, q.Emails, *q.Married, q.Height, q.Address, q.Born, q.Raw, q.Flags, q.More, q.Others, q.Data, q.Comment, strings.TrimSpace(q.Text))

	show(Levels{A: 1, B: new(Level), C: []Level{2, 3}, D: 4})
	show(Levels{A: -1})
	var l Levels
	readInto(`<Levels a="xx" c="1" c="22">abc<b>zzzz</b></Levels>`, &l)
	fmt.Println(l.A, *l.B, l.C, l.D)
	show(Half{})
	read("<Half><x/></Half>", new(Half))
	show(Pair[int]{1, 2})
	show([]any{1, "two", 3.5, true, nil, []byte("x"), [2]byte{'y', 'z'}, Address{}})
	for _, bad := range []any{make(chan int), map[string]int{}, func() {}, struct{ A int }{1}} {
		show(bad)
	}
	show(struct {
		XMLName xml.Name `xml:"c"`
		C       string   `xml:",comment"`
	}{C: "a--b"})
	show(struct {
		A int `xml:",attr,chardata"`
	}{})
	show(struct {
		XMLName xml.Name `xml:"t"`
		A       int      `xml:"x>y"`
		B       int      `xml:"x"`
	}{})
	show(struct {
		XMLName xml.Name `xml:"t"`
		A       int      `xml:"x>"`
	}{})
	show(struct {
		XMLName xml.Name `xml:"t"`
		A       int      `xml:"urn:x "`
	}{})

	var n struct {
		N int8    `xml:"n"`
		U uint    `xml:"u,attr"`
		F float64 `xml:"f"`
		B bool    `xml:"b"`
		S []int   `xml:"s"`
		I any     `xml:"i"`
	}
	read(`<r u="3"><n> 12 </n><f>1e3</f><b>true</b><s>1</s><s>2</s><i>x</i></r>`, &n)
	for _, text := range []string{"", "<r", "<r><n>300</n></r>", "<r><n>x</n></r>", "<r u='-1'/>", "<r><b>maybe</b></r>", "<r><s>1</s><s>q</s></r>", "<r></q>", "x"} {
		read(text, &n)
	}
	read(`<Person xmlns="urn:people"/>`, new(Person))
	read(`<person/>`, new(Person))
	read("<r/>", n)
	read("<r/>", (*int)(nil))
	readInto("<r>5</r>", new(complex64))
	var deep any
	fmt.Println(xml.Unmarshal([]byte(strings.Repeat("<a>", 20000)), &deep))

	d := xml.NewDecoder(strings.NewReader("<list><item>1</item><skip><x/></skip><item>2</item></list>"))
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == "item" {
			var i int
			fmt.Println(d.DecodeElement(&i, &start), i)
		} else if ok && start.Name.Local == "skip" {
			fmt.Println(d.Skip())
		}
	}
}

// Output:
// <person xmlns="urn:people" id="7" xml:lang="en" extra="e">
//  <name>
//   <first>Ada</first>
//   <last>L&lt;</last>
//  </name>
//  <contact>
//   <email>a@b</email>
//   <email>c@d</email>
//  </contact>
//  <married>true</married>
//  <Height>1.7</Height>
//  <City>London</City>
//  <State></State>
//  <born>1815-12-10T00:00:00Z</born>
//  <raw><i>raw</i> text</raw>
//  <flag bits="101"></flag>
//  <flag bits="10"></flag>
//  <odd xmlns=""><![CDATA[a]]]]><![CDATA[>b]]></odd>
//  <data>�hi</data>
//  <!-- note- -->&#xA; text
// </person> <nil>
// <nil>
// {urn:people person} {7 en} Ada L< [a@b c@d] true 1.7 {London } 1815-12-10 00:00:00 +0000 UTC {<i>raw</i> text} [5 2] [{{ xmlns} urn:people} {{ extra} e}] [{{ odd} [{{ xmlns} }] a]]>b}] [239 191 189 104 105]  note-  text
// <Levels a="*" c="**" c="***">
// 	<b></b>****
// </Levels> <nil>
//  bad level
// <nil>
// 2 4 [1 2] 3
//  xml: main.Half.MarshalXML wrote invalid XML: <Half> not closed
// &{} xml: (*main.Half).UnmarshalXML did not consume entire <Half> element
// <Pair>
// 	<A>1</A>
// 	<B>2</B>
// </Pair> <nil>
//  xml: unsupported type: []uint8
//  xml: unsupported type: chan int
//  xml: unsupported type: map[string]int
//  xml: unsupported type: func()
//  xml: unsupported type: struct { A int }
//  xml: comments must not contain "--"
//  xml: invalid tag in field A of type struct { A int "xml:\",attr,chardata\"" }: ",attr,chardata"
//  struct { XMLName xml.Name "xml:\"t\""; A int "xml:\"x>y\""; B int "xml:\"x\"" } field "A" with tag "x>y" conflicts with field "B" with tag "x"
//  xml: trailing '>' in field A of type struct { XMLName xml.Name "xml:\"t\""; A int "xml:\"x>\"" }
//  xml: namespace without name in field A of type struct { XMLName xml.Name "xml:\"t\""; A int "xml:\"urn:x \"" }: "urn:x "
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} <nil>
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} EOF
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} XML syntax error on line 1: unexpected EOF
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} strconv.ParseInt: parsing "300": value out of range
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} strconv.ParseInt: parsing "x": invalid syntax
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} strconv.ParseUint: parsing "-1": invalid syntax
// &{N:12 U:3 F:1000 B:true S:[1 2] I:<nil>} strconv.ParseBool: parsing "maybe": invalid syntax
// &{N:12 U:3 F:1000 B:true S:[1 2 1] I:<nil>} strconv.ParseInt: parsing "q": invalid syntax
// &{N:12 U:3 F:1000 B:true S:[1 2 1] I:<nil>} XML syntax error on line 1: element <r> closed by </q>
// &{N:12 U:3 F:1000 B:true S:[1 2 1] I:<nil>} EOF
// &{XMLName:{Space: Local:} Meta:<nil> First: Last: Emails:[] Married:<nil> Height:0 Address:{City: State:} Born:0001-01-01 00:00:00 +0000 UTC Raw:{Inner:} Flags:[] More:[] Others:[] Data:[] Comment: Text: Skipped: hidden:0} expected element type <person> but have <Person>
// &{XMLName:{Space: Local:} Meta:<nil> First: Last: Emails:[] Married:<nil> Height:0 Address:{City: State:} Born:0001-01-01 00:00:00 +0000 UTC Raw:{Inner:} Flags:[] More:[] Others:[] Data:[] Comment: Text: Skipped: hidden:0} expected element <person> in name space urn:people but have no name space
// {N:12 U:3 F:1000 B:true S:[1 2 1] I:<nil>} non-pointer passed to Unmarshal
// <nil> nil pointer passed to Unmarshal
// unknown type complex64
// XML syntax error on line 1: unexpected EOF
// <nil> 1
// <nil>
// <nil> 2
