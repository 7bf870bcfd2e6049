// A timer of a bubble that no goroutine receives from fires before a goroutine whose sleep is over at that time goes on.
package main

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

const tickers = 100

func main() {
	match := func(pat, str string) (bool, error) { return true, nil }
	testing.Main(match, []testing.InternalTest{{Name: "ticks", F: ticks}}, nil, nil)
}

func ticks(t *testing.T) {
	late := 0
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			var all [tickers]*time.Ticker
			for i := range all {
				all[i] = time.NewTicker(time.Second)
			}
			time.AfterFunc(3*time.Second, func() {})
			time.Sleep(10*time.Second + time.Millisecond)
			for _, ticker := range all {
				<-ticker.C
			}
			for _, ticker := range all {
				if at := (<-ticker.C).Sub(start); at != 11*time.Second {
					late++
				}
			}
		})
	}
	fmt.Println("late:", late)
}

// Output:
// late: 0
// PASS
