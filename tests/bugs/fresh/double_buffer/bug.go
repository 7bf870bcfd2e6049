// bug: panic "torn limits" bug.go:50
// why: a slot is written again two reloads later, which may be while a slow reader still reads its fields
// depth: 1
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type limits struct {
	soft, hard atomic.Int64
}

// Config keeps two slots: one is read, the other one is written by the next
// reload.
type Config struct {
	active atomic.Int32
	slots  [2]limits
}

// Reload is called by one goroutine only.
func (c *Config) Reload(soft, hard int64) {
	next := 1 - c.active.Load()
	c.slots[next].soft.Store(soft)
	c.slots[next].hard.Store(hard)
	c.active.Store(next)
}

func (c *Config) Limits() (soft, hard int64) {
	l := &c.slots[c.active.Load()]
	return l.soft.Load(), l.hard.Load()
}

func main() {
	c := &Config{}
	c.Reload(10, 20)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		c.Reload(100, 200)
		c.Reload(1000, 2000)
	}()
	go func() {
		defer wg.Done()
		soft, hard := c.Limits()
		if hard != 2*soft {
			panic(fmt.Sprintf("torn limits %d, %d", soft, hard))
		}
	}()
	wg.Wait()
	fmt.Println(c.Limits())
}
