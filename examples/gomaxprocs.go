// GOMAXPROCS tells and sets how many goroutines may run Go code at the same time.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	runtime.GOMAXPROCS(3)
	fmt.Println("before:", runtime.GOMAXPROCS(1))
	fmt.Println("now:", runtime.GOMAXPROCS(0), "cpus at least one:", runtime.NumCPU() >= 1)
	results := make(chan int)
	for i := range 4 {
		go func() { results <- i * i }()
	}
	sum := 0
	for range 4 {
		sum += <-results
	}
	runtime.GOMAXPROCS(4)
	fmt.Println("sum:", sum, "now:", runtime.GOMAXPROCS(0))
}

// Output:
// before: 3
// now: 1 cpus at least one: true
// sum: 14 now: 4
