package main

func choose(a, b <-chan int, quit <-chan bool, out chan<- int) {
	got := 0
	for {
		select {
		case n := <-a:
			got += n
		case n := <-b:
			got -= n
		case <-quit:
			out <- got
			return
		}
	}
}

func main() {
	a, b := make(chan int), make(chan int)
	quit, out := make(chan bool), make(chan int)
	for range 1000 {
		go choose(a, b, quit, out)
	}
	a <- 7
	b <- 3
	close(quit)
	sum := 0
	for range 1000 {
		sum += <-out
	}
	println(sum)
}
