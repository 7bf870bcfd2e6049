package main

import "time"

type point struct{ x, y, z int }

func main() {
	a, b := new(point), new(point)
	go func() {
		a.z = 1 // RACE
	}()
	time.Sleep(time.Second)
	*b = *a // RACE
}
