// fixed: stop leaves a mark at which start does not begin.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
	"time"
)

type server struct {
	mu      sync.Mutex
	quit    chan struct{}
	stopped bool
}

func (s *server) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	quit := make(chan struct{})
	s.quit = quit
	go func() {
		<-quit
	}()
}

func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	if s.quit != nil {
		close(s.quit)
	}
}

func main() {
	s := &server{}
	var wg sync.WaitGroup
	wg.Go(s.start)
	wg.Go(s.stop)
	wg.Wait()
	time.Sleep(time.Millisecond)
	fmt.Println("done")
}
