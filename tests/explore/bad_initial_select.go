// A choice during initialisation is explored.
//
// WANT panic: b first
package main

var got int

func init() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	select {
	case got = <-a:
	case got = <-b:
	}
}
func main() {
	if got == 2 {
		panic("b first")
	}
}
