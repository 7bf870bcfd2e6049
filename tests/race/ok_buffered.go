package main

import "sync"

func main() {
	// A channel with room for two as a semaphore: of two elements each goroutine holds its own.
	free := make(chan *int, 2)
	free <- new(int)
	free <- new(int)
	var wg sync.WaitGroup
	for range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 100 {
				p := <-free
				*p++
				free <- p
			}
		}()
	}
	wg.Wait()
	println(*<-free + *<-free)
	// The n-th receive happens before the (n + capacity)-th send.
	lock := make(chan struct{}, 1)
	x := 0
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 100 {
				lock <- struct{}{}
				x++
				<-lock
			}
		}()
	}
	wg.Wait()
	println(x)
}
