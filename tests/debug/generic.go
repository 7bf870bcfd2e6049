package main

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func Map[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		b := f(a)
		out = append(out, b)
	}
	return out
}

func main() {
	ps := Map([]int{1, 2}, func(i int) Pair[string, int] {
		p := Pair[string, int]{"k", i}
		return p
	})
	println(len(ps), ps[1].Val)
}
