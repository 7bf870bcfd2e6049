package httptest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
)

// NewTestServer makes a server for a test, which ends with it. Unless it is started its Client reaches it in memory,
// whatever the URL is. A panic of the handler fails the test.
func NewTestServer(t testing.TB, handler http.Handler) *Server {
	if handler == nil {
		handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) })
	}
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				if p != http.ErrAbortHandler {
					t.Errorf("httptest: panic in handler: %v", p)
				}
				panic(http.ErrAbortHandler)
			}
		}()
		handler.ServeHTTP(w, r)
	})
	s := &Server{Config: &http.Server{Handler: guarded}, memory: true}
	t.Cleanup(func() {
		if s.URL != "" {
			s.Close()
		}
	})
	return s
}

// startInMemory starts a server whose connections are pipes.
func (s *Server) startInMemory() {
	s.mu.Lock()
	started := s.URL != ""
	if !started {
		s.URL = "http://example.com"
	}
	s.mu.Unlock()
	if started {
		return
	}
	l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	s.pipes = l
	s.client = &http.Client{Transport: &http.Transport{DialContext: l.dial}}
	s.serve(l)
}

// A pipeListener accepts pipes.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

func (l *pipeListener) Addr() net.Addr { return pipeAddr{} }

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.closed:
		return nil, fmt.Errorf("dial %s: %w", addr, net.ErrClosed)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
