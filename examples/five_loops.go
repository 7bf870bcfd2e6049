// Five endless loops on four Ps. Each is preempted after its time slice, so the fifth runs as well.
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

func main() {
	runtime.GOMAXPROCS(4)
	var turns [5]atomic.Int64
	for i := range turns {
		go func() {
			for {
				turns[i].Add(1)
			}
		}()
	}
	for {
		time.Sleep(5 * time.Millisecond)
		running := 0
		for i := range turns {
			if turns[i].Load() > 0 {
				running++
			}
		}
		if running == len(turns) {
			break
		}
	}
	fmt.Println("all five loops have run")
}

// Output:
// all five loops have run
