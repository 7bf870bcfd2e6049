// Closures capture variables; loop variables are new in each turn.
package main

import "fmt"

func counter() (func() int, func()) {
	n := 0
	return func() int { n++; return n }, func() { n = 100 }
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

type acc struct{ total int }

func (a *acc) add(n int) int { a.total += n; return a.total }
func (a acc) get() int       { return a.total }

func main() {
	next, reset := counter()
	fmt.Println(next(), next())
	reset()
	fmt.Println(next())
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
	fmt.Println(compose(func(x int) int { return x + 1 }, func(x int) int { return x * x })(4))
	a := &acc{1}
	add, get := a.add, a.get
	add(5)
	fmt.Println(a.total, get(), acc.get(*a))
	fmt.Println((*acc).add(a, 2))
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(20))
	x := 1
	func() {
		x := x + 1
		x++
		func() { x *= 10 }()
		fmt.Println(x)
	}()
	fmt.Println(x)
	var nilf func()
	fmt.Println(nilf == nil)
	for i := range 3 {
		defer func() { fmt.Print(i, " ") }()
	}
	y := [3]int{1, 2, 3}
	z := func() int { return y[0] + y[2] }
	y[0] = 50
	fmt.Println(z())
}

// Output:
// 1 2
// 101
// 10 20 11 21 12 22
// 25
// 6 1 6
// 8
// 6765
// 30
// 1
// true
// 53
// 2 1 0
