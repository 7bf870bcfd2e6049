// Package zz has variables, but none that must be computed when the program runs.
package zz

type T struct {
	N    int
	Next *T
}

var (
	A = &T{N: 1, Next: &T{N: 2}}
	B = []any{1, "x", 2.5}
	F = func(x int) int { return x + 1 }
	C = [...]string{2: "two"}
)

func init() {}
