// A function that calls a loop's body when it must not, and recovers the panic, has swallowed a panic.
package main

import "fmt"

func seq(yield func(int) bool) {
	for i := range 4 {
		func() {
			defer func() { fmt.Println("recovered", recover()) }()
			fmt.Println("yield", i, yield(i))
		}()
	}
}

func f() (r int) {
	defer func() { fmt.Println("f:", recover()) }()
	for i := range seq {
		fmt.Println("body", i)
		if i == 1 {
			break
		}
	}
	fmt.Println("behind")
	return 1
}

func g() (r int) {
	defer func() { fmt.Println("g:", recover()) }()
	for i := range seq {
		if i == 1 {
			panic("body")
		}
	}
	fmt.Println("behind")
	return 1
}

func h() int {
	defer func() { fmt.Println("h:", recover()) }()
	for i := range seq {
		if i == 2 {
			return i
		}
	}
	return -1
}

func main() { fmt.Println(f()); fmt.Println(g()); fmt.Println(h()) }

var late func(int) bool

func init() {
	for range func(yield func(int) bool) { late = yield } {
	}
	for range 2 {
		func() {
			defer func() { fmt.Println("late:", recover()) }()
			late(1)
		}()
	}
}

// Output:
// late: runtime error: range function continued iteration after whole loop exit
// late: runtime error: range function continued iteration after loop body panic
// body 0
// yield 0 true
// recovered <nil>
// body 1
// yield 1 false
// recovered <nil>
// recovered runtime error: range function continued iteration after function for loop body returned false
// recovered runtime error: range function continued iteration after loop body panic
// f: runtime error: range function recovered a loop body panic and did not resume panicking
// 0
// yield 0 true
// recovered <nil>
// recovered body
// recovered runtime error: range function continued iteration after loop body panic
// recovered runtime error: range function continued iteration after loop body panic
// g: runtime error: range function recovered a loop body panic and did not resume panicking
// 0
// yield 0 true
// recovered <nil>
// yield 1 true
// recovered <nil>
// yield 2 false
// recovered <nil>
// recovered runtime error: range function continued iteration after function for loop body returned false
// h: runtime error: range function recovered a loop body panic and did not resume panicking
// 2
