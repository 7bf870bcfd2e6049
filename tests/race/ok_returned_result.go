// A result that is returned as it is, and a variable that is assigned to itself, are not stored: that is no race.
package main

import (
	"fmt"
	"sync"
)

func start(done chan bool) (_ int, cancel func(), _ *int) {
	cancel = func() {}
	go func() {
		cancel()
		done <- true
	}()
	return 1, cancel, new(int)
}

func snapshot(n int) (chans []chan int) {
	chans = make([]chan int, n)
	var wg sync.WaitGroup
	wg.Add(n)
	for i := range n {
		go func() {
			chans[i] = make(chan int, 1)
			wg.Done()
			chans[i] <- i
			close(chans[i])
		}()
	}
	wg.Wait()
	return chans
}

func main() {
	done := make(chan bool)
	_, cancel, _ := start(done)
	cancel()
	<-done
	sum := 0
	for _, c := range snapshot(3) {
		for v := range c {
			sum += v
		}
	}
	go func() {
		if sum == 5 {
			panic("five")
		}
		done <- true
	}()
	sum = sum
	<-done
	fmt.Println(sum)
}
