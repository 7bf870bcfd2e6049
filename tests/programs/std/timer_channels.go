// Channels of timers look unbuffered, have no stale values after Stop and Reset, and go off when only the channel is left.
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"time"
)

func empty(c <-chan time.Time) bool {
	select {
	case <-c:
		return false
	default:
		return true
	}
}

func main() {
	t := time.NewTimer(time.Millisecond)
	fmt.Println(cap(t.C), len(t.C), reflect.ValueOf(t.C).Cap())
	time.Sleep(5 * time.Millisecond)
	fmt.Println(len(t.C), reflect.ValueOf(t.C).Len())
	fmt.Println(t.Stop(), empty(t.C))
	t.Reset(time.Millisecond)
	time.Sleep(5 * time.Millisecond)
	fmt.Println(t.Reset(time.Hour), empty(t.C), t.Stop(), t.Stop())
	t.Reset(time.Millisecond)
	<-t.C
	fmt.Println(t.Stop(), empty(t.C))

	tick := time.NewTicker(time.Millisecond)
	time.Sleep(5 * time.Millisecond)
	fmt.Println(cap(tick.C), len(tick.C))
	tick.Reset(time.Hour)
	fmt.Println(empty(tick.C))
	tick.Reset(time.Millisecond)
	<-tick.C
	<-tick.C
	tick.Stop()
	fmt.Println(empty(tick.C))

	after := time.After(20 * time.Millisecond)
	only := time.NewTicker(20 * time.Millisecond).C
	for range 4 {
		runtime.GC()
	}
	<-after
	<-only
	runtime.GC()
	<-only
	called := make(chan bool)
	time.AfterFunc(5*time.Millisecond, func() { called <- true })
	runtime.GC()
	runtime.GC()
	fmt.Println(<-called)
}

// Output:
// 0 0 0
// 0 0
// true true
// true true true false
// false true
// 0 0
// true
// true
// true
