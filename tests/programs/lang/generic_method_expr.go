package main

import "fmt"

type box[T any] struct{ v T }

func (b box[T]) apply[U any](f func(T) U) box[U] { return box[U]{f(b.v)} }
func (b *box[T]) set[U fmt.Stringer](v T, u U) string {
	b.v = v
	return u.String()
}

type outer struct{ *box[int] }
type name string

func (n name) String() string { return "<" + string(n) + ">" }

func twice[E, F any](b box[E], f func(E) F) box[F] {
	var m func(box[E], func(E) F) box[F] = box[E].apply
	return m(b, f)
}

func main() {
	g := box[int].apply[string]
	fmt.Println(g(box[int]{3}, func(i int) string { return fmt.Sprint(i, "!") }))
	fmt.Println(box[int].apply(box[int]{4}, func(i int) float64 { return float64(i) / 8 }))
	o := outer{&box[int]{1}}
	fmt.Println(outer.set(o, 5, name("n")))
	fmt.Println(o.v)
	fmt.Println((*box[int]).set[name](o.box, 6, "m"))
	fmt.Println(o.v)
	fmt.Println(twice(box[string]{"abc"}, func(s string) int { return len(s) }))
}

// Output:
// {3!}
// {0.5}
// <n>
// 5
// <m>
// 6
// {3}
