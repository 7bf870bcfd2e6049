// WANT panic: send on closed channel
package main

func main() {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		close(done)
	}()
	close(c)
	<-done
}
