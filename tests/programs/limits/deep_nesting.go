// A deep recursion of a million frames, and a long chain of pointers.
package main

import "fmt"

type n struct{ next *n }

func depth(p *n) int {
	if p == nil {
		return 0
	}
	return depth(p.next) + 1
}

func main() {
	var list *n
	for range 1_000_000 {
		list = &n{list}
	}
	fmt.Println(depth(list))
}

// Output:
// 1000000
