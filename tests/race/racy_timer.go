package main

import "time"

var x int

func main() {
	time.AfterFunc(time.Millisecond, func() {
		x = 1 // RACE
	})
	time.Sleep(20 * time.Millisecond)
	x = 2 // RACE
}
