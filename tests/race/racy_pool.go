package main

import (
	"sync"
	"time"
)

func main() {
	var pool sync.Pool
	x := new(int)
	go func() {
		pool.Put(x)
		*x = 1 // RACE
	}()
	time.Sleep(time.Second)
	y, _ := pool.Get().(*int)
	if y == nil {
		y = x // another P has it
	}
	*y = 2 // RACE
}
