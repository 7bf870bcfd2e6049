// fixed: if stop comes too late, main waits for the function.
// outputs: "true\n"

package main

import (
	"context"
	"fmt"
)

type session struct{ closed bool }

func main() {
	s := &session{}
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		s.closed = true
		close(ran)
	})
	go cancel()
	if !stop() {
		<-ran
	}
	if !s.closed {
		s.closed = true
	}
	fmt.Println(s.closed)
}
