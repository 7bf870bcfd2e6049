// The part of encoding/json that is there for encoding/json/v2: options, numbers, raw messages, errors.
package main

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"strings"
	"time"
)

type inner struct {
	N json.Number     `json:"n"`
	R json.RawMessage `json:"r,omitempty"`
}

type value struct {
	Name  string
	Bytes [3]byte
	Wait  time.Duration
	Map   map[string]int
	Slice []int
	Inner inner
}

// plain is the text of an error; v2 words some in one of two ways, by chance.
func plain(err error) string {
	return strings.Replace(fmt.Sprint(err), "unable to", "cannot", 1)
}

func show(what string, options ...jsonv2.Options) {
	v := value{Name: "<a>", Bytes: [3]byte{1, 2, 3}, Wait: 5, Inner: inner{N: "12.50"}}
	b, err := jsonv2.Marshal(v, options...)
	fmt.Printf("%s: %s %v\n", what, b, err)
}

func main() {
	show("v2", json.FormatDurationAsNano(true))
	show("v1", json.DefaultOptionsV1())
	show("array", json.FormatByteArrayAsArray(true), json.FormatDurationAsNano(true))
	show("mixed", json.DefaultOptionsV1(), json.FormatByteArrayAsArray(false), jsontext.EscapeForHTML(false))
	show("strings", json.DefaultOptionsV1(), jsonv2.StringifyNumbers(true))

	b, err := json.Marshal(value{})
	c, _ := jsonv2.Marshal(value{}, json.DefaultOptionsV1())
	fmt.Println(bytes.Equal(b, c), err)

	for _, text := range []string{
		`{"name":1}`, `{"Bytes":[1,2,3,4]}`, `{"Inner":{"n":"7"}}`, `{"Inner":{"n":"x"}}`, `{"Inner":{"n":[]}}`, `{"Inner":{"n":null}}`,
		`{"Wait":"x"}`, `{`, `{"Name" 1}`, `[1]`, `{"Slice":[1,2,300000000000000000000]}`, `{"Inner":{"r":{"a": 1}}}`,
	} {
		var v value
		err := jsonv2.Unmarshal([]byte(text), &v, json.DefaultOptionsV1())
		fmt.Printf("%s: %T %v\n", text, err, err)
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			fmt.Println(typ.Value, typ.Type, typ.Offset, typ.Struct, typ.Field)
		}
		var w value
		err = jsonv2.Unmarshal([]byte(text), &w, json.ReportErrorsWithLegacySemantics(false))
		fmt.Printf("%v %q %q\n", plain(err), w.Inner.N, w.Inner.R)
	}
	fmt.Println(jsonv2.Unmarshal([]byte("1"), nil, json.DefaultOptionsV1()))
	fmt.Println(jsonv2.Unmarshal([]byte(`{"x":1}`), &value{}, json.DefaultOptionsV1(), jsonv2.RejectUnknownMembers(true)))
	_, err = jsonv2.Marshal(func() {}, json.DefaultOptionsV1())
	fmt.Printf("%T %v\n", err, err)
	_, err = jsonv2.Marshal(json.Number("x"))
	fmt.Println(plain(err))
	m := map[json.Number]int{"1": 2}
	b, err = jsonv2.Marshal(m)
	fmt.Printf("%s %v\n", b, err)

	raw := json.RawMessage(` {"b": 1.0, "a": [1, 2]} `)
	fmt.Printf("%T %v %v\n", raw, raw.Kind(), raw.IsValid())
	fmt.Println(raw.Compact(), raw.String())
	fmt.Println(raw.Canonicalize(), raw)
	clone := raw.Clone()
	fmt.Println(clone.Indent(), clone.String())
	fmt.Println(clone.Format(jsontext.SpaceAfterComma(true)), clone)
	b, err = json.Marshal(struct{ R json.RawMessage }{raw})
	fmt.Println(string(b), err)
	var back struct{ R json.RawMessage }
	fmt.Println(json.Unmarshal(b, &back), string(back.R))
	var none json.RawMessage
	b, err = json.Marshal(none)
	fmt.Println(string(b), err)
	var options json.Options = json.OmitEmptyWithLegacySemantics(true)
	on, ok := jsonv2.GetOption(options, json.OmitEmptyWithLegacySemantics)
	fmt.Println(on, ok)
}

