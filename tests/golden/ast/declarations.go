//go:build go1.21

package p

import (
	"fmt"
	. "os"
	_ "io"
	m "math"
)

const (
	A, B int = iota, 1 << iota
	C, D
)

var x, y = 1, "s"

var z map[string][]*T

type (
	T      struct{ a, b int; *U; V[int]; m.W "tag" }
	List[E any, K ~int | string] []E
	Array  [N * 2]int
	Alias  = func(a, b int, rest ...string) (n int, err error)
	I      interface{ M(int) string; ~int | ~string; fmt.Stringer }
	P[T *C,] struct{}
	N1     [P * C]int
	Ch     chan<- <-chan int
)

func f[T any](a T, _ int) (int, error) { return 0, nil }

func (r *T) method()

func external(x int) int
