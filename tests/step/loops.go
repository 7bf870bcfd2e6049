// Three loops on two Ps, and a timer: sysmon ends time slices, and the loops share the Ps.
package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

func main() {
	var rounds [3]atomic.Int64
	var stop atomic.Bool
	for i := range rounds {
		go func() {
			for !stop.Load() {
				rounds[i].Add(1)
			}
		}()
	}
	for rounds[0].Load() == 0 || rounds[1].Load() == 0 || rounds[2].Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	stop.Store(true)
	runtime.Gosched()
}