// Output:
// v2: {"Name":"<a>","Bytes":"AQID","Wait":5,"Map":{},"Slice":[],"Inner":{"n":12.50}} <nil>
// v1: {"Name":"\u003ca\u003e","Bytes":[1,2,3],"Wait":5,"Map":null,"Slice":null,"Inner":{"n":12.50}} <nil>
// array: {"Name":"<a>","Bytes":[1,2,3],"Wait":5,"Map":{},"Slice":[],"Inner":{"n":12.50}} <nil>
// mixed: {"Name":"<a>","Bytes":"AQID","Wait":5,"Map":null,"Slice":null,"Inner":{"n":12.50}} <nil>
// strings: {"Name":"\u003ca\u003e","Bytes":["1","2","3"],"Wait":"5","Map":null,"Slice":null,"Inner":{"n":"12.50"}} <nil>
// true <nil>
// {"name":1}: *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field value.name of type string
// number string 9 value name
// <nil> "" "null"
// {"Bytes":[1,2,3,4]}: <nil> <nil>
// json: cannot unmarshal JSON array into Go [3]uint8 within "/Bytes" "" "null"
// {"Inner":{"n":"7"}}: <nil> <nil>
// <nil> "7" "null"
// {"Inner":{"n":"x"}}: *json.UnmarshalTypeError json: cannot unmarshal string "x" into Go value of type json.Number: invalid syntax
// string "x" json.Number 0  
// json: cannot unmarshal JSON string "x" into Go json.Number within "/Inner/n": invalid syntax "" "null"
// {"Inner":{"n":[]}}: *json.UnmarshalTypeError json: cannot unmarshal array into Go value of type json.Number
// array json.Number 0  
// json: cannot unmarshal JSON array into Go json.Number within "/Inner/n" "" "null"
// {"Inner":{"n":null}}: <nil> <nil>
// <nil> "" "null"
// {"Wait":"x"}: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field value.Wait of type time.Duration
// string time.Duration 11 value Wait
// json: cannot unmarshal into Go time.Duration within "/Wait": no default representation "" "null"
// {: *json.SyntaxError unexpected end of JSON input
// jsontext: unexpected EOF after offset 1 "" "null"
// {"Name" 1}: *json.SyntaxError invalid character '1' after object key
// jsontext: invalid character '1' after object name (expecting ':') within "/Name" after offset 8 "" "null"
// [1]: *json.UnmarshalTypeError json: cannot unmarshal array into Go value of type main.value
// array main.value 1  
// json: cannot unmarshal JSON array into Go main.value "" "null"
// {"Slice":[1,2,300000000000000000000]}: *json.UnmarshalTypeError json: cannot unmarshal number 300000000000000000000 into value.Slice.2 of type int
// number 300000000000000000000 int 35 value Slice.2
// json: cannot unmarshal JSON number 300000000000000000000 into Go int within "/Slice/2": value out of range "" "null"
// {"Inner":{"r":{"a": 1}}}: <nil> <nil>
// <nil> "" "{\"a\": 1}"
// json: Unmarshal(nil)
// json: unknown field "x"
// *json.UnsupportedTypeError json: unsupported type: func()
// json: cannot marshal from Go json.Number: cannot parse "x" as JSON number: invalid syntax
// {"1":2} <nil>
// jsontext.Value { true
// <nil> {"b":1.0,"a":[1,2]}
// <nil> {"a":[1,2],"b":1}
// <nil> {
// 	"a": [
// 		1,
// 		2
// 	],
// 	"b": 1
// }
// <nil> {"a":[1, 2], "b":1}
// {"R":{"a":[1,2],"b":1}} <nil>
// <nil> {"a":[1,2],"b":1}
// null <nil>
// true true
