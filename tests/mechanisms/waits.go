// The only P must be free for the goroutine that will send.
package main

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
	println("done")
}
