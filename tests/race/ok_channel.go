package main

func main() {
	c := make(chan int)
	x := 0
	go func() {
		x = 1
		c <- 1
		<-c
		x++
		close(c)
	}()
	<-c
	x++
	c <- 2
	<-c
	println(x)
}
