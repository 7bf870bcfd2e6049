// Sizes, addresses and depths at the ends of their ranges.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"sort"
	"strings"
	"text/template"
	"unsafe"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			_, is := r.(runtime.Error)
			fmt.Println(name, "panics:", r, is)
		}
	}()
	f()
}

func nested(n int) (x any) {
	for range n {
		x = []any{x}
	}
	return
}

type marshals struct{}

func (marshals) MarshalJSON() ([]byte, error) { return []byte("[[1]]"), nil }

func main() {
	for _, n := range []int{-1, math.MinInt, math.MaxInt, 1 << 50, 1 << 62} {
		try("strings.Repeat", func() { strings.Repeat("ab", n) })
		try("bytes.Repeat", func() { bytes.Repeat([]byte("ab"), n) })
		try("unsafe.Slice", func() { x := 1; fmt.Println(len(unsafe.Slice(&x, n))) })
		try("unsafe.String", func() { x := byte(1); fmt.Println(len(unsafe.String(&x, n))) })
		try("unsafe.Slice of nil", func() { var p *int; fmt.Println(unsafe.Slice(p, n)) })
		fmt.Println(runtime.FuncForPC(uintptr(n)) == nil)
		frame, more := runtime.CallersFrames([]uintptr{uintptr(n)}).Next()
		fmt.Println(frame.Function == "", more)
	}
	try("sort.Slice of nil", func() { sort.Slice(nil, nil) })
	try("sort.Slice of an int", func() { sort.Slice(5, nil) })
	for _, text := range []string{"YWJj", "YWI=", "YQ=="} {
		try("base64", func() { fmt.Println(base64.StdEncoding.Decode(make([]byte, 0), []byte(text))) })
		try("base64", func() { fmt.Println(base64.StdEncoding.Decode(make([]byte, 1), []byte(text))) })
	}
	_, err := template.New("t").Parse("{{.")
	fmt.Println(err)

	for _, n := range []int{9999, 10000, 10001} {
		text, err := json.Marshal(nested(n))
		fmt.Println(len(text), err)
		err = json.NewEncoder(io.Discard).Encode(map[string]any{"a": nested(n - 1)})
		fmt.Println(err)
		if e, ok := err.(*json.SyntaxError); ok {
			fmt.Println(e.Offset)
		}
	}
	var x any = marshals{}
	for range 9998 {
		x = []any{x}
	}
	text, err := json.Marshal(x)
	fmt.Println(len(text), err)
	_, err = json.Marshal([]any{x})
	fmt.Println(err)
}

// Output:
// strings.Repeat panics: strings: negative Repeat count false
// bytes.Repeat panics: bytes: negative Repeat count false
// unsafe.Slice panics: runtime error: unsafe.Slice: len out of range true
// unsafe.String panics: runtime error: unsafe.String: len out of range true
// unsafe.Slice of nil panics: runtime error: unsafe.Slice: len out of range true
// true
// true false
// strings.Repeat panics: strings: negative Repeat count false
// bytes.Repeat panics: bytes: negative Repeat count false
// unsafe.Slice panics: runtime error: unsafe.Slice: len out of range true
// unsafe.String panics: runtime error: unsafe.String: len out of range true
// unsafe.Slice of nil panics: runtime error: unsafe.Slice: len out of range true
// true
// true false
// strings.Repeat panics: strings: Repeat output length overflow false
// bytes.Repeat panics: bytes: Repeat output length overflow false
// unsafe.Slice panics: runtime error: unsafe.Slice: len out of range true
// 9223372036854775807
// unsafe.Slice of nil panics: runtime error: unsafe.Slice: ptr is nil and len is not zero true
// true
// true false
// strings.Repeat panics: runtime error: makeslice: len out of range true
// bytes.Repeat panics: runtime error: makeslice: len out of range true
// 1125899906842624
// 1125899906842624
// unsafe.Slice of nil panics: runtime error: unsafe.Slice: ptr is nil and len is not zero true
// true
// true false
// strings.Repeat panics: strings: Repeat output length overflow false
// bytes.Repeat panics: bytes: Repeat output length overflow false
// unsafe.Slice panics: runtime error: unsafe.Slice: len out of range true
// 4611686018427387904
// unsafe.Slice of nil panics: runtime error: unsafe.Slice: ptr is nil and len is not zero true
// true
// true false
// sort.Slice of nil panics: reflect: call of Swapper on zero Value false
// sort.Slice of an int panics: reflect: call of Swapper on int Value false
// base64 panics: runtime error: index out of range [2] with length 0 true
// base64 panics: runtime error: index out of range [2] with length 1 true
// base64 panics: runtime error: index out of range [1] with length 0 true
// base64 panics: runtime error: index out of range [1] with length 1 true
// base64 panics: runtime error: index out of range [0] with length 0 true
// 1 <nil>
// template: t:1: illegal number syntax: "."
// 20002 <nil>
// <nil>
// 20004 <nil>
// <nil>
// 0 exceeded max depth
// exceeded max depth
// 10005
// 20001 <nil>
// json: error calling MarshalJSON for type *main.marshals: exceeded max depth
