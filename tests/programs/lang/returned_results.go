// Results that are returned as they are have the value that the other expressions have left in them.
package main

import "fmt"

func g() (a int, b int) {
	defer func() { _ = a }()
	f := func() int { a = 5; return 1 }
	a = 2
	return a, f()
}

func h() (b int, a int) {
	defer func() { _ = a }()
	f := func() int { a = 5; return 1 }
	a = 2
	return f(), a
}

func k() (a int, b *int) {
	defer func() { _ = a }()
	f := func() *int { a = 5; return &a }
	a = 2
	return a, f()
}

func l() (a int, b int) {
	defer func() { fmt.Println("deferred", a, b) }()
	f := func() int { a = 5; panic(1) }
	defer func() { recover() }()
	a = 2
	return a, f()
}

func m() (a, b int) {
	p := &a
	f := func() int { *p = 7; return 3 }
	a = 2
	return a, f()
}

func n() (a [4]int, b int) {
	p := &a
	f := func() int { p[1] = 7; return 3 }
	a[1] = 2
	return a, f()
}

func o() (a string, b int) {
	p := &a
	f := func() int { *p = "new"; return 3 }
	a = "old"
	return a, f()
}

func q() (a, b int) {
	p := &b
	f := func() int { *p = 7; return 3 }
	b = 2
	return f(), b
}

func main() {
	fmt.Println(g())
	fmt.Println(h())
	a, b := k()
	fmt.Println(a, *b)
	fmt.Println(l())
	fmt.Println(m())
	fmt.Println(n())
	fmt.Println(o())
	fmt.Println(q())
}

// Output:
// 5 1
// 1 5
// 5 5
// deferred 5 0
// 5 0
// 7 3
// [0 7 0 0] 3
// new 3
// 3 7
