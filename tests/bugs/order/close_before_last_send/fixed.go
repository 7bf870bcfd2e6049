// fixed: main waits for both.
// outputs: "true\n"

package main

import "fmt"

func main() {
	results := make(chan int, 2)
	finished := make(chan bool, 2)
	for i := range 2 {
		go func() {
			results <- i
			finished <- true
		}()
	}
	<-finished
	<-finished
	close(results)
	n := 0
	for range results {
		n++
	}
	fmt.Println(n > 0)
}
