package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	x, add := 0, atomic.AddInt32
	var ready int32
	var next atomic.Pointer[int]
	var flag atomic.Bool
	var kept atomic.Value
	go func() {
		x = 1
		add(&ready, 1)
		next.Store(&x)
		for !flag.Load() {
			runtime.Gosched()
		}
		x++
		kept.Store(x)
	}()
	for atomic.LoadInt32(&ready) == 0 {
		runtime.Gosched()
	}
	x++
	for next.Load() == nil {
		runtime.Gosched()
	}
	*next.Load() += 1
	flag.Store(true)
	for kept.Load() == nil {
		runtime.Gosched()
	}
	println(x, kept.Load().(int))
}
