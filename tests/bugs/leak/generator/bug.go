// bug: leak bug.go:13
// why: The generator sends for ever, and its only reader stops after three values.
// depth: 0 (some schedules)

package main

import "fmt"

func count() <-chan int {
	out := make(chan int)
	go func() {
		for i := 0; ; i++ {
			out <- i
		}
	}()
	return out
}

func main() {
	sum := 0
	numbers := count()
	for range 3 {
		sum += <-numbers
	}
	fmt.Println(sum)
}
