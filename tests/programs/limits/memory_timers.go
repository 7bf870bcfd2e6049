// Memory runs out where timers start goroutines and send times.
package main

import (
	"fmt"
	"time"
)

func wait(n int, c chan int) int {
	var frame [200]int
	if n == 0 {
		<-c
	}
	return wait(n-1, c) + frame[n]
}

func main() {
	c := make(chan int)
	for i := 0; ; i++ {
		time.AfterFunc(0, func() { wait(20, c) })
		t := time.NewTicker(time.Millisecond)
		go func() {
			var all []time.Time
			for now := range t.C {
				all = append(all, now)
			}
			fmt.Println(len(all), i)
		}()
		if i%100 == 0 {
			time.Sleep(time.Millisecond)
		}
	}
}

// Flags: --max-memory 64MiB
// Exit: 2
// Stderr:
// out of memory: the limit is 64 MiB
