// bug: deadlock bug.go:26
// why: A writer that is told to stop returns without closing the pipe, and the reader waits for more.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"io"
	"sync/atomic"
)

func main() {
	r, w := io.Pipe()
	var stop atomic.Bool
	go func() {
		for range 2 {
			if stop.Load() {
				return
			}
			io.WriteString(w, "x")
		}
		w.Close()
	}()
	go func() { stop.Store(true) }()
	_, err := io.ReadAll(r)
	fmt.Println(err)
}
