package main

import "time"

func main() {
	m := map[string]int{}
	go func() {
		m["a"] = 1 // RACE
	}()
	time.Sleep(time.Second)
	m["b"] = 2 // RACE
}
