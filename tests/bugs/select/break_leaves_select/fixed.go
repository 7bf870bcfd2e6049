// fixed: the break names the loop.

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
