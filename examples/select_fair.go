// When several cases of a select are ready, one is chosen at random: none of them starves.
package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	var fromA, fromB int
	for range 1000 {
		a <- 1
		b <- 1
		select {
		case <-a:
			fromA++
			<-b
		case <-b:
			fromB++
			<-a
		}
	}
	fmt.Println("all:", fromA+fromB, "both:", fromA > 300 && fromB > 300)
}

// Output:
// all: 1000 both: true
