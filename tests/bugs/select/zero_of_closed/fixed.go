// fixed: a closed channel is taken out of the select.
// outputs: "22\n"

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
	for n := 0; n < 4; {
		select {
		case x, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum, n = sum+x, n+1
		case x, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			sum, n = sum+x, n+1
		}
	}
	if sum != 22 {
		panic("wrong sum")
	}
	fmt.Println(sum)
}
