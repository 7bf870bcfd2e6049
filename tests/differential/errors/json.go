package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"time"
)

type inner struct {
	X int8
	Y *string
}

type embedded struct{ E uint16 }

type strict struct{ n int }

func (s *strict) UnmarshalJSON(b []byte) error {
	if b[0] != '1' {
		return fmt.Errorf("strict: no %s", b)
	}
	return nil
}
func (s strict) MarshalJSON() ([]byte, error) {
	switch s.n {
	case 0:
		return []byte("{bad"), nil
	case 1:
		return nil, errors.New("strict fails")
	}
	return []byte(`"\u2028<"`), nil
}

type key struct{ s string }

func (k *key) UnmarshalText(b []byte) error {
	if len(b) > 3 {
		return errors.New("key: too long")
	}
	k.s = string(b)
	return nil
}
func (k key) MarshalText() ([]byte, error) {
	if k.s == "" {
		return nil, errors.New("key: empty")
	}
	return []byte(k.s), nil
}

var _ encoding.TextMarshaler = key{}

type everything struct {
	A int
	B []inner `json:"b"`
	C map[string]float32
	D map[int8]bool
	embedded
	F  *everything
	G  any
	H  [2]uint8
	I  []byte
	J  time.Time
	K  json.Number
	L  strict
	M  map[key]int
	N  string `json:",omitempty"`
	O  int    `json:",string"`
	P  bool   `json:"p,string"`
	Q  json.RawMessage
	R  big.Int
	S  interface{ M() }
	T  func()
	U  chan int
	V  uint
	W  float64 `json:",string"`
	Tx *string `json:",string"`
}

