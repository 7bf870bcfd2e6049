// Generic declarations that lead to themselves with finitely many type arguments.
package main

import (
	"fmt"
	"strings"
)

type pair[A, B any] struct {
	a A
	b B
}

func same[T any](n int) int {
	if n == 0 {
		return 0
	}
	return 1 + other[T](n-1)
}

func other[T any](n int) int { return same[T](n) }

func swap[T, U any](n int) string {
	var x pair[T, U]
	s := fmt.Sprintf("%T ", x)
	if n > 0 {
		s += swap[U, T](n - 1)
	}
	return s
}

func rotate[A, B, C, D any](n int) string {
	s := fmt.Sprintf("%T ", pair[A, D]{})
	if n > 0 {
		s += rotate[B, C, D, A](n - 1)
	}
	return s
}

func fixed[T any](n int) string {
	s := fmt.Sprintf("%T ", *new(T))
	if n > 0 {
		s += fixed[[]int](n - 1)
	}
	return s
}

type tree[K, V any] struct {
	left, right *tree[K, V]
	flipped     *tree[V, K]
	inside      []tree[string, int]
}

func (t *tree[K, V]) flip() *tree[V, K] { return &tree[V, K]{flipped: t} }

func double0[T any]() string { return double1[pair[T, T]]() }
func double1[T any]() string { return double2[pair[T, T]]() }
func double2[T any]() string { return double3[pair[T, T]]() }
func double3[T any]() string { return fmt.Sprintf("%T", *new(T)) }

func outer[T any]() string {
	type local struct{ x T }
	return inner[local]()
}

func inner[T any]() string {
	type local struct{ x T }
	return fmt.Sprintf("%T", local{})
}

type method struct{}

func (m method) again[T, U any](n int, x T, y U) string {
	s := fmt.Sprintf("%T ", x)
	if n > 0 {
		s += m.again(n-1, y, x)
	}
	return s
}

func main() {
	fmt.Println(same[int](3))
	fmt.Println(strings.TrimSpace(swap[int, string](3)))
	fmt.Println(strings.TrimSpace(rotate[int, string, bool, byte](4)))
	fmt.Println(strings.TrimSpace(fixed[string](2)))
	t := &tree[int, bool]{}
	fmt.Println(t.flip().flip().flipped.flipped == t)
	fmt.Println(double0[int]())
	fmt.Println(outer[int]())
	fmt.Println(strings.TrimSpace(method{}.again(3, 1, "a")))
}

// Output:
// 3
// main.pair[int,string] main.pair[string,int] main.pair[int,string] main.pair[string,int]
// main.pair[int,uint8] main.pair[string,int] main.pair[bool,string] main.pair[uint8,bool] main.pair[int,uint8]
// string []int []int
// true
// main.pair[main.pair[main.pair[int,int],main.pair[int,int]],main.pair[main.pair[int,int],main.pair[int,int]]]
// main.local[main.local[int]·1]
// int string int string
