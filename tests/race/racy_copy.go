package main

import "time"

func main() {
	a, b := make([]int, 100), make([]int, 100)
	go func() {
		a[50] = 1 // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	copy(b, a) // RACE
}
