package main

import "time"

func main() {
	x := new(int)
	go func() {
		*x = 1 // RACE
	}()
	time.Sleep(time.Second)
	_ = *x // RACE
}
