// Measures how late a goroutine that only looks at the clock wakes up, while another allocates fast and much memory is
// live.
//
// Arguments: live memory in MB (1024), allocation rate in MB/s (500), duration in seconds (60), the delay in
// microseconds from which on wake-ups are listed (none are). With GODEBUG=gctrace=1 the collector reports its pauses.
// late.py finds the cause of each delay.
package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

type node struct {
	next  *node
	names map[string]*node
	list  []int
	text  string
}

// newNode allocates about 4 KB: a map, a slice and a string.
func newNode(i int) *node {
	n := &node{names: make(map[string]*node, 8), list: make([]int, 300), text: strings.Repeat("x", 1000)}
	for k := range 6 {
		n.names[strconv.Itoa(i*8+k)] = n
	}
	n.list[i%300] = i
	return n
}

const size = 4 << 10

func argument(n, otherwise int) int {
	if len(os.Args) > n {
		if v, err := strconv.Atoi(os.Args[n]); err == nil {
			return v
		}
	}
	return otherwise
}

func main() {
	live, rate, seconds := argument(1, 1024), argument(2, 500), argument(3, 60)
	count := live << 20 / size
	nodes := make([]*node, count)
	for i := range nodes {
		nodes[i] = newNode(i)
		if i > 0 {
			nodes[i].next = nodes[i/2]
		}
	}
	listed := time.Duration(argument(4, 0)) * time.Microsecond
	list := make([]string, 0, 1000)
	var stop atomic.Bool
	late := make(chan []time.Duration)
	go func() {
		var all []time.Duration
		for !stop.Load() {
			due := time.Now().Add(time.Millisecond)
			time.Sleep(time.Millisecond)
			now := time.Now()
			all = append(all, now.Sub(due))
			if listed > 0 && now.Sub(due) >= listed {
				list = append(list, fmt.Sprintln("late", now.Sub(due).Nanoseconds(), "at", now.UnixNano()))
			}
		}
		late <- all
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	made, start := 0, time.Now()
	for time.Since(start) < time.Duration(seconds)*time.Second {
		// Allocates the nodes that are due by now, then pauses.
		due := int(time.Since(start).Seconds() * float64(rate<<20) / size)
		for ; made < due; made++ {
			at := made * 7919 % count
			nodes[at] = newNode(made)
			nodes[at].next = nodes[made%count]
			nodes[made%count].next = nil
		}
		time.Sleep(200 * time.Microsecond)
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	stop.Store(true)
	all := <-late
	slices.Sort(all)
	at := func(part float64) time.Duration {
		return all[min(int(part*float64(len(all))), len(all)-1)].Round(10 * time.Microsecond)
	}
	fmt.Printf("alive %d MB, %.0f MB/s, %d collections\n", after.HeapAlloc>>20,
		float64(after.TotalAlloc-before.TotalAlloc)/took.Seconds()/1e6, after.NumGC-before.NumGC)
	fmt.Println("late by p50", at(.5), "p99", at(.99), "p99.9", at(.999), "max", at(1), "of", len(all))
	var pauses []time.Duration
	for n := before.NumGC; n < after.NumGC && len(pauses) < 256; n++ {
		pauses = append(pauses, time.Duration(after.PauseNs[n%256]))
	}
	slices.Sort(pauses)
	if len(pauses) > 0 {
		fmt.Println("stops a collection: median", pauses[len(pauses)/2], "max", pauses[len(pauses)-1])
	}
	fmt.Print(strings.Join(list, ""))
	runtime.KeepAlive(nodes)
}
