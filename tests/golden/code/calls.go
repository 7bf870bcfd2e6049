// Calls: windows, results in place, closures, interfaces, methods as values.
package main

type shape interface {
	area() int
	scale(k int) shape
}

type rect struct{ w, h int }

func (r rect) area() int         { return r.w * r.h }
func (r rect) scale(k int) shape { return rect{r.w * k, r.h * k} }

type unit int

func (u unit) area() int         { return int(u) }
func (u unit) scale(k int) shape { return u * unit(k) }

type named struct {
	*rect
	name string
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func swap(a, b string) (string, string) { return b, a }

func named2(x int) (y int, err error) {
	y = x
	return
}

func counter() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}

func apply(f func(int) int, x int) int { return f(x) }

func total(list ...shape) (sum int) {
	for _, s := range list {
		sum += s.area()
	}
	return sum
}

func ranged(seq func(func(int) bool)) {
	for i := range seq {
		defer fib(i)
	}
}

func main() {
	ranged(func(yield func(int) bool) { yield(1) })
	a, b := swap("a", "b")
	println(a, b, fib(10))
	c := counter()
	println(c(), c())
	k := 3
	println(apply(func(x int) int { return x * k }, 4))
	r := &rect{1, 2}
	f := r.area
	var s shape = r
	g := s.scale
	println(f(), g(2).area(), total(s, unit(4), named{r, "x"}, *r))
	go apply(fib2, 1)
	y, err := named2(1)
	println(y, err == nil)
}

func fib2(n int) int { return fib(n) }
