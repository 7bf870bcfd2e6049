package main

import "time"

func main() {
	s := "a"
	go func() {
		s = "bc" // RACE
	}()
	time.Sleep(time.Second)
	println(len(s)) // RACE
}
