package main

import "time"

var x int

func main() {
	// A buffered send does not wait for the receive.
	c := make(chan int, 1)
	go func() {
		x = 1 // RACE
		<-c
	}()
	time.Sleep(time.Second)
	c <- 1
	x = 2 // RACE
}
