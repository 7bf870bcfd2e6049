package main

import "fmt"

// Calls of built-in functions are calls: they keep their place among the others.
func main() {
	x := make([]int, 1)
	f := func() int { x = make([]int, 3); return 2 }
	a, b, c := len(x), f(), cap(x)
	fmt.Println(a, b, c)
	z := 1i
	g := func() int { z = 3 + 3i; return 2 }
	d, b, e := imag(z), g(), real(z)
	fmt.Println(d, b, e)
	m := map[int]int{}
	h := func() int { m[1] = 1; return 0 }
	fmt.Println(len(m), h(), len(m))
}

// Output:
// 1 2 3
// 1 2 3
// 0 0 1
