// bug: leak bug.go:33
// why: Two callers of start both find the server stopped; the first loop's quit channel is overwritten and not closed.
// depth: 1

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

func (s *server) running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.quit != nil
}

func (s *server) start() {
	if s.running() {
		return
	}
	quit := make(chan struct{})
	s.mu.Lock()
	s.quit = quit
	s.mu.Unlock()
	go func() {
		<-quit
	}()
}

func main() {
	s := &server{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(s.start)
	}
	wg.Wait()
	close(s.quit)
	time.Sleep(time.Millisecond)
	fmt.Println("done")
}
