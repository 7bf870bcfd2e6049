// WANT panic: stopped before the work
package main

func main() {
	work, stop := make(chan int, 1), make(chan bool, 1)
	work <- 1
	stop <- true
	select {
	case <-work:
	case <-stop:
		panic("stopped before the work")
	}
}
