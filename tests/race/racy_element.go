package main

import "time"

func main() {
	s := make([]byte, 10)
	go func() {
		s[3] = 1 // RACE
	}()
	for range 2 {
		time.Sleep(10 * time.Millisecond)
	}
	_ = s[3] // RACE
}
