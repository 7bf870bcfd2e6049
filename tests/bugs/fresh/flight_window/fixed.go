// fixed: who starts a call looks into the cache again, under the lock of the calls
// outputs: "loads: 1\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type call struct {
	done chan struct{}
	val  string
}

type Loader struct {
	cacheMu sync.RWMutex
	cache   map[string]string
	callMu  sync.Mutex
	calls   map[string]*call
	loads   atomic.Int64
}

func (l *Loader) cached(key string) (string, bool) {
	l.cacheMu.RLock()
	defer l.cacheMu.RUnlock()
	v, ok := l.cache[key]
	return v, ok
}

func (l *Loader) fetch(key string) string {
	l.loads.Add(1)
	return "value of " + key
}

func (l *Loader) Get(key string) string {
	if v, ok := l.cached(key); ok {
		return v
	}
	l.callMu.Lock()
	if c, ok := l.calls[key]; ok {
		l.callMu.Unlock()
		<-c.done
		return c.val
	}
	if v, ok := l.cached(key); ok {
		l.callMu.Unlock()
		return v
	}
	c := &call{done: make(chan struct{})}
	l.calls[key] = c
	l.callMu.Unlock()

	c.val = l.fetch(key)
	l.cacheMu.Lock()
	l.cache[key] = c.val
	l.cacheMu.Unlock()

	l.callMu.Lock()
	delete(l.calls, key)
	l.callMu.Unlock()
	close(c.done)
	return c.val
}

func main() {
	l := &Loader{cache: map[string]string{}, calls: map[string]*call{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if v := l.Get("user:7"); v != "value of user:7" {
				panic("wrong value " + v)
			}
		}()
	}
	wg.Wait()
	fmt.Println("loads:", l.loads.Load())
}
