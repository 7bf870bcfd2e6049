package main

import "time"

func main() {
	c := make(chan int, 1)
	go func() {
		c <- 1 // RACE
	}()
	time.Sleep(time.Second)
	close(c) // RACE
}
