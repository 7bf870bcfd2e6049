package main

import (
	"fmt"
	"time"
)

func sleep(d time.Duration, done chan<- time.Duration) {
	time.Sleep(d)
	done <- d
}

func main() {
	done := make(chan time.Duration, 1000)
	for i := range 1000 {
		go sleep(time.Second+time.Duration(i)*time.Microsecond, done)
	}
	longest := time.Duration(0)
	for range 1000 {
		longest = max(longest, <-done)
	}
	fmt.Println(longest)
}
