// bug: leak bug.go:24
// why: stop does nothing if the loop has not been started yet, and the loop that starts later is stopped by nobody.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"time"
)

type server struct {
	mu   sync.Mutex
	quit chan struct{}
}

func (s *server) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	quit := make(chan struct{})
	s.quit = quit
	go func() {
		<-quit
	}()
}

func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
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
