// Two goroutines talk; each woken one is the next to run.
package main

func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v
		}
		close(pong)
	}()
	for i := range 1000 {
		ping <- i
		<-pong
	}
	close(ping)
	<-pong
	println("done")
}
