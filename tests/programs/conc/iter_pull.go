// What iter.Pull passes on: values, panics, Goexit, and misuse.
package main

import (
	"fmt"
	"iter"
	"runtime"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				fmt.Println("stopped at", i)
				return
			}
		}
	}
}

func try(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("recovered", recover()) }()
		f()
		fmt.Println("not reached after Goexit")
	}()
	<-done
}

func main() {
	next, stop := iter.Pull(count(2))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()

	next, stop = iter.Pull(count(3))
	fmt.Println(next())
	stop()
	fmt.Println(next())

	next, _ = iter.Pull(func(yield func(int) bool) {
		yield(1)
		panic("over")
	})
	fmt.Println(next())
	try(func() { next() })
	fmt.Println(next())

	next, _ = iter.Pull(func(func(int) bool) { runtime.Goexit() })
	try(func() { next() })
	fmt.Println(next())

	var again func() (int, bool)
	again, _ = iter.Pull(func(yield func(int) bool) { again() })
	try(func() { again() })

	var late func(int) bool
	next, stop = iter.Pull(func(yield func(int) bool) { late = yield; yield(1) })
	fmt.Println(next())
	try(func() { late(2) })
	stop()
}

// Output:
// 0 true
// 1 true
// 0 false
// 0 false
// 0 true
// stopped at 0
// 0 false
// 1 true
// recovered over
// 0 false
// recovered <nil>
// 0 false
// recovered iter.Pull: next called again before yield
// 1 true
// recovered iter.Pull: yield called again before next
