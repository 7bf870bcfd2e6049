package main

import "fmt"

// What is read before and after calls, and the built-in functions that change memory: all calls of a statement come first, also
// those in the places that several values of one call, receive, assertion or map element are assigned to.

type P struct {
	n   int
	arr [3]int
	m   map[int]int
}

type I interface{ M(int) }

var (
	trace string
	sl    []int
	x     int
	p     *P
	ni    I
	ok    bool
	nine  = 9
	z     int
)

func f(n int) int { trace += fmt.Sprint("f", n, " "); sl = append(sl, 5); x += 7; return n }
func k(n int) int { trace += fmt.Sprint("k", n, " "); p = &P{n: 40, m: map[int]int{}}; return n }
func null(n int) *P {
	trace += fmt.Sprint("null", n, " ")
	return nil
}
func pair(n int) (int, int) { trace += fmt.Sprint("pair", n, " "); return n, n + 1 }
func two(a, b int) int      { return a*100 + b }
func closed(n int) chan int {
	trace += fmt.Sprint("chan", n, " ")
	c := make(chan int)
	close(c)
	return c
}
func value(n int) any  { trace += fmt.Sprint("any", n, " "); return n }
func both() (int, int) { return sl[0], copy(sl, []int{44}) }

func try(name string, body func()) {
	trace, sl, x, ok = "", []int{1, 2, 3}, 0, true
	first := &P{n: 3, m: map[int]int{}}
	p = first
	before := sl
	defer func() {
		r := recover()
		if err, isErr := r.(error); isErr {
			r = err.Error()
		}
		fmt.Println(name+":", trace, r, before, sl, x, ok, *first, *p)
	}()
	body()
}

func main() {
	try("element and received", func() { sl[f(1)], ok = <-closed(2) })
	try("element and asserted", func() { sl[f(1)], ok = value(8).(int) })
	try("element and found", func() { sl[f(1)], ok = map[int]int{f(3): 6}[f(3)] })
	try("elements of a call", func() { sl[f(1)], sl[f(0)] = pair(f(6)) })
	try("entry of a call", func() { p.m[k(2)], p.n = pair(k(5)) })
	try("place out of range", func() { sl[0], sl[nine] = pair(f(4)) })
	try("place of a call out of range", func() { sl[f(nine)], ok = <-closed(f(1)) })
	try("field of nil", func() { null(1).arr[f(2)] = 1 })
	try("map literal, value changes key", func() { fmt.Print(map[int]int{x: f(1), 50: x}, " ") })
	try("map literal, value called", func() { fmt.Print(map[int]int{2: x, p.n: k(2)}, " ") })
	try("map literal, nil key", func() { fmt.Print(map[int]int{(*P)(nil).n: f(1), z: 1}, " ") })
	try("deferred nil method", func() { defer ni.M(sl[nine]) })
	try("deferred nil method, call", func() { defer ni.M(f(1)) })
	try("started nil method", func() { go ni.M(1 / z) })
	try("copy as argument", func() { x = two(sl[0], copy(sl, []int{9})) })
	try("copy in a sum", func() { x = sl[0] + copy(sl, []int{4})*sl[0] })
	try("copy beside", func() { sl[1], x = sl[0], copy(sl, []int{8}) })
	try("copy in a literal", func() { fmt.Print([2]int{sl[0], copy(sl, []int{7})}, []int{sl[0], copy(sl, []int{6})}, " ") })
	try("copy compared", func() { ok = sl[0] < copy(sl, []int{0}) })
	try("copy added", func() { sl[0] += copy(sl, []int{100}) })
	try("copy as index", func() { sl[copy(sl, []int{2, 1})] += sl[0] })
	try("copy returned", func() { x = two(both()) })
	try("copy appended", func() { sl = append(sl, sl[0], copy(sl, []int{33})) })
	try("copy after a failure", func() { x = two(sl[nine], copy(sl, []int{33})) })
}

// Output:
// element and received: f1 chan2  <nil> [1 2 3] [1 0 3 5] 7 false {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// element and asserted: f1 any8  <nil> [1 2 3] [1 8 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// element and found: f1 f3 f3  <nil> [1 2 3] [1 6 3 5 5 5] 21 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// elements of a call: f1 f0 f6 pair6  <nil> [1 2 3] [7 6 3 5 5 5] 21 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// entry of a call: k2 k5 pair5  <nil> [1 2 3] [1 2 3] 0 true {3 [0 0 0] map[]} {6 [0 0 0] map[2:5]}
// place out of range: f4 pair4  runtime error: index out of range [9] with length 4 [1 2 3] [4 2 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// place of a call out of range: f9 f1 chan1  runtime error: index out of range [9] with length 5 [1 2 3] [1 2 3 5 5] 14 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// field of nil: null1 f2  runtime error: invalid memory address or nil pointer dereference [1 2 3] [1 2 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// map[7:1 50:7] map literal, value changes key: f1  <nil> [1 2 3] [1 2 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// map[2:0 40:2] map literal, value called: k2  <nil> [1 2 3] [1 2 3] 0 true {3 [0 0 0] map[]} {40 [0 0 0] map[]}
// map literal, nil key: f1  runtime error: invalid memory address or nil pointer dereference [1 2 3] [1 2 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// deferred nil method:  runtime error: index out of range [9] with length 3 [1 2 3] [1 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// deferred nil method, call: f1  runtime error: invalid memory address or nil pointer dereference [1 2 3] [1 2 3 5] 7 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// started nil method:  runtime error: integer divide by zero [1 2 3] [1 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy as argument:  <nil> [9 2 3] [9 2 3] 901 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy in a sum:  <nil> [4 2 3] [4 2 3] 8 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy beside:  <nil> [8 8 3] [8 8 3] 1 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// [7 1] [6 1] copy in a literal:  <nil> [6 2 3] [6 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy compared:  <nil> [0 2 3] [0 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy added:  <nil> [101 2 3] [101 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy as index:  <nil> [2 1 5] [2 1 5] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy returned:  <nil> [44 2 3] [44 2 3] 4401 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy appended:  <nil> [33 2 3] [33 2 3 33 1] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
// copy after a failure:  runtime error: index out of range [9] with length 3 [33 2 3] [33 2 3] 0 true {3 [0 0 0] map[]} {3 [0 0 0] map[]}
