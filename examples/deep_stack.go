// A goroutine starts with a small stack, which grows as it recurses and keeps everything that points into the heap valid.
package main

import "fmt"

type node struct {
	depth int
	up    *node
}

// descend goes down n levels and adds up what it finds on the way back.
func descend(n int, up *node) int {
	here := &node{n, up}
	if n == 0 {
		sum := 0
		for p := here; p != nil; p = p.up {
			sum += p.depth
		}
		return sum
	}
	below := descend(n-1, here)
	return below + here.depth - n
}

func main() {
	results := make(chan int)
	for _, depth := range []int{10, 1000, 100_000, 1_000_000} {
		go func() { results <- descend(depth, nil) }()
		fmt.Println(depth, <-results)
	}
}

// Output:
// 10 55
// 1000 500500
// 100000 5000050000
// 1000000 500000500000
