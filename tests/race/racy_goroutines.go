package main

import "time"

var x int

func main() {
	// The maker's later accesses are not ordered.
	go func() {
		time.Sleep(time.Second)
		x++ // RACE
	}()
	x++ // RACE
	time.Sleep(3 * time.Second)
}