var targets = []reflect.Type{
	reflect.TypeFor[everything](), reflect.TypeFor[int8](), reflect.TypeFor[[]string](), reflect.TypeFor[map[string]int](),
	reflect.TypeFor[any](), reflect.TypeFor[map[int]inner](), reflect.TypeFor[*bool](), reflect.TypeFor[[3]float32](),
	reflect.TypeFor[inner](), reflect.TypeFor[json.Number](), reflect.TypeFor[[]byte](), reflect.TypeFor[key](),
	reflect.TypeFor[map[key]strict](), reflect.TypeFor[time.Time](), reflect.TypeFor[chan int](), reflect.TypeFor[uint64](),
	reflect.TypeFor[map[bool]int](), reflect.TypeFor[string](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[complex64](),
	reflect.TypeFor[error](), reflect.TypeFor[map[float64]int](), reflect.TypeFor[time.Duration](),
}

var documents = []string{
	`{"A":1,"b":[{"X":1,"Y":"s"},{"X":200}],"C":{"x":1.5,"y":1e99},"D":{"1":true,"300":false},"E":70000}`,
	`{"F":{"F":{"b":[{"Y":3}]}},"G":{"q":[1,"a",null]},"H":[1,2,3],"I":"aGVsbG8=","J":"2024-01-02T03:04:05Z","K":12.5}`,
	`{"L":2,"M":{"long key":1},"N":"","O":"12","P":"true","Q":{"r":1},"R":123456789012345678901234567890,"V":-1,"W":"1.5","Tx":"\"s\""}`,
	`{"O":"x","P":"maybe"}`, `{"O":12,"P":true,"W":2,"Tx":"t"}`, `{"O":null,"P":"null","W":"","Tx":null}`, `{"S":1,"T":2,"U":3}`, `{"S":null,"T":null}`, `{"I":"***","J":"yesterday","K":"1x","H":{}}`,
	`[1,2.5,-3e2,"four",null,true,{"five":[]}]`, `"text \u00e9 \ud83d\ude00 \ud83d x"`, `-0.5e+10`, `{"a":{"b":{"c":[{},[],""]}}}`, `null`, `true`, ` [ ] `,
	`{"2":{"X":5}, "x":{"X":"s"}}`, `{"a":1,"a":"b"}`, `"2024-13-01T00:00:00Z"`, `1234567890123`, `[[[[[[1]]]]]]`, `{"A":"1","V":1.5,"C":[1],"D":"x","b":{},"Q":}`, `{"J":5,"M":{"a":"b"},"R":"x","E":-1}`,
}

func jsons(p *prober) {
	for _, d := range documents {
		p.document([]byte(d))
	}
	for range p.count {
		p.document(p.mutated([]byte(pick(&p.random, documents)), `{}[]",:\0123456789.-+eEtfnu `+"\x00\n\x1f\x80\xff"))
	}
	p.encodings()
}

func (p *prober) document(d []byte) {
	ty := pick(&p.random, targets)
	v := reflect.New(ty)
	name := fmt.Sprintf("%q into %v", d, ty)
	err := json.Unmarshal(d, v.Interface())
	// An installed Go formats a RawMessage as text.
	p.say(name, details(err), strings.ReplaceAll(fmt.Sprintf("%.300v", v.Elem().Interface()), "null", "[]"))
	dec := json.NewDecoder(strings.NewReader(string(d)))
	dec.DisallowUnknownFields()
	if p.below(2) == 0 {
		dec.UseNumber()
	}
	v = reflect.New(ty)
	for range 3 {
		if err = dec.Decode(v.Interface()); err != nil {
			break
		}
	}
	p.say("decode", details(err), dec.InputOffset(), dec.More())
	p.tokens(d)
	var b bytes.Buffer
	p.say("compact", json.Compact(&b, d), b.String())
	b.Reset()
	p.say("indent", json.Indent(&b, d, "-", " "), b.Len(), json.Valid(d))
}

func (p *prober) tokens(d []byte) {
	dec := json.NewDecoder(bytes.NewReader(d))
	var b strings.Builder
	for i := range 40 {
		if i%9 == 8 {
			var v any
			err := dec.Decode(&v)
			fmt.Fprintf(&b, " %v %v", v, details(err))
		}
		t, err := dec.Token()
		if err != nil {
			p.say("tokens", b.String(), details(err), dec.InputOffset())
			return
		}
		fmt.Fprintf(&b, " %v/%v", t, dec.More())
	}
}

// details is an error with the fields of json's types.
func details(err error) string {
	s := chain(err)
	switch e := err.(type) {
	case *json.SyntaxError:
		s += fmt.Sprint(" at ", e.Offset)
	case *json.UnmarshalTypeError:
		s += fmt.Sprint(" ", e.Value, " ", e.Type, " at ", e.Offset, " ", e.Struct, " ", e.Field)
	}
	return s
}

type cyclic struct{ Next *cyclic }

func (p *prober) encodings() {
	loop := &cyclic{}
	loop.Next = loop
	list := []any{nil}
	list[0] = list
	table := map[string]any{}
	table["self"] = table
	for _, v := range []any{
		make(chan int), func() {}, complex(1, 2), math.NaN(), math.Inf(1), float32(math.Inf(-1)), loop, list, table,
		map[bool]int{true: 1}, map[key]int{{""}: 1}, map[key]int{{"k"}: 1}, map[inner]int{}, strict{0}, strict{1}, strict{2}, &strict{0}, []any{strict{1}},
		struct{ C chan int }{}, struct{ F func() }{}, json.Number("1x"), json.Number(""), json.Number("-"), json.RawMessage("{"), json.RawMessage(nil), json.RawMessage(`{"a" : 1}`),
		map[string]any{"x": make(chan bool)}, struct{ N json.Number }{"abc"}, key{}, key{"x"}, []key{{}}, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2024, 1, 1, 0, 0, 0, 0, time.FixedZone("", 25*3600)), math.Float64frombits(1), struct{ E error }{errors.New("x")}, map[float64]int{1: 1}, map[any]int{1: 2}, [1]func(){nil},
		struct {
			X int `json:"x"`
			Y int `json:"x"`
		}{}, struct {
			B bool  `json:",string"`
			P *int8 `json:",string"`
			C chan int
		}{}, (*strict)(nil), (*key)(nil), map[*int]int{}, map[[2]int]int{},
	} {
		p.try(fmt.Sprintf("marshal %T", v), func() []any {
			b, err := json.Marshal(v)
			return []any{string(b), err}
		})
		p.try("encode", func() []any {
			var b strings.Builder
			e := json.NewEncoder(&b)
			e.SetIndent(">", "\t")
			e.SetEscapeHTML(false)
			err := e.Encode(v)
			return []any{b.String(), err}
		})
	}
	for _, v := range []any{nil, 5, everything{}, (*int)(nil), (*everything)(nil), new(any), map[string]int{}} {
		p.try(fmt.Sprintf("unmarshal into %T", v), func() []any { return []any{json.Unmarshal([]byte(`{"A":1}`), v)} })
		p.try("decode", func() []any { return []any{json.NewDecoder(strings.NewReader(`{"A":1}`)).Decode(v)} })
	}
	deep := strings.Repeat("[", 10001)
	p.say("deep", json.Unmarshal([]byte(deep), new(any)), json.Unmarshal([]byte(strings.Repeat(`{"a":`, 10001)), new(cyclic)))
}
