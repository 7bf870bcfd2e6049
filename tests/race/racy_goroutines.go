package main

import "time"

func main() {
	// The maker's later accesses are not ordered.
	x := 0
	go func() {
		time.Sleep(20 * time.Millisecond)
		x++ // RACE
	}()
	x++ // RACE
	time.Sleep(40 * time.Millisecond)
}
