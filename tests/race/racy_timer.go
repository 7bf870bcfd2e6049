package main

import "time"

func main() {
	x := 0
	time.AfterFunc(time.Millisecond, func() {
		x = 1 // RACE
	})
	time.Sleep(20 * time.Millisecond)
	x = 2 // RACE
}
