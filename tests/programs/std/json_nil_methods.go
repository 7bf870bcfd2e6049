package main

import (
	"encoding"
	"encoding/json"
	"fmt"
)

type nilJ string

func (nm *nilJ) MarshalJSON() ([]byte, error) {
	if nm == nil {
		return json.Marshal("0zenil0")
	}
	return json.Marshal("zenil:" + string(*nm))
}

type nilT string

func (nm *nilT) MarshalText() ([]byte, error) {
	if nm == nil {
		return []byte("0zenil0"), nil
	}
	return []byte("zenil:" + string(*nm)), nil
}

func main() {
	p := func(v any) { b, err := json.Marshal(v); fmt.Println(string(b), err) }
	p([]any(nil))
	p([]string(nil))
	p(map[string]string(nil))
	p([]byte(nil))
	p(struct{ M string }{"gopher"})
	p(struct{ M json.Marshaler }{})
	p(struct{ M json.Marshaler }{(*nilJ)(nil)})
	p(struct{ M any }{(*nilJ)(nil)})
	p(struct{ M encoding.TextMarshaler }{})
	p(struct{ M encoding.TextMarshaler }{(*nilT)(nil)})
	p(struct{ M any }{(*nilT)(nil)})
	p(map[string]any{"M": (*nilJ)(nil)})
}

// Output:
// null <nil>
// null <nil>
// null <nil>
// null <nil>
// {"M":"gopher"} <nil>
// {"M":null} <nil>
// {"M":"0zenil0"} <nil>
// {"M":null} <nil>
// {"M":null} <nil>
// {"M":"0zenil0"} <nil>
// {"M":null} <nil>
// {"M":null} <nil>
