package main

import "fmt"

type I interface{ S() string }
type A struct{ x int }
type B struct{ x int }

func (a *A) S() string { return fmt.Sprint("A", a.x) }
func (b *B) S() string { return fmt.Sprint("B", b.x) }

type D struct{ L I }

// The first result takes the parameter's place before the closure, whose call is inlined, reads the parameter.
func (d *D) one(r I) (string, error) {
	f := func() error { return fmt.Errorf("x %s", d.L.S()) }
	if d.L != nil {
		if _, ok := d.L.(*A); !ok {
			return "", f()
		}
	}
	return r.S(), nil
}

// The closure calls another one, which reads the parameter.
func two(n int, s string) (int, string, int) {
	double := func() int { return 2 * n }
	text := func() string { return fmt.Sprint(s, double()) }
	return 7, text(), double()
}

// A closure is given to a function that calls it.
func three(p *int) (int, int) {
	get := func() int { return *p }
	return 0, call(get)
}

func call(f func() int) int { return f() + 1 }

// So is a struct, filled field by field.
func four(p *int, q int) (struct{ a, b, c int }, int) {
	get := func() int { return *p + q }
	return struct{ a, b, c int }{1, get(), get()}, get()
}

func main() {
	d := D{L: &B{3}}
	fmt.Println(d.one(&A{1}))
	fmt.Println(two(5, "n"))
	n := 40
	fmt.Println(three(&n))
	fmt.Println(four(&n, 2))
}

// Output:
//  x B3
// 7 n10 10
// 0 41
// {1 42 42} 42
