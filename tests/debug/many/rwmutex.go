package main

import "sync"

var (
	mu    sync.RWMutex
	table = map[string]int{"a": 1}
)

func read(key string, found chan<- int) {
	mu.RLock()
	defer mu.RUnlock()
	found <- table[key]
}

func main() {
	found := make(chan int)
	mu.Lock()
	for range 1000 {
		go read("a", found)
	}
	table["a"] = 2
	mu.Unlock()
	sum := 0
	for range 1000 {
		sum += <-found
	}
	println(sum)
}
