package httptest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// A Server is an HTTP server on a port of this machine.
type Server struct {
	URL         string
	Listener    net.Listener
	EnableHTTP2 bool
	TLS         *tls.Config
	Config      *http.Server

	wg          sync.WaitGroup
	mu          sync.Mutex
	closed      bool
	certificate *x509.Certificate
	conns       map[net.Conn]http.ConnState
	client      *http.Client
	pipes       *pipeListener
	memory      bool // it serves in memory once Client is called
}

func newLocalListener() net.Listener {
	if serveFlag != "" {
		l, err := net.Listen("tcp", serveFlag)
		if err != nil {
			panic(fmt.Sprintf("httptest: failed to listen on %v: %v", serveFlag, err))
		}
		return l
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		if l, err = net.Listen("tcp6", "[::1]:0"); err != nil {
			panic(fmt.Sprintf("httptest: failed to listen on a port: %v", err))
		}
	}
	return l
}

// serveFlag is the address of -httptest.serve, where a server then stays, to be looked at.
var serveFlag string

func init() {
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-httptest.serve=") || strings.HasPrefix(arg, "--httptest.serve=") {
			flag.StringVar(&serveFlag, "httptest.serve", "", "if non-empty, httptest.NewServer serves on this address and blocks.")
			break
		}
	}
}

// NewServer starts a server.
func NewServer(handler http.Handler) *Server {
	ts := NewUnstartedServer(handler)
	ts.Start()
	return ts
}

// NewUnstartedServer makes a server that Start or StartTLS starts.
func NewUnstartedServer(handler http.Handler) *Server {
	return &Server{Listener: newLocalListener(), Config: &http.Server{Handler: handler}}
}

// Start starts the server.
func (s *Server) Start() {
	if s.URL != "" {
		panic("Server already started")
	}
	if s.Listener == nil {
		s.Listener, s.memory = newLocalListener(), false
	}
	if s.client == nil {
		s.client = &http.Client{Transport: &http.Transport{DialContext: s.dial}}
	}
	s.URL = "http://" + s.Listener.Addr().String()
	s.wrap()
	s.serve()
	if serveFlag != "" {
		fmt.Fprintln(os.Stderr, "httptest: serving on", s.URL)
		select {}
	}
}

// dial connects to the server, which example.com stands for.
func (s *Server) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	port := ":80"
	if s.certificate != nil {
		port = ":443"
	}
	if addr == "example.com"+port || strings.HasSuffix(addr, ".example.com"+port) {
		addr = s.Listener.Addr().String()
	}
	var d net.Dialer
	return d.DialContext(ctx, network, addr)
}

func (s *Server) serve() {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		s.Config.Serve(s.Listener)
	}()
}

// wrap follows the states of connections.
func (s *Server) wrap() {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.Config.ConnState
	s.Config.ConnState = func(c net.Conn, cs http.ConnState) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch cs {
		case http.StateNew:
			if _, exists := s.conns[c]; exists {
				panic("invalid state transition")
			}
			if s.conns == nil {
				s.conns = map[net.Conn]http.ConnState{}
			}
			s.wg.Add(1)
			s.conns[c] = cs
			if s.closed {
				c.Close()
			}
		case http.StateActive:
			if _, ok := s.conns[c]; ok {
				s.conns[c] = cs
			}
		case http.StateIdle:
			if _, ok := s.conns[c]; ok {
				s.conns[c] = cs
				if s.closed {
					c.Close()
				}
			}
		case http.StateHijacked, http.StateClosed:
			if _, ok := s.conns[c]; ok {
				delete(s.conns, c)
				s.wg.Done()
			}
		}
		if old != nil {
			old(c, cs)
		}
	}
}

// Close ends the server and waits for its requests.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		if s.pipes != nil {
			s.pipes.Close()
		} else {
			s.Listener.Close()
		}
		s.Config.SetKeepAlivesEnabled(false)
		for c, state := range s.conns {
			if state == http.StateIdle || state == http.StateNew {
				c.Close()
			}
		}
		timer := time.AfterFunc(5*time.Second, s.blocked)
		defer timer.Stop()
	}
	s.mu.Unlock()
	if t, ok := http.DefaultTransport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	if s.client != nil {
		s.client.CloseIdleConnections()
	}
	s.wg.Wait()
}

// blocked says which connections keep Close waiting.
func (s *Server) blocked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	b.WriteString("httptest.Server blocked in Close after 5 seconds, waiting for connections:\n")
	for c, state := range s.conns {
		fmt.Fprintf(&b, "  %T %p %v in state %v\n", c, c, c.RemoteAddr(), state)
	}
	log.Print(b.String())
}

// CloseClientConnections closes all connections at once.
func (s *Server) CloseClientConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.Close()
	}
}

// Client is a client that trusts the server, and whose connections Close closes.
func (s *Server) Client() *http.Client {
	if s.memory {
		s.startInMemory()
	}
	return s.client
}
