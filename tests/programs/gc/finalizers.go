// Finalizers run from the outside in, cleanups after their object, and stopped ones not at all.
package main

import (
	"fmt"
	"runtime"
	"sort"
	"time"
)

type thing struct {
	n    int
	next *thing
	pad  [10]int
}

var got = make(chan string, 100)

//go:noinline
func build() {
	inner := &thing{n: 1}
	outer := &thing{n: 2, next: inner}
	runtime.SetFinalizer(inner, func(t *thing) { got <- fmt.Sprint("2 finalizer of ", t.n) })
	runtime.SetFinalizer(outer, func(t *thing) { got <- fmt.Sprint("1 finalizer of ", t.n, " before ", t.next.n) })
	cleaned := &thing{n: 3}
	runtime.AddCleanup(cleaned, func(s string) { got <- s }, "3 cleanup")
	stopped := &thing{n: 4}
	runtime.AddCleanup(stopped, func(s string) { got <- s }, "stopped cleanup").Stop()
	undone := &thing{n: 5}
	runtime.SetFinalizer(undone, func(t *thing) { got <- "undone finalizer" })
	runtime.SetFinalizer(undone, nil)
}

func overwrite(n int) int {
	var a [20]int
	a[n%20] = n
	if n == 0 {
		return 0
	}
	return overwrite(n-1) + a[n%20]
}

func main() {
	done := make(chan bool)
	go func() {
		build()
		overwrite(10)
		done <- true
	}()
	<-done
	overwrite(100)
	var lines []string
	for i := 0; i < 1000 && len(lines) < 3; i++ {
		runtime.GC()
		select {
		case s := <-got:
			if s[0] == '2' && len(lines) == 0 {
				fmt.Println("the inner one came first")
			}
			lines = append(lines, s)
		case <-time.After(20 * time.Millisecond):
		}
	}
	sort.Strings(lines)
	for _, s := range lines {
		fmt.Println(s)
	}
	fmt.Println(len(got))
}

// Output:
// 1 finalizer of 2 before 1
// 2 finalizer of 1
// 3 cleanup
// 0
