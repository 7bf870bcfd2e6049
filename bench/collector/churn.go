// Tests whether memory stays flat while goroutines, channels, closures and timers come and go.
//
// Arguments: the number of goroutines in all (10000000) and in a batch (10000); a third as many channels, closures and
// timers are made.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

func argument(n, otherwise int) int {
	if len(os.Args) > n {
		if v, err := strconv.Atoi(os.Args[n]); err == nil {
			return v
		}
	}
	return otherwise
}

// resident returns the RSS of the process in MB.
func resident() int {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.SplitSeq(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kb >> 10
		}
	}
	return -1
}

var sink any

func main() {
	all, batch := argument(1, 10_000_000), argument(2, 10_000)
	start := time.Now()
	for done := 0; done < all; done += batch {
		var wg sync.WaitGroup
		for i := range batch {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if i%3 == 0 {
					c := make(chan int, 2)
					c <- i
					f := func() int { return <-c }
					t := time.AfterFunc(time.Hour, func() { f() })
					t.Stop()
					sink = f
				}
			}()
		}
		wg.Wait()
		if (done+batch)%(all/10) == 0 {
			fmt.Println((done+batch)*100/all, "%", resident(), "MB")
		}
	}
	fmt.Println(time.Since(start).Round(time.Millisecond))
}
