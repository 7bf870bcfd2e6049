// bug: leak bug.go:47
// bug: leak bug.go:60
// bug: leak bug.go:41
// why: registry, session and audit log each call the next one under their own lock, in a ring; main gives up waiting for them
// depth: 2
package main

import (
	"fmt"
	"sync"
	"time"
)

type Registry struct {
	mu       sync.Mutex
	sessions []*Session
}

type Session struct {
	mu    sync.Mutex
	inbox []string
	open  bool
	log   *Audit
}

type Audit struct {
	mu    sync.Mutex
	lines []string
	reg   *Registry
}

func (r *Registry) Broadcast(msg string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sessions {
		s.Send(msg)
	}
}

func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.sessions)
}

func (s *Session) Send(msg string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inbox = append(s.inbox, msg)
}

func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = false
	s.log.Add("closed")
}

func (a *Audit) Add(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, line)
}

func (a *Audit) Report() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprintf("%d lines, %d sessions", len(a.lines), a.reg.Len())
}

func main() {
	reg := &Registry{}
	log := &Audit{reg: reg}
	s := &Session{open: true, log: log}
	reg.sessions = append(reg.sessions, s)

	finished := make(chan struct{}, 3)
	for _, task := range []func(){func() { reg.Broadcast("hi") }, s.Close, func() { log.Report() }} {
		go func() {
			task()
			finished <- struct{}{}
		}()
	}
	timeout := time.After(50 * time.Millisecond)
	for range 3 {
		select {
		case <-finished:
		case <-timeout:
			fmt.Println("gave up")
			return
		}
	}
	fmt.Println("all done")
}
