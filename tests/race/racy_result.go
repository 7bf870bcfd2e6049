package main

import "time"

func f() (a, b int) {
	go func() {
		time.Sleep(10 * time.Millisecond)
		_ = a // RACE
	}()
	return 1, 2 // RACE
}

func main() {
	go func() {
		f()
	}()
	time.Sleep(3 * time.Second)
}
