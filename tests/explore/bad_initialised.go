// Points of initialisation are none of the search, and what it has left is there in each run.
//
// WANT panic: lost update
package main

import (
	"sync"
	"time"
)

var (
	lock    sync.Mutex
	began   = time.Now()
	balance = map[string]int{}
	once    sync.Once
)

func init() {
	for range 50 {
		lock.Lock()
		balance["a"]++
		lock.Unlock()
		once.Do(func() { balance["b"] = 1 })
		time.Sleep(time.Millisecond)
	}
}

func deposit() {
	lock.Lock()
	now := balance["a"]
	lock.Unlock()
	lock.Lock()
	balance["a"] = now + 1
	lock.Unlock()
}

func main() {
	if balance["a"] != 50 || balance["b"] != 1 || time.Since(began) < 50*time.Millisecond {
		panic("another run has left something")
	}
	var group sync.WaitGroup
	group.Go(deposit)
	deposit()
	group.Wait()
	if balance["a"] != 52 {
		panic("lost update")
	}
}
