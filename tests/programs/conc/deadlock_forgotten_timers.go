// A channel timer that no goroutine receives from keeps no program alive, wherever its channel is kept; a function's timer does.
package main

import (
	"context"
	"fmt"
	"reflect"
	"time"
)

var (
	after  = time.After(time.Hour)
	timer  = time.NewTimer(time.Hour)
	ticker = time.NewTicker(time.Hour)
	fast   = time.NewTicker(time.Millisecond)
)

func main() {
	timer.Reset(2 * time.Hour)
	ticker.Reset(2 * time.Hour)
	ready := make(chan int, 1)

	// Cases that others win.
	ready <- 1
	chosen, _, _ := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ticker.C)},
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ready)},
	})
	fmt.Println("chosen", chosen)
	go func() {
		time.Sleep(5 * time.Millisecond)
		ready <- 2
	}()
	select {
	case <-after:
	case <-timer.C:
	case <-ticker.C:
	case v := <-ready:
		fmt.Println("ready", v)
	}

	// One goroutine waits for a ticker, and then no more.
	ticks := make(chan int)
	go func() {
		<-fast.C
		<-fast.C
		ticks <- 2
	}()
	fmt.Println("ticks", <-ticks)

	// These keep it alive until they have fired.
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	context.AfterFunc(ctx, func() { fmt.Println(ctx.Err()) })
	time.AfterFunc(40*time.Millisecond, func() { fmt.Println("fired") })
	<-make(chan int)
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [chan receive]:
// Output:
// chosen 1
// ready 2
// ticks 2
// context deadline exceeded
// fired
