package main

import "time"

func main() {
	m := map[string]int{}
	go func() {
		m["a"] = 1 // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	m["b"] = 2 // RACE
}
