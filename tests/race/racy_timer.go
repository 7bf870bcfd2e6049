package main

import "time"

var x int

func main() {
	time.AfterFunc(time.Millisecond, func() {
		x = 1 // RACE
	})
	time.Sleep(time.Second)
	x = 2 // RACE
}
