// A collection counts as soon as its pause is known, and not before: also while collections go on.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

var sink atomic.Pointer[[1 << 12]int]

func main() {
	var stop atomic.Bool
	for range 2 {
		go func() {
			for !stop.Load() {
				sink.Store(new([1 << 12]int))
			}
		}()
	}
	var gs debug.GCStats
	var ms runtime.MemStats
	for gs.NumGC < 40 {
		debug.ReadGCStats(&gs)
		if len(gs.Pause) != min(int(gs.NumGC), 256) || len(gs.Pause) != len(gs.PauseEnd) {
			fmt.Println("collections and pauses:", gs.NumGC, len(gs.Pause))
			break
		}
		runtime.ReadMemStats(&ms)
		if n := ms.NumGC; n > 0 && (ms.PauseEnd[(n+255)%256] != ms.LastGC || ms.PauseEnd[n%256] != 0 && n < 256) {
			fmt.Println("the newest pause of", n)
			break
		}
	}
	stop.Store(true)
	fmt.Println("done")
}

// Output:
// done
