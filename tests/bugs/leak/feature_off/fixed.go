// fixed: nothing is sent without metrics.
// outputs: "served\n"

package main

import (
	"fmt"
	"time"
)

type service struct{ metrics chan string }

func (s *service) report(event string) {
	if s.metrics != nil {
		go func() { s.metrics <- event }()
	}
}

func main() {
	s := &service{}
	s.report("start")
	time.Sleep(time.Millisecond)
	fmt.Println("served")
}
