package main

import "sync"

func main() {
	var mu, other sync.Mutex
	ready := make(chan int)
	mu.Lock()
	go func() {
		other.Lock()
		ready <- 1
		mu.Lock()
	}()
	<-ready
	other.Lock()
}
