// An iterator that stops itself by the stop of its Pull: next returns the value before.
package main

import (
	"fmt"
	"iter"
)

func main() {
	var stop func()
	var next func() (int, bool)
	next, stop = iter.Pull(func(yield func(int) bool) {
		defer fmt.Println("never")
		yield(1)
		stop()
		yield(2)
	})
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
	n2, s2 := iter.Pull2(func(yield func(int, string) bool) {
		for i := range 3 {
			if !yield(i, "x") {
				s2inner()
				fmt.Println("stopped")
				return
			}
		}
	})
	inner = s2
	fmt.Println(n2())
	s2()
	fmt.Println(n2())
}

var inner func()

func s2inner() { inner() }

// Output:
// 1 true
// 1 true
// 0 false
// 0 x true
// stopped
// 0  false
