// WANT 1 goroutine leaked
package main

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	default:
	}
}
