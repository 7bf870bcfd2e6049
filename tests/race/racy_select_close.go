package main

import "time"

func main() {
	c, d := make(chan int, 1), make(chan int)
	go func() {
		select { // RACE
		case c <- 1:
		case <-d:
		}
	}()
	time.Sleep(time.Second)
	close(c) // RACE
}
