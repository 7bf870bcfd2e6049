package main

import "time"

func main() {
	x := 0
	go func() {
		x = 1 // RACE
	}()
	x = 2 // RACE
	time.Sleep(20 * time.Millisecond)
}
