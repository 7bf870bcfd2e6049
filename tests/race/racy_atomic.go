package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var x int32
	go func() {
		atomic.AddInt32(&x, 1) // RACE
	}()
	time.Sleep(time.Second)
	x = 2 // RACE
}
