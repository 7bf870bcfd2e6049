package main

func link(left chan<- int, right <-chan int) {
	n := <-right
	left <- n + 1
}

func main() {
	first := make(chan int)
	left := first
	for range 1000 {
		right := make(chan int)
		go link(left, right)
		left = right
	}
	last := left
	go func() { last <- 0 }()
	length := <-first
	println(length)
}
