// Function values that are known where they are called are generated there.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strings"
)

func apply(a []int, f func(int) int) {
	for i, v := range a {
		a[i] = f(v)
	}
}

func compose(f, g func(int) int) func(int) int {
	return func(x int) int { return g(f(x)) }
}

func adder(n int) func(int) int { return func(x int) int { return x + n } }

func twice(f func(int) int, x int) int { return f(f(x)) }

// keep uses its function also as a value.
func keep(f func(int) int, x int) (int, func(int) int) {
	if f == nil {
		return -1, nil
	}
	return f(x), f
}

func each(n int, f func(int) bool) bool {
	for i := range n {
		if !f(i) {
			return false
		}
	}
	return true
}

type op func(a, b int) int

func reduce(a []int, f op) (r int) {
	for _, v := range a {
		r = f(r, v)
	}
	return
}

func fail(f func()) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = e.(error)
		}
	}()
	f()
	return nil
}

func loop(a []int, f func(int)) {
	for i := range a {
		f(a[i+1])
	}
}

func names(n int, f func(string)) {
	for range n {
		pc, _, line, _ := runtime.Caller(0)
		f(fmt.Sprint(runtime.FuncForPC(pc).Name(), line))
	}
}

func pairs(a []string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i, s := range a {
			if !yield(i, s) {
				return
			}
		}
	}
}

func main() {
	y := 5
	f := adder(y)
	y = 100
	g := adder(y)
	fmt.Println(f(1), g(1), twice(f, 1), twice(adder(3), twice(g, 1)))
	h := compose(f, compose(g, func(x int) int { return x * y }))
	y = 2
	fmt.Println(h(1), twice(h, 1))
	k, l := compose(f, g), compose(g, adder(y))
	fmt.Println(k(1), l(1))

	a := []int{1, 2, 3}
	n := 0
	apply(a, func(v int) int { n += v; return v * n })
	fmt.Println(a, n)
	apply(a, h)
	fmt.Println(a)
	r, kept := keep(func(v int) int { return v - n }, 10)
	n = 1
	fmt.Println(r, kept(10))
	fmt.Println(each(5, func(i int) bool { return i < 3 }), each(2, func(int) bool { return true }))
	fmt.Println(reduce(a, func(a, b int) int { return a*3 + b }), reduce(a, func(a, b int) int { return max(a, b) }))

	var fs []func() int
	for i := 0; i < 3; i++ {
		inc := func() int { i += 10; return i }
		if i < 1 {
			inc()
			i -= 10
		}
		fs = append(fs, func() int { return i * 2 })
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	for i := range 2 {
		sq := func() int { return i * i }
		defer func() { fmt.Println("deferred", i) }()
		fmt.Println(sq(), sq()+1)
	}
	fmt.Println(func(x int) int { return x + n }(4))

	err := fail(func() { loop(a, func(x int) { fmt.Println("x", x) }) })
	var re runtime.Error
	fmt.Println(errors.As(err, &re), err)
	names(2, func(s string) { fmt.Println(s) })
	func() {
		pc, _, line, _ := runtime.Caller(0)
		fmt.Println(runtime.FuncForPC(pc).Name(), line)
	}()

	for i, s := range pairs([]string{"a", "b", "c", "d"}) {
		if i == 1 {
			continue
		}
		if s == "d" {
			break
		}
		fmt.Println(i, s)
	}
	total := 0
	for v := range slices.Values(a) {
		for w := range slices.Values(a) {
			total += v * w
		}
	}
	fmt.Println(total, slices.IndexFunc(a, func(x int) bool { return x > 500 }))
	words := strings.FieldsFunc("a-b+c", func(r rune) bool { return r == '-' || r == '+' })
	fmt.Println(words, sort.Search(100, func(i int) bool { return i*i >= 50 }))
	go twice(func(x int) int { return x }, 1)
	both := func(x int) int { return twice(func(y int) int { return twice(func(z int) int { return z + x + y }, y) }, x) }
	fmt.Println(both(3))
	type node struct{ f func(int) int }
	nd := node{adder(4)}
	fmt.Println(nd.f(1), twice(nd.f, 1))
	var rec func(int) int
	rec = func(n int) int {
		if n == 0 {
			return 0
		}
		return n + rec(n-1)
	}
	fmt.Println(twice(rec, 4))
	sorted := []string{"ccc", "a", "bb"}
	slices.SortFunc(sorted, func(a, b string) int { return len(a) - len(b) })
	fmt.Println(sorted)
	str, ok := "", false
	set := func(s string, o bool) { str, ok = s, o }
	set("q", true)
	fmt.Println(str, ok)
	s3 := func(p [3]int, s string) ([3]int, string) { p[1] = len(s); return p, s + "!" }
	p, q := s3([3]int{1, 2, 3}, "four")
	p, q = s3(p, q)
	fmt.Println(p, q)
}

// Output:
// 6 101 11 207
// 212 634
// 106 103
// [1 6 18] 6
// [212 222 246]
// 4 9
// false true
// 2820 246
// 0 2 4
// 0 1
// 1 2
// 5
// x 222
// x 246
// true runtime error: index out of range [3] with length 3
// main.names71
// main.names71
// main.main.func15 135
// 0 a
// 2 c
// 462400 -1
// [a b c] 8
// 51
// 5 9
// 55
// [a bb ccc]
// q true
// [1 5 3] four!!
// deferred 1
// deferred 0
