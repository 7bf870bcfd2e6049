// A long queue on one P, and another P that has nothing: half of the queue goes over at a time.
package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	const n = 200
	var filled atomic.Bool
	var ended atomic.Int64
	for range n {
		go func() {
			for !filled.Load() {
				runtime.Gosched()
			}
			ended.Add(1)
		}()
	}
	filled.Store(true)
	for ended.Load() < n {
	}
	println("done")
}
