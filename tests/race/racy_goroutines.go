package main

import "time"

var x int

func main() {
	// The maker's later accesses are not ordered.
	go func() {
		time.Sleep(20 * time.Millisecond)
		x++ // RACE
	}()
	x++ // RACE
	time.Sleep(40 * time.Millisecond)
}
