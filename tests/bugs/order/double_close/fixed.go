// fixed: a Once closes it.
// outputs: "stopped\n"

package main

import (
	"fmt"
	"sync"
)

type task struct {
	done chan struct{}
	once sync.Once
}

func (t *task) stop() {
	t.once.Do(func() { close(t.done) })
}

func main() {
	t := &task{done: make(chan struct{})}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(t.stop)
	}
	wg.Wait()
	<-t.done
	fmt.Println("stopped")
}
