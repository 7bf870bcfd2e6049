// append(x, make([]T, n)...) appends zeros: no slice is made besides the result, and impossible lengths are errors of the growth.
package main

import (
	"fmt"
	"math"
	"slices"
)

type wide struct {
	p *int
	a [200]int
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func trace[T any](what string, x T) T {
	fmt.Print(what, " ")
	return x
}

var (
	huge = math.MaxInt
	less = -1
)

func grown[S ~[]E, E any](s S, n int) (int, bool) {
	s = append(s, make(S, n)...)
	return len(s), cap(s) >= len(s)
}

func main() {
	var b []byte
	try("huge", func() { b = append([]byte{1}, make([]byte, huge)...) })
	try("less", func() { b = append([]byte{1}, make([]byte, less)...) })
	try("unsigned", func() { b = append([]byte{1}, make([]byte, uint64(1)<<63+uint64(len(b)))...) })
	try("constant", func() { b = append([]byte{1}, make([]byte, 1<<62)...) })
	try("cap", func() { b = append([]byte{1}, make([]byte, 2, huge)...) })
	try("grow", func() { slices.Grow([]int{1}, huge) })
	fmt.Println(b)

	s := []int{1, 2, 3, 4, 5, 6}
	t := append(s[:2], make([]int, 3)...)
	fmt.Println(s, t, cap(t))
	t = append(t, make([]int, len(t))...)
	t[5] = 9
	fmt.Println(s, t)
	t = append(t, make([]int, 0)...)
	fmt.Println(len(t), append([]int(nil), make([]int, 0)...) == nil)

	n := 7
	ps := []*int{&n, &n, &n, &n}
	qs := append(ps[:1], make([]*int, 2)...)
	fmt.Println(*ps[0], ps[1], ps[2], *ps[3], len(qs))
	ws := append([]wide{{p: &n}}, make([]wide, 2)...)
	fmt.Println(*ws[0].p, ws[1].p, ws[2].a[199], len(ws))
	es := append([]struct{}{{}}, make([]struct{}, 1<<40)...)
	fmt.Println(len(es))
	fmt.Println(grown([]string{"a"}, 4))
	fmt.Println(len(append(trace("x", s), make([]int, trace("n", 2))...)))
}

// Output:
// huge runtime error: growslice: len out of range
// less runtime error: makeslice: len out of range
// unsigned runtime error: makeslice: len out of range
// constant runtime error: growslice: len out of range
// cap runtime error: makeslice: cap out of range
// grow runtime error: growslice: len out of range
// []
// [1 2 0 0 0 6] [1 2 0 0 0] 6
// [1 2 0 0 0 6] [1 2 0 0 0 9 0 0 0 0]
// 10 true
// 7 <nil> <nil> 7 3
// 7 <nil> 0 3
// 1099511627777
// 5 true
// x n 8
