// A timer of a P that computes.
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var rung atomic.Bool
	time.AfterFunc(time.Millisecond, func() { rung.Store(true) })
	for !rung.Load() {
	}
	println("done")
}
