// Sizes that cannot be panic as Go's do.
package main

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

var sink any

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	n, m := 1<<62, -1
	try(func() { sink = make([]int, n) })
	try(func() { sink = make([]int, m) })
	try(func() { sink = make([]int, 0, n) })
	try(func() { sink = make([]int, 5, 3+m) })
	try(func() { sink = make([]struct{}, n) })
	try(func() { sink = make(chan int, n) })
	try(func() { sink = make(chan int, m) })
	try(func() { sink = make(chan struct{}, n) })
	try(func() { sink = make(map[int]int, m) })
	try(func() { sink = strings.Repeat("ab", n) })
	try(func() { sink = strings.Repeat("ab", m) })
	try(func() { sink = bytes.Repeat([]byte("ab"), n) })
	try(func() { var b strings.Builder; b.Grow(m) })
	try(func() { var b bytes.Buffer; b.Grow(m) })
	try(func() { sink = reflect.MakeSlice(reflect.TypeOf([]int{}), m, 1) })
	try(func() { sink = append(make([]struct{}, 1<<62), make([]struct{}, 1<<62)...) })
}

// Output:
// runtime error: makeslice: len out of range
// runtime error: makeslice: len out of range
// runtime error: makeslice: cap out of range
// runtime error: makeslice: cap out of range
// <nil>
// makechan: size out of range
// makechan: size out of range
// <nil>
// <nil>
// strings: Repeat output length overflow
// strings: negative Repeat count
// bytes: Repeat output length overflow
// strings.Builder.Grow: negative count
// bytes.Buffer.Grow: negative count
// reflect.MakeSlice: negative len
// runtime error: growslice: len out of range
