// fixed: each reload makes new limits, which nobody changes afterwards
// outputs: "1000 2000\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type limits struct {
	soft, hard int64
}

// Config points to the limits that hold.
type Config struct {
	active atomic.Pointer[limits]
}

// Reload is called by one goroutine only.
func (c *Config) Reload(soft, hard int64) {
	c.active.Store(&limits{soft, hard})
}

func (c *Config) Limits() (soft, hard int64) {
	l := c.active.Load()
	return l.soft, l.hard
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
