package main

func wait(c chan int) {
	c <- 1
}

func main() {
	a, b := make(chan int), make(chan int)
	go wait(a)
	<-b
	<-a
}
