// Two goroutines take turns, each asleep most of the time.
package main

import (
	"fmt"
	"sync"
	"time"
)

var (
	mu    sync.Mutex
	count = map[string]int{}
)

func say(word string) {
	for i := 0; i < 5; i++ {
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
		count[word]++
		mu.Unlock()
	}
}

func main() {
	done := make(chan bool)
	go func() {
		say("world")
		done <- true
	}()
	say("hello")
	<-done
	fmt.Println("hello", count["hello"], "world", count["world"])
}

// Output:
// hello 5 world 5
