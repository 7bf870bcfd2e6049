// Functions for types, streams and options of encoding/json/v2.
package main

import (
	"encoding"
	jsonv1 "encoding/json"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
)

// said returns the text of err with the verb that Go takes at random in each process made the same.
func said(err error) string { return strings.ReplaceAll(err.Error(), "unable to", "cannot") }

func show(v any, err error) {
	if b, ok := v.([]byte); ok {
		v = string(b)
	}
	fmt.Printf("%v | %s", v, strings.ReplaceAll(fmt.Sprint(err), "unable to", "cannot"))
	for e := err; e != nil; e = errors.Unwrap(e) {
		if s, ok := e.(*json.SemanticError); ok {
			fmt.Printf(" {%d %q %v %s %v}", s.ByteOffset, s.JSONPointer, s.JSONKind, string(s.JSONValue), s.GoType)
		} else {
			fmt.Printf(" +")
		}
	}
	fmt.Println()
}

var addresses = regexp.MustCompile("0x[0-9a-f]+")

func m(v any, o ...json.Options) { b, err := json.Marshal(v, o...); show(b, err) }
func u[T any](in string, v T, o ...json.Options) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Println("panic", x)
		}
	}()
	err := json.Unmarshal([]byte(in), &v, o...)
	show(addresses.ReplaceAllString(fmt.Sprintf("%+v", v), "0x"), err)
}

type in struct {
	A int
	B string `json:"b,omitempty"`
}
type tm struct{ s string }

func (t tm) MarshalText() ([]byte, error) { return []byte(t.s), nil }
func (t *tm) UnmarshalText(b []byte) error {
	if string(b) == "bad" {
		return errors.New("bad text")
	}
	t.s = string(b)
	return nil
}

type ta struct{}

func (ta) AppendText(b []byte) ([]byte, error) { return append(b, "appended"...), nil }

type te struct{}

func (te) MarshalText() ([]byte, error) { return nil, errors.New("no text") }

type tu struct{}

func (tu) MarshalText() ([]byte, error) { return []byte("\xff"), nil }

type mj struct{ s string }

