package main

import "fmt"

// Values that are nested 200,000 deep are compared and hashed.

type box struct{ x any }
type array [1]any
type mixed struct {
	n int
	x any
	s string
}

func nest(n int, last any, wrap func(any) any) any {
	x := last
	for range n {
		x = wrap(x)
	}
	return x
}

func try(what string, body func() any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, r)
		}
	}()
	fmt.Println(what, body())
}

func main() {
	const deep = 200_000
	wraps := []func(any) any{
		func(x any) any { return box{x} },
		func(x any) any { return array{x} },
		func(x any) any { return mixed{1, x, "a"} },
	}
	for i, wrap := range wraps {
		x, y, z := nest(deep, 1, wrap), nest(deep, 1, wrap), nest(deep, 2, wrap)
		bad := nest(deep, []int{1}, wrap)
		m := map[any]int{x: 1}
		m[z]++
		fmt.Println(i, x == y, x == z, m[y], m[z], len(m), m[nest(deep-1, 1, wrap)])
		try("compare", func() any { return bad == bad })
		try("hash", func() any { m[bad] = 1; return len(m) })
		switch x {
		case z:
			fmt.Println("z")
		case y:
			fmt.Println("y")
		}
		a, b := [2]any{x, 1}, [2]any{y, 1}
		fmt.Println(a == b, box{x} == box{z})
	}
}

// Output:
// 0 true false 1 1 2 0
// compare runtime error: comparing uncomparable type []int
// hash runtime error: hash of unhashable type []int
// y
// true false
// 1 true false 1 1 2 0
// compare runtime error: comparing uncomparable type []int
// hash runtime error: hash of unhashable type []int
// y
// true false
// 2 true false 1 1 2 0
// compare runtime error: comparing uncomparable type []int
// hash runtime error: hash of unhashable type []int
// y
// true false
