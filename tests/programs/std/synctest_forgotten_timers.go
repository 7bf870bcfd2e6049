// In a bubble the clock does not move on for a timer whose channel no goroutine receives from; such a timer sends when it was due.
package main

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func main() {
	tests := []testing.InternalTest{
		{Name: "passed over", F: passedOver},
		{Name: "deadlock", F: deadlock},
	}
	match := func(pat, str string) (bool, error) { return true, nil }
	testing.Main(match, tests, nil, nil)
}

func passedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		since := func(at time.Time) time.Duration { return at.Sub(start) }
		forgotten := time.NewTimer(1500 * time.Millisecond)
		after := time.After(2 * time.Second)
		ticker := time.NewTicker(time.Second)
		time.AfterFunc(3*time.Second, func() { fmt.Println("function after", since(time.Now())) })
		time.Sleep(10*time.Second + time.Millisecond)
		fmt.Println("slept until", since(time.Now()))
		fmt.Println("ticks", since(<-ticker.C), since(<-ticker.C))
		fmt.Println("now", since(time.Now()))
		fmt.Println("after", since(<-after))
		fmt.Println("stopped", forgotten.Stop())
		fmt.Println("select", func() time.Duration {
			select {
			case at := <-ticker.C:
				return since(at)
			case <-time.After(300 * time.Millisecond):
				return since(time.Now())
			}
		}())
	})
}

func deadlock(t *testing.T) {
	defer func() { fmt.Println(recover()) }()
	synctest.Test(t, func(t *testing.T) {
		ticker := time.NewTicker(time.Hour)
		defer ticker.Stop()
		timer := time.NewTimer(time.Hour)
		timer.Reset(2 * time.Hour)
		<-make(chan int)
	})
}

// Output:
// function after 3s
// slept until 10.001s
// ticks 1s 11s
// now 11s
// after 2s
// stopped true
// select 11.3s
// deadlock: all goroutines in bubble are blocked
// PASS
