// fixed: start looks and starts in one critical section.
// outputs: "done\n"

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
	return s.quit != nil
}

func (s *server) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running() {
		return
	}
	quit := make(chan struct{})
	s.quit = quit
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
