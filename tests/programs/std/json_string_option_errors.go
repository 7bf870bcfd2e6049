// What stands in the string of a member with the option string: null, and errors.
package main

import (
	"encoding/json"
	"fmt"
)

type T struct {
	S string `json:",string"`
	P *int   `json:",string"`
	B bool   `json:",string"`
	I int    `json:",string"`
}

func main() {
	for _, text := range []string{
		`{"S":"x"}`, `{"S":"\""}`, `{"S":"\"foo"}`, `{"S":"123"}`, `{"S":""}`, `{"S":"null"}`, `{"S":1}`, `{"S":"\"a\" b"}`, `{"S":"\"a\""}`,
		`{"P":"null"}`, `{"P":null}`, `{"P":"x"}`, `{"P":"7"}`, `{"B":"x"}`, `{"B":"true"}`, `{"B":"null"}`, `{"I":"x"}`, `{"I":"null"}`,
	} {
		n := 1
		t := T{P: &n}
		err := json.Unmarshal([]byte(text), &t)
		fmt.Println(text, err, t.S, t.P == nil, n, t.B, t.I)
	}
}

// Output:
// {"S":"x"} json: cannot unmarshal string into Go struct field T.S of type string: invalid character 'x' looking for beginning of object key string  false 1 false 0
// {"S":"\""} json: cannot unmarshal string into Go struct field T.S of type string: unexpected end of JSON input  false 1 false 0
// {"S":"\"foo"} json: cannot unmarshal string into Go struct field T.S of type string: unexpected end of JSON input  false 1 false 0
// {"S":"123"} json: cannot unmarshal string into Go struct field T.S of type string: invalid character '1' looking for beginning of object key string  false 1 false 0
// {"S":""} json: cannot unmarshal string into Go struct field T.S of type string: unexpected end of JSON input  false 1 false 0
// {"S":"null"} <nil>  false 1 false 0
// {"S":1} json: cannot unmarshal number into Go struct field T.S of type string  false 1 false 0
// {"S":"\"a\" b"} json: cannot unmarshal string into Go struct field T.S of type string: invalid character ' ' after string value  false 1 false 0
// {"S":"\"a\""} <nil> a false 1 false 0
// {"P":"null"} <nil>  true 1 false 0
// {"P":null} <nil>  true 1 false 0
// {"P":"x"} json: cannot unmarshal number x into Go struct field T.P of type int  false 1 false 0
// {"P":"7"} <nil>  false 7 false 0
// {"B":"x"} json: cannot unmarshal string "x" into Go struct field T.B of type bool: invalid syntax  false 1 false 0
// {"B":"true"} <nil>  false 1 true 0
// {"B":"null"} <nil>  false 1 false 0
// {"I":"x"} json: cannot unmarshal number x into Go struct field T.I of type int  false 1 false 0
// {"I":"null"} <nil>  false 1 false 0
