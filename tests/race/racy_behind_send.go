package main

import "time"

var x int

func main() {
	c := make(chan int, 1)
	go func() {
		c <- 1
		x = 1 // RACE
	}()
	<-c
	time.Sleep(20 * time.Millisecond)
	x = 2 // RACE
}
