package main

import "time"

func main() {
	a := make([]int, 0, 4)
	go func() {
		_ = append(a, 1) // RACE
	}()
	time.Sleep(time.Second)
	_ = append(a, 2) // RACE
}
