// Three loops on one P: nobody of them blocks.
package main

import "sync/atomic"

func main() {
	var ended atomic.Bool
	var turns [3]atomic.Int64
	for i := range turns {
		go func() {
			for !ended.Load() {
				turns[i].Add(1)
			}
		}()
	}
	for range 5 {
		for i := range turns {
			for before := turns[i].Load(); turns[i].Load() == before; {
			}
		}
	}
	ended.Store(true)
	println("done")
}
