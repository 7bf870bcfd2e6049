package main

import "sync"

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	queue := []int{}
	done := make(chan int)
	for range 3 {
		go func() {
			sum := 0
			for {
				mu.Lock()
				for len(queue) == 0 {
					c.Wait()
				}
				n := queue[0]
				queue = queue[1:]
				mu.Unlock()
				if n < 0 {
					done <- sum
					return
				}
				sum += n
			}
		}()
	}
	for i := range 100 {
		mu.Lock()
		queue = append(queue, i)
		mu.Unlock()
		c.Signal()
	}
	mu.Lock()
	queue = append(queue, -1, -1, -1)
	mu.Unlock()
	c.Broadcast()
	println(<-done + <-done + <-done)
}
