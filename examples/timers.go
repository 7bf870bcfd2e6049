// Timers belong to the Ps: sleepers cost no thread, and none of them wakes before its time.
package main

import (
	"fmt"
	"sort"
	"time"
)

func main() {
	type nap struct {
		wanted, taken time.Duration
	}
	ch := make(chan nap)
	for _, n := range []time.Duration{30, 10, 20, 40} {
		go func() {
			wanted, start := n*time.Millisecond, time.Now()
			time.Sleep(wanted)
			ch <- nap{wanted, time.Since(start)}
		}()
	}
	var naps []nap
	for range 4 {
		naps = append(naps, <-ch)
	}
	sort.Slice(naps, func(i, j int) bool { return naps[i].wanted < naps[j].wanted })
	for _, n := range naps {
		fmt.Println(n.wanted, "too short:", n.taken < n.wanted)
	}

	select {
	case <-ch:
		fmt.Println("nobody sends any more")
	case <-time.After(5 * time.Millisecond):
		fmt.Println("timeout")
	}
}

// Output:
// 10ms too short: false
// 20ms too short: false
// 30ms too short: false
// 40ms too short: false
// timeout
