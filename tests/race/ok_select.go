package main

import "sync"

func main() {
	a, b, quit := make(chan *int), make(chan *int, 3), make(chan bool)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				select {
				case p := <-a:
					*p++
				case p := <-b:
					*p++
				case <-quit:
					return
				}
			}
		}()
	}
	for i := range 200 {
		p := new(int)
		*p = i
		select {
		case a <- p:
		case b <- p:
		}
	}
	close(quit)
	wg.Wait()
	println("done")
}
