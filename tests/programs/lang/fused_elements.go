package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func add(f func(a, b int) int, x, y int) int { return f(x, y) }

// Elements at a distance from an index, rows of slices, calls of closures with one or two arguments.
func main() {
	xs := []int{10, 20, 30, 40}
	bytes := []byte("héllo")
	text := "wörld"
	words := [6]uint32{1 << 31, 2, 3, 4, 5, 6}
	floats := []float64{0.5, 1.5, 2.5}
	sum, count := 0, uint32(0)
	for i := 1; i < 3; i++ {
		sum += xs[i-1]*100 + xs[i+1]
		sum += int(bytes[i+1]) + int(text[i-1])
		count += words[i+2] ^ words[i-1]
		fmt.Println(floats[i-1], xs[i+1], bytes[i-1], text[i+1])
	}
	fmt.Println(sum, count)
	for _, i := range []int{0, 3, 4, -1, -5} {
		try(func() { fmt.Println(xs[i+1]) })
		try(func() { fmt.Println(words[i-2]) })
		try(func() { fmt.Println(text[i+4]) })
	}
	rows := [][]int{{1, 2, 3}, {4}, nil}
	for i := 0; i < 4; i++ {
		for j := 0; j < 3; j++ {
			try(func() { fmt.Println(rows[i][j]) })
		}
		try(func() { fmt.Println(rows[i][i*i-1]) })
	}
	names := [][]string{{"a", "b"}, {"c"}}
	pointers := [][]*int{{&xs[0], nil}, {&xs[1]}}
	fmt.Println(names[0][1], *pointers[1][0], pointers[0][1] == nil)

	base := 7
	f := func(a, b int) int { return a*base - b }
	g := func(a int) int { base++; return a + base }
	for i := range 3 {
		fmt.Println(add(f, i, base), f(g(i), g(base)), g(g(i)), f(i, i))
	}
	var none func(int) int
	try(func() { none(base) })
}

// Output:
// 0.5 30 104 182
// 1.5 40 195 114
// 3661 2147483659
// 20
// <nil>
// runtime error: index out of range [-2]
// 108
// <nil>
// runtime error: index out of range [4] with length 4
// 2
// <nil>
// runtime error: index out of range [7] with length 6
// runtime error: index out of range [5] with length 4
// 3
// <nil>
// runtime error: index out of range [8] with length 6
// 10
// <nil>
// runtime error: index out of range [-3]
// 114
// <nil>
// runtime error: index out of range [-4]
// runtime error: index out of range [-7]
// runtime error: index out of range [-1]
// 1
// <nil>
// 2
// <nil>
// 3
// <nil>
// runtime error: index out of range [-1]
// 4
// <nil>
// runtime error: index out of range [1] with length 1
// runtime error: index out of range [2] with length 1
// 4
// <nil>
// runtime error: index out of range [0] with length 0
// runtime error: index out of range [1] with length 0
// runtime error: index out of range [2] with length 0
// runtime error: index out of range [3] with length 0
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// runtime error: index out of range [3] with length 3
// b 20 true
// -7 55 21 0
// 0 144 30 14
// 15 273 39 36
// runtime error: invalid memory address or nil pointer dereference
