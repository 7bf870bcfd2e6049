// Goroutines that have ended are used again, stack and all: starting many, one after the other, needs memory for few.
package main

import "fmt"

func main() {
	ch := make(chan int)
	sum := 0
	for i := range 100_000 {
		go func() { ch <- i & 1 }()
		sum += <-ch
	}
	fmt.Println("odd numbers:", sum)
}

// Output:
// odd numbers: 50000
