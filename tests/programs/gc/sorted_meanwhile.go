// Strings that change their places while the collector marks the slice are all found.
package main

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"sync/atomic"
	"time"
)

const n = 50000

func main() {
	x := make([]string, n)
	for i := range x {
		x[i] = strconv.Itoa(i*7919%n + n)
	}
	var stop atomic.Bool
	stopped := make(chan bool)
	go func() {
		for !stop.Load() {
			runtime.GC()
			time.Sleep(20 * time.Microsecond) // also under a seed the others get on between two collections
		}
		close(stopped)
	}()
	for round := range 10 {
		for i := range x {
			j := (i*31 + round) % n
			x[i], x[j] = x[j], x[i]
		}
		if round%2 == 0 {
			sort.Strings(x)
		} else {
			slices.Sort(x)
		}
		for i, s := range x {
			if s != strconv.Itoa(i+n) {
				panic(fmt.Sprintf("%q is at %d", s, i))
			}
		}
	}
	stop.Store(true)
	<-stopped
	fmt.Println("sorted")
}

// Output:
// sorted
