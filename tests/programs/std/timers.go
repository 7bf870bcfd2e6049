// Timers, tickers and sleeping, with the rules of Go 1.23: no stale values after Stop and Reset.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	start := time.Now()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(time.Since(start) >= 10*time.Millisecond)

	t := time.NewTimer(5 * time.Millisecond)
	time.Sleep(15 * time.Millisecond)
	fmt.Println("stopped after it went off:", t.Stop())
	select {
	case <-t.C:
		fmt.Println("stale")
	default:
		fmt.Println("nothing")
	}
	fmt.Println(t.Reset(time.Millisecond))
	<-t.C
	fmt.Println(t.Stop())
	t.Reset(time.Hour)
	fmt.Println(t.Stop(), t.Stop())

	tick := time.NewTicker(2 * time.Millisecond)
	n := 0
	for range tick.C {
		if n++; n == 5 {
			break
		}
	}
	tick.Stop()
	tick.Reset(time.Millisecond)
	<-tick.C
	tick.Stop()
	fmt.Println(n)

	var wg sync.WaitGroup
	wg.Add(1)
	time.AfterFunc(time.Millisecond, wg.Done)
	wg.Wait()
	stopped := time.AfterFunc(time.Hour, func() { panic("no") })
	fmt.Println(stopped.Stop(), stopped.Stop())

	select {
	case <-time.After(time.Millisecond):
		fmt.Println("after")
	case <-make(chan int):
	}
	begin := time.Now()
	early := make(chan bool, 10)
	for i := 9; i >= 0; i-- {
		due := time.Duration(i) * 4 * time.Millisecond
		time.AfterFunc(due, func() { early <- time.Since(begin) < due })
	}
	for range 10 {
		fmt.Print(<-early, " ")
	}
	fmt.Println()
	func() {
		defer func() { fmt.Println(recover()) }()
		time.NewTicker(0)
	}()
	fmt.Println(time.Tick(-1) == nil)
}

// Output:
// true
// stopped after it went off: true
// nothing
// false
// false
// true false
// 5
// true false
// after
// false false false false false false false false false false 
// non-positive interval for NewTicker
// true
