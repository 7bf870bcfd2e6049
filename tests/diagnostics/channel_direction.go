package main

func produce(out chan<- int) {
	for v := range out {
		println(v)
	}
	println(<-out)
}

func consume(in <-chan int) { in <- 1 }

func main() {
	c := make(chan int)
	go produce(c)
	consume(c)
}
