package main

import "time"

func main() {
	c := make(chan int, 1)
	x := 0
	go func() {
		c <- 1
		x = 1 // RACE
	}()
	<-c
	time.Sleep(20 * time.Millisecond)
	x = 2 // RACE
}
