// A loop on the only P (argument: until main has had its turn), else for a while; is anybody else's turn before it ends?
package main

import (
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

func main() {
	limit := 300 * time.Millisecond
	if len(os.Args) > 1 {
		limit = time.Minute
	}
	var begun, turn atomic.Bool
	ended := make(chan bool, 1)
	go func() {
		begun.Store(true)
		for start := time.Now(); time.Since(start) < limit && !turn.Load(); {
		}
		ended <- true
	}()
	for !begun.Load() {
		runtime.Gosched()
	}
	println(len(ended))
	turn.Store(true)
	<-ended
}
