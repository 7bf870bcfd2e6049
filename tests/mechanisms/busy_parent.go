// The child lies on the P of a goroutine that does not give way until the child has run.
package main

import "sync/atomic"

func main() {
	var ran atomic.Bool
	go ran.Store(true)
	for !ran.Load() {
	}
	println("done")
}
