// Goroutines that have not begun when the collector comes: all that they have is their arguments, in a register or in memory.
package main

import "runtime"

type big struct{ a, b, c, d, e, f, g int }

func many(s string, xs []int, b big, done chan<- int) {
	n := len(s)
	for _, x := range xs {
		n += x
	}
	done <- n + b.a + b.g
}

func two(s string, n *int, done chan<- int) { done <- len(s) + *n }

func main() {
	done := make(chan int)
	for i := 0; i < 200; i++ {
		go many("abc", []int{i, i, i}, big{a: i, g: 1}, done)
		n := i
		go two("ab"+string(rune('a'+i%26)), &n, done)
		go func() { done <- *(&n) }()
		go func(a, b, c, d int, p *int) { done <- a + b + c + d + *p }(1, 2, 3, 4, new(int))
		if i%50 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	sum := 0
	for i := 0; i < 800; i++ {
		sum += <-done
	}
	println(sum)
}

// Stderr:
// 122800
