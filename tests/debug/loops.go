package main

import "fmt"

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func sum(depth int) int {
	total := 0
	for v := range count(2) {
		total += v
		if depth > 0 {
			total += sum(depth - 1)
		}
	}
	return total
}

func fact(n int) int {
	if n < 2 {
		return 1
	}
	return n * fact(n-1)
}

func main() {
	for v := range count(2) {
		for w := range count(2) {
			if w > v {
				break
			}
		}
		fmt.Println(v)
	}
	fmt.Println(sum(1))
	fmt.Println(fact(3))
}
