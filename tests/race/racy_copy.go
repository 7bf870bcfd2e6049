package main

import "time"

func main() {
	a, b := make([]int, 100), make([]int, 100)
	go func() {
		a[50] = 1 // RACE
	}()
	time.Sleep(time.Second)
	copy(b, a) // RACE
}
