// Package sync: once, pools, conditions, maps, read-write locks.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var once sync.Once
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { once.Do(func() { n.Add(1); time.Sleep(time.Millisecond) }) })
	}
	wg.Wait()
	fmt.Println(n.Load())

	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := 0
	for range 5 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for ready == 0 {
				cond.Wait()
			}
			ready++
		})
	}
	time.Sleep(time.Millisecond)
	mu.Lock()
	ready = 1
	mu.Unlock()
	cond.Broadcast()
	wg.Wait()
	fmt.Println(ready)

	var rw sync.RWMutex
	m := map[int]int{}
	for i := range 20 {
		wg.Go(func() {
			rw.Lock()
			m[i] = i * i
			rw.Unlock()
			rw.RLock()
			_ = m[i]
			rw.RUnlock()
		})
	}
	wg.Wait()
	fmt.Println(len(m), m[19])

	var sm sync.Map
	sm.Store("a", 1)
	v, loaded := sm.LoadOrStore("a", 2)
	fmt.Println(v, loaded)
	sm.Range(func(k, v any) bool { fmt.Println(k, v); return true })

	pool := sync.Pool{New: func() any { return new(int) }}
	p := pool.Get().(*int)
	*p = 5
	pool.Put(p)
	fmt.Println(pool.Get() != nil)

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err(), errors.Is(ctx.Err(), context.DeadlineExceeded))
	ctx, cancel = context.WithCancel(context.WithValue(context.Background(), "k", "v"))
	go cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err(), ctx.Value("k"))
	fmt.Println(mu.TryLock(), mu.TryLock())
}

// Output:
// 1
// 6
// 20 361
// 1 true
// a 1
// true
// context deadline exceeded true
// context canceled v
// true false
