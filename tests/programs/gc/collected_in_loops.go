// runtime.GC, in loops and below many frames, while only variables of the callers hold what is read afterwards.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type node struct {
	v int
	s string
}

func loop(n int) (sum int) {
	var all []*node
	var last [10]*node
	for i := range n {
		x := &node{i, strings.Repeat("z", i%5)}
		all = append(all, x)
		last[i%10] = x
		if i%100 == 0 {
			runtime.GC()
		}
	}
	for _, x := range all {
		sum += x.v + len(x.s)
	}
	for _, x := range last {
		sum += x.v
	}
	return
}

func deep(n int, kept *node) int {
	mine := &node{n, fmt.Sprint("k", n)}
	if n == 0 {
		runtime.GC()
		debug.FreeOSMemory()
		return kept.v
	}
	r := deep(n-1, mine)
	return r + mine.v + len(mine.s) + kept.v
}

func main() {
	fmt.Println(loop(1000), deep(500, &node{3, ""}))
}

// Output:
// 511445 252395
