// bug: leak bug.go:16
// why: Without metrics the channel is nil, and a send on it waits for ever.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

type service struct{ metrics chan string }

func (s *service) report(event string) {
	go func() {
		s.metrics <- event
	}()
}

func main() {
	s := &service{}
	s.report("start")
	time.Sleep(time.Millisecond)
	fmt.Println("served")
}
