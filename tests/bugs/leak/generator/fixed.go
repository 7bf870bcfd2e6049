// fixed: the generator ends when its reader closes a second channel.
// outputs: "3\n"

package main

import "fmt"

func count(quit <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		for i := 0; ; i++ {
			select {
			case out <- i:
			case <-quit:
				return
			}
		}
	}()
	return out
}

func main() {
	sum := 0
	quit := make(chan struct{})
	numbers := count(quit)
	for range 3 {
		sum += <-numbers
	}
	close(quit)
	fmt.Println(sum)
}
