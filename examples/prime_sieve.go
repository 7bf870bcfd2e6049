// A chain of goroutines filters out the multiples of the primes found so far.
package main

import "fmt"

func generate(ch chan<- int) {
	for i := 2; ; i++ {
		ch <- i
	}
}

func filter(in <-chan int, out chan<- int, prime int) {
	for {
		if i := <-in; i%prime != 0 {
			out <- i
		}
	}
}

func main() {
	ch := make(chan int)
	go generate(ch)
	for i := 0; i < 20; i++ {
		prime := <-ch
		fmt.Print(prime, " ")
		next := make(chan int)
		go filter(ch, next, prime)
		ch = next
	}
	fmt.Println()
}

// Output:
// 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71
