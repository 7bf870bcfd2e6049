// Timers of every kind are started, moved, stopped and dropped on all processors while collections come by: under gcstress too.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var wg sync.WaitGroup
	var fired, stopped atomic.Int64
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 400 {
				d := time.Duration((i*7+w*13)%200) * time.Microsecond
				switch i % 6 {
				case 0:
					t := time.AfterFunc(d, func() { fired.Add(1) })
					if t.Stop() {
						stopped.Add(1)
						fired.Add(1)
					}
					wg.Add(1)
					time.AfterFunc(d, wg.Done)
				case 1:
					time.NewTicker(d + 1) // dropped
				case 2:
					<-time.After(d)
				case 3:
					t := time.NewTimer(d)
					t.Reset(d / 2)
					<-t.C
				case 4:
					t := time.NewTicker(d + 1)
					<-t.C
					t.Reset(d/2 + 1)
					<-t.C
					t.Stop()
				case 5:
					var t *time.Timer
					n := 0
					done := make(chan bool)
					t = time.AfterFunc(time.Hour, func() {
						n++
						if n < 3 {
							t.Reset(d / 4)
						} else {
							close(done)
						}
					})
					t.Reset(0)
					<-done
				}
				_ = make([]byte, 1000)
			}
		}()
	}
	wg.Wait()
	for fired.Load() < 8*67 {
		runtime.Gosched()
		time.Sleep(time.Millisecond)
	}
	fmt.Println("ok", fired.Load())
}

// Output:
// ok 536
