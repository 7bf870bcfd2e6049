// fixed: a parent gives its slot back while it waits.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type group struct {
	slots chan struct{}
}

func (g *group) do(wg *sync.WaitGroup, task func()) {
	wg.Go(func() {
		g.slots <- struct{}{}
		task()
		<-g.slots
	})
}

func main() {
	g := &group{slots: make(chan struct{}, 2)}
	var leaves atomic.Int32
	var parents sync.WaitGroup
	for range 2 {
		g.do(&parents, func() {
			var children sync.WaitGroup
			g.do(&children, func() { leaves.Add(1) })
			<-g.slots
			children.Wait()
			g.slots <- struct{}{}
		})
	}
	parents.Wait()
	fmt.Println(leaves.Load())
}
