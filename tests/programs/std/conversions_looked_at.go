// Conversions between strings and bytes that are only looked at: no copy is made, and none is missed.
package main

import (
	"fmt"
	"testing"
)

type name string

type names map[name]int

type holder struct{ b []byte }

var bytes = []byte("日本語, and more than fits into thirty-two bytes")

func received(b []byte, c chan string) string {
	go func() {
		b[0] = 'Y'
		c <- "abc"
	}()
	return "abc"
}

func allocs(what string, f func()) { fmt.Println(what, testing.AllocsPerRun(10, f)) }

func main() {
	b := []byte("abc")
	fmt.Println(string(b) == "abc", string(b) != "abc", string(b) < "abd", string(b) >= "abd", "abc" == string(b))
	fmt.Println(string(b) == string(b[:2]), string(b[:0]) == "", string([]byte(nil)) == "", name(b) == "abc")
	c := make(chan string, 1)
	received(b, c)
	fmt.Println(<-c == string(b), string(b))
	b = []byte("abc")
	received(b, c)
	fmt.Println(string(b) == <-c || string(b) == "Ybc")

	m := map[string]int{"abc": 1, "": 2}
	b = []byte("abc")
	fmt.Println(m[string(b)], m[string(b[:0])], m[string(b[:1])])
	v, ok := m[string(b)]
	fmt.Println(v, ok)
	m[string(b)] = 7
	b[0] = 'z'
	fmt.Println(m, m[string(b)])
	m[string(b)]++
	b[0] = 'y'
	fmt.Println(m)
	h := holder{[]byte("k")}
	n := names{"k": 5}
	fmt.Println(n[name(h.b)], n[name((&h).b)], m[string(append(h.b, 'l'))])
	delete(n, name(h.b))
	fmt.Println(n)

	s := "añ€"
	for i, x := range []byte(s) {
		s = "other"
		fmt.Print(i, x, " ")
	}
	fmt.Println(s)
	for i := range []byte("") {
		fmt.Println(i)
	}
	for i, x := range []byte("xyz"[1:]) {
		fmt.Print(i, string(x), " ")
	}
	for i, r := range string(h.b) {
		h.b[0] = 'q'
		fmt.Print(i, string(r), " ")
	}
	fmt.Println()
	switch string(h.b) {
	case "k":
		fmt.Println("k")
	case "q":
		fmt.Println("q")
	}
	joined := "" + string(h.b)
	h.b[0] = 'r'
	fmt.Println(joined)

	text := "日本語"
	allocs("compare", func() { _ = string(bytes) == text && text < string(bytes) })
	allocs("look up", func() { _ = m[string(bytes)] })
	allocs("look up, ok", func() { _, ok = m[string(bytes)] })
	sum := 0
	allocs("range", func() {
		for _, x := range []byte(text) {
			sum += int(x)
		}
	})
}

// Output:
// true false true false true
// false true true true
// false Ybc
// true
// 1 2 0
// 1 true
// map[:2 abc:7] 0
// map[:2 abc:7 zbc:1]
// 5 5 0
// map[]
// 0 97 1 195 2 177 3 226 4 130 5 172 other
// 0y 1z 0k
// q
// q
// compare 0
// look up 0
// look up, ok 0
// range 0
