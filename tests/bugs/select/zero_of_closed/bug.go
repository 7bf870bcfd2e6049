// bug: panic "wrong sum" bug.go:32
// why: One channel is closed before the other has sent all, and its zero values are counted as items.
// depth: 0 (some schedules)

package main

import "fmt"

func produce(x, n int) chan int {
	out := make(chan int, n)
	go func() {
		defer close(out)
		for range n {
			out <- x
		}
	}()
	return out
}

func main() {
	a, b := produce(1, 2), produce(10, 2)
	sum := 0
	for range 4 {
		select {
		case x := <-a:
			sum += x
		case x := <-b:
			sum += x
		}
	}
	if sum != 22 {
		panic("wrong sum")
	}
	fmt.Println(sum)
}
