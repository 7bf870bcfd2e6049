// A short declaration that assigns to old variables too: all values are read before.
package main

import "fmt"

type s struct{ a, b int }

func slices(g []int) int {
	g, o := g[:0], g
	return len(g)*10 + len(o)
}

func strs(g string) string {
	g, o := g[:1], g
	return g + o
}

func ints(a int) (int, int) {
	a, b := a+1, a
	return a, b
}

func structs(a s) (s, s) {
	a, b := s{a.b, a.a}, a
	return a, b
}

func swap(a, b []int) ([]int, []int) {
	a, b, c := b, a, 1
	_ = c
	return a, b
}

func assigned(g []int) int {
	var o []int
	g, o = g[:0], g
	return len(g)*10 + len(o)
}

func assigned2(g []int) int {
	var o []int
	o, g = g, g[1:]
	return len(g)*10 + len(o)
}

func iface(g any) (any, any) {
	g, o := any(1), g
	return g, o
}

func main() {
	fmt.Println(slices([]int{1, 2}), strs("abc"), assigned([]int{1, 2}), assigned2([]int{1, 2, 3}))
	fmt.Println(ints(1))
	fmt.Println(structs(s{1, 2}))
	fmt.Println(swap([]int{1}, []int{2}))
	fmt.Println(iface("x"))
}

// Output:
// 2 aabc 2 23
// 2 1
// {2 1} {1 2}
// [2] [1]
// 1 x
