// Marshal and Unmarshal call the methods that package encoding/json/v2 has.
package main

import (
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"fmt"
)

// point is an array in JSON.
type point struct{ X, Y int }

func (p point) MarshalJSONTo(enc *jsontext.Encoder) error {
	for _, t := range []jsontext.Token{jsontext.BeginArray, jsontext.Int(int64(p.X)), jsontext.Int(int64(p.Y)), jsontext.EndArray} {
		if err := enc.WriteToken(t); err != nil {
			return err
		}
	}
	return nil
}

func (p *point) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for _, n := range []*int{&p.X, &p.Y} {
		t, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if t.Kind() != '0' {
			return errors.New("no number")
		}
		*n, _ = jsontextInt(t)
	}
	_, err := dec.ReadToken()
	return err
}

func jsontextInt(t jsontext.Token) (int, error) {
	var n int
	_, err := fmt.Sscan(t.String(), &n)
	return n, err
}

// both has the methods of both packages: those of v2 come first.
type both struct{}

func (both) MarshalJSONTo(enc *jsontext.Encoder) error { return enc.WriteToken(jsontext.String("to <")) }
func (both) MarshalJSON() ([]byte, error)              { return []byte(`"old"`), nil }

type byPointer struct{ N int }

func (p *byPointer) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(jsontext.Value(fmt.Sprintf("{ \"n\" : %d }", p.N)))
}

type failing struct{}

func (failing) MarshalJSONTo(*jsontext.Encoder) error { return errors.New("will not") }

func main() {
	show := func(v any) {
		b, err := json.Marshal(v)
		fmt.Printf("%s %v\n", b, err)
	}
	show(point{1, 2})
	show(map[string]point{"a": {3, 4}})
	show([]*point{{5, 6}, nil})
	show(struct {
		P point `json:"p"`
		B both
		Q *byPointer
	}{point{7, 8}, both{}, &byPointer{9}})
	show([]byPointer{{1}})
	show(&[1]byPointer{{1}})
	show(byPointer{2})

	_, err := json.Marshal(failing{})
	var wrapped *json.MarshalerError
	fmt.Println(errors.As(err, &wrapped), errors.Unwrap(err))

	var in struct {
		P point
		L []point
		M map[string]*point
	}
	err = json.Unmarshal([]byte(`{"P": [1, 2], "L": [[3,4], [5,6]], "M": {"x": [7,8]}}`), &in)
	fmt.Println(in.P, in.L, *in.M["x"], err)
}

// Output:
// [1,2] <nil>
// {"a":[3,4]} <nil>
// [[5,6],null] <nil>
// {"p":[7,8],"B":"to \u003c","Q":{"n":9}} <nil>
// [{"n":1}] <nil>
// [{"n":1}] <nil>
// {"N":2} <nil>
// true will not
// {1 2} [{3 4} {5 6}] {7 8} <nil>
