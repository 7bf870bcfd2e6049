// Some ten thousand hand-overs among 200 goroutines: more than 100,000 events.
package main

import "sync"

func stage(in <-chan int, out chan<- int) {
	for v := range in {
		sum := v
		for i := range 200 {
			sum += i
		}
		out <- sum
	}
	close(out)
}

func main() {
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			first := make(chan int)
			last := first
			for range 9 {
				next := make(chan int, 2)
				go stage(last, next)
				last = next
			}
			go func() {
				for i := range 400 {
					first <- i
				}
				close(first)
			}()
			for range last {
			}
		})
	}
	wg.Wait()
}
