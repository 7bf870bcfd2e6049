package main

import "time"

func main() {
	x := new(int)
	go func() {
		*x = 1 // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	_ = *x // RACE
}
