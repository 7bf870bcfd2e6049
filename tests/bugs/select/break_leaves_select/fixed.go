// fixed: the break names the loop.
// outputs: "3\n"

package main

import "fmt"

func main() {
	items := make(chan int)
	go func() {
		defer close(items)
		for i := range 3 {
			items <- i
		}
	}()
	sum := 0
loop:
	for {
		select {
		case x, ok := <-items:
			if !ok {
				break loop
			}
			sum += x
		}
	}
	fmt.Println(sum)
}
