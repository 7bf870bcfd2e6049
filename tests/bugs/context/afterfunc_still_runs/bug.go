// bug: race s.closed bug.go:18
// why: stop does not wait for a function that has been started already, and its result, false, is ignored.
// depth: 1

package main

import (
	"context"
	"fmt"
)

type session struct{ closed bool }

func main() {
	s := &session{}
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, func() {
		s.closed = true
	})
	go cancel()
	stop()
	if !s.closed {
		s.closed = true
	}
	fmt.Println(s.closed)
}
