// An empty part at the end of a string or slice does not point behind it, where another object lies.
package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unsafe"
)

func within(whole string, parts ...string) bool {
	from := uintptr(unsafe.Pointer(unsafe.StringData(whole)))
	for _, p := range parts {
		at := uintptr(unsafe.Pointer(unsafe.StringData(p)))
		if at == from+uintptr(len(whole)) {
			return false
		}
	}
	return true
}

func main() {
	s := strings.Repeat("ab", 512)
	before, after, _ := strings.Cut(s, s[2:])
	fmt.Println(within(s, strings.Split(s, "b")...), within(s, strings.SplitN(s, "ab", 100)...), within(s, before, after))
	fmt.Println(within(s, strings.TrimLeft(s, "ab"), strings.TrimPrefix(s, s), strings.TrimRight(s, "ab"), strings.TrimSpace(s[len(s):])))
	fmt.Println(within(s, filepath.Ext(s), s[len(s):]), within(s, regexp.MustCompile("$").FindAllString(s, -1)...))
	b := []byte(s)
	for _, p := range [][]byte{bytes.TrimLeft(b, "ab"), bytes.TrimPrefix(b, b), b[len(b):], b[len(b):len(b):len(b)]} {
		fmt.Print(cap(p) > 0 || unsafe.SliceData(p) != (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), len(b))), " ")
	}
	fmt.Println()
}

// Output:
// true true true
// true
// true true
// true true true true
