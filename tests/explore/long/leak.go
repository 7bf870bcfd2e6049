// It has no end, and a goroutine of it waits for a channel that nothing else leads to.
package main

import "sync"

func wait() {
	<-make(chan int)
}

func main() {
	go wait()
	var mu sync.Mutex
	for n := 0; ; n++ {
		mu.Lock()
		mu.Unlock()
	}
}
