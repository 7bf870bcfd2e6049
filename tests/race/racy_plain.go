package main

import "time"

var x int

func main() {
	go func() {
		x = 1 // RACE
	}()
	x = 2 // RACE
	time.Sleep(time.Second)
}
