package main

import "time"

func main() {
	s := "a"
	go func() {
		s = "bc" // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	println(len(s)) // RACE
}