func (x mj) MarshalJSON() ([]byte, error) {
	if x.s == "e" {
		return nil, errors.New("no json")
	}
	if x.s == "u" {
		return nil, errors.ErrUnsupported
	}
	return []byte(x.s), nil
}
func (x *mj) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"e"`:
		return errors.New("my error")
	case `"u"`:
		return errors.ErrUnsupported
	case `"s"`:
		return &json.SemanticError{Err: errors.New("sem")}
	}
	x.s = string(b)
	return nil
}

type mt struct{ n int }

func (x mt) MarshalJSONTo(e *jsontext.Encoder) error {
	switch x.n {
	case 0:
		return nil
	case 1:
		return e.WriteToken(jsontext.String("one"))
	case 2:
		e.WriteToken(jsontext.Null)
		return e.WriteToken(jsontext.Null)
	case 3:
		return errors.New("mt error")
	case 4:
		return errors.ErrUnsupported
	case 5:
		e.WriteToken(jsontext.Null)
		return errors.ErrUnsupported
	case 6:
		return e.WriteToken(jsontext.BeginArray)
	case 7:
		return &json.SemanticError{Err: errors.New("sem")}
	case 8:
		return e.WriteToken(jsontext.EndArray)
	case 9:
		return io.EOF
	case 10:
		return json.MarshalEncode(e, make(chan int))
	case 11:
		return e.WriteValue(jsontext.Value("[1,x]"))
	case 12:
		return nil
	}
	return nil
}
func (x *mt) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch x.n {
	case 0:
		return nil
	case 1:
		return d.SkipValue()
	case 2:
		d.SkipValue()
		return d.SkipValue()
	case 3:
		return errors.New("mt error")
	case 4:
		return errors.ErrUnsupported
	case 5:
		d.SkipValue()
		return errors.ErrUnsupported
	case 6:
		_, err := d.ReadToken()
		return err
	case 7:
		d.ReadToken()
		return &json.SemanticError{Err: errors.New("sem")}
	case 9:
		return io.EOF
	case 10:
		return json.UnmarshalDecode(d, new(chan int))
	}
	return nil
}

var _ encoding.TextMarshaler = tm{}

func main() {
	show(nil, json.Unmarshal([]byte("1"), nil))
	show(nil, json.Unmarshal([]byte("1"), 5))
	show(nil, json.Unmarshal([]byte("1"), (*int)(nil)))
	show(nil, json.UnmarshalRead(strings.NewReader("1 2"), new(int)))
	show(nil, json.UnmarshalRead(strings.NewReader(""), new(int)))
	d := jsontext.NewDecoder(strings.NewReader(`1 2 "x" 3`))
	for range 5 {
		var n int
		show(n, json.UnmarshalDecode(d, &n))
	}
	show(nil, json.MarshalWrite(bad{}, 1))
	u(`[1,2]`, []int{}, json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, p *int) error {
		t, _ := d.ReadToken()
		n, _ := t.Int()
		*p = int(n) * 10
		return nil
	})))
	u(`[1,2]`, []any{}, json.WithUnmarshalers(json.UnmarshalFunc(func(b []byte, p *any) error {
		*p = "raw " + string(b)
		return nil
	})))
	u(`[1,2]`, []any{}, json.WithUnmarshalers(json.UnmarshalFunc(func(b []byte, p *any) error { return errors.New("fn") })))
	u(`[1,2]`, []any{}, json.WithUnmarshalers(json.UnmarshalFunc(func(b []byte, p *any) error { return errors.ErrUnsupported })))
	m([]any{1, "x", in{}, nil}, json.WithMarshalers(json.JoinMarshalers(json.MarshalFunc(func(n int) ([]byte, error) { return []byte(`"int"`), nil }), json.MarshalToFunc(func(e *jsontext.Encoder, s string) error { return e.WriteToken(jsontext.Bool(true)) }))))
	m([]any{1}, json.WithMarshalers(json.MarshalFunc(func(n int) ([]byte, error) { return nil, errors.New("fn") })))
	m([]any{1}, json.WithMarshalers(json.MarshalFunc(func(n int) ([]byte, error) { return []byte("x"), nil })))
	m([]any{1}, json.WithMarshalers(json.MarshalToFunc(func(e *jsontext.Encoder, n int) error { return nil })))
	m(map[int]int{1: 2}, json.WithMarshalers(json.MarshalToFunc(func(e *jsontext.Encoder, n int) error { return e.WriteToken(jsontext.Null) })))
	func() {
		defer func() { fmt.Println(recover()) }()
		json.UnmarshalFunc(func(b []byte, p int) error { return nil })
	}()
	type np *int
	func() {
		defer func() { fmt.Println(recover()) }()
		json.MarshalFunc(func(p np) ([]byte, error) { return nil, nil })
	}()
	fmt.Println(json.GetOption(json.Deterministic(true), json.Deterministic))
	fmt.Println(json.GetOption(json.DefaultOptionsV2(), json.Deterministic))
	fmt.Println(json.GetOption(json.DefaultOptionsV2(), jsontext.AllowInvalidUTF8))
	fmt.Println(json.GetOption(json.DefaultOptionsV2(), jsontext.Multiline))
	fmt.Println(json.GetOption(jsonv1.DefaultOptionsV1(), json.Deterministic))
	fmt.Println(json.GetOption(jsontext.WithIndent("  "), jsontext.WithIndent))
	fmt.Println(json.GetOption(jsontext.WithIndent("  "), jsontext.Multiline))
	fmt.Println(json.GetOption(json.JoinOptions(jsontext.WithIndent("  "), jsontext.Multiline(false)), jsontext.WithIndent))
	fmt.Println(json.GetOption(nil, json.Deterministic))
	fmt.Println(said(&json.SemanticError{}), said(&json.SemanticError{GoType: reflect.TypeFor[int](), JSONKind: '"', JSONValue: jsontext.Value(`"x"`), ByteOffset: 5, JSONPointer: "/a", Err: errors.New("e")}))
	fmt.Println(said(&json.SemanticError{JSONKind: '"'}), said(&json.SemanticError{GoType: reflect.TypeFor[in]()}), said(&json.SemanticError{JSONPointer: "/x/y", Err: json.ErrUnknownName}))
}

type bad struct{}

func (bad) Write([]byte) (int, error) { return 0, errors.New("full") }

// Output:
// <nil> | json: cannot unmarshal: value must be passed as a non-nil pointer reference {0 "" invalid  <nil>} +
// <nil> | json: cannot unmarshal into Go int: value must be passed as a non-nil pointer reference {0 "" invalid  int} +
// <nil> | json: cannot unmarshal into Go *int: value must be passed as a non-nil pointer reference {0 "" invalid  *int} +
// <nil> | jsontext: invalid character '2' after top-level value after offset 2 + +
// <nil> | jsontext: unexpected EOF + +
// 1 | <nil>
// 2 | <nil>
// 0 | json: cannot unmarshal JSON string into Go int after offset 4 {4 "" string  int}
// 3 | <nil>
// 0 | EOF +
// <nil> | jsontext: write error: full + +
// [10 20] | <nil>
// [raw 1 raw 2] | <nil>
// [<nil>] | json: cannot unmarshal JSON number into Go *interface {} within "/0": fn {1 "/0" number  *interface {}} +
// [<nil>] | json: cannot unmarshal JSON number into Go *interface {} within "/0": unmarshal function of type func([]byte, T) error may not return errors.ErrUnsupported {1 "/0" number  *interface {}} +
// ["int",true,{"A":"int","b":true},null] | <nil>
// [ | json: cannot marshal from Go int within "/0": fn {1 "/0" invalid  int} +
// [ | json: cannot marshal from Go int: invalid character 'x' at start of value within "/0" after offset 1 {1 "/0" invalid  int} + +
// [ | json: cannot marshal from Go int within "/0": must read or write exactly one value {1 "/0" invalid  int} +
// { | json: cannot marshal from Go int: object member name must be a string after offset 1 {1 "" invalid  int} + +
// input type int must be an interface type or an unnamed pointer type
// input type main.np must be an interface type, an unnamed pointer type, or a non-pointer type
// true true
// false true
// false true
// false false
// true true
//    true
// true true
//    true
// false false
// json: cannot handle json: cannot handle JSON string "x" with Go int within "/a": e
// json: cannot handle JSON string json: cannot handle Go main.in json: cannot handle: unknown object member name "y" within "/x"
