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
	time.Sleep(time.Second)
	x = 2 // RACE
}
