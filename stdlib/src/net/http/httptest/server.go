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
	"slices"
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

// newLocalListener listens where -httptest.serve says, or on a free port of this machine.
func newLocalListener() net.Listener {
	choices := [][2]string{{"tcp", "127.0.0.1:0"}, {"tcp6", "[::1]:0"}}
	where := "a port"
	if serveFlag != "" {
		choices, where = [][2]string{{"tcp", serveFlag}}, serveFlag
	}
	var err error
	for _, choice := range choices {
		var l net.Listener
		if l, err = net.Listen(choice[0], choice[1]); err == nil {
			return l
		}
	}
	panic(fmt.Sprintf("httptest: failed to listen on %v: %v", where, err))
}

// serveFlag is the address of -httptest.serve, where a server then stays, to be looked at.
var serveFlag string

// The flag exists only in processes that were given it, so that it disturbs no program that links this package.
func init() {
	given := func(arg string) bool {
		name, _, valued := strings.Cut(arg, "=")
		return valued && (name == "-httptest.serve" || name == "--httptest.serve")
	}
	if slices.ContainsFunc(os.Args, given) {
		usage := "if non-empty, httptest.NewServer serves on this address and blocks."
		flag.StringVar(&serveFlag, "httptest.serve", serveFlag, usage)
	}
}

// NewServer starts a server.
func NewServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.Start()
	return s
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
	s.URL = fmt.Sprint("http://", s.Listener.Addr())
	s.serve(s.Listener)
	if serveFlag != "" {
		fmt.Fprintln(os.Stderr, "httptest: serving on", s.URL)
		select {}
	}
}

// dial connects to the server, which example.com stands for.
func (s *Server) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	port := "80"
	if s.certificate != nil {
		port = "443"
	}
	host, itsPort, err := net.SplitHostPort(addr)
	if err == nil && itsPort == port && (host == "example.com" || strings.HasSuffix(host, ".example.com")) {
		addr = s.Listener.Addr().String()
	}
	var d net.Dialer
	return d.DialContext(ctx, network, addr)
}

// serve serves the connections of l and follows their states from the first one on.
func (s *Server) serve(l net.Listener) {
	s.mu.Lock()
	s.conns = map[net.Conn]http.ConnState{}
	next := s.Config.ConnState
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.note(c, state)
		if next != nil {
			next(c, state)
		}
	}
	s.mu.Unlock()
	s.wg.Go(func() { s.Config.Serve(l) })
}

// note keeps the state of a connection; s.wg counts the connections that are kept. Once the server closes, a connection that serves
// no request is closed.
func (s *Server) note(c net.Conn, state http.ConnState) {
	_, known := s.conns[c]
	switch {
	case known && state == http.StateNew:
		panic("invalid state transition")
	case !known && state != http.StateNew:
	case state == http.StateHijacked || state == http.StateClosed:
		delete(s.conns, c)
		s.wg.Done()
	default:
		if !known {
			s.wg.Add(1)
		}
		s.conns[c] = state
		if s.closed && unused(state) {
			c.Close()
		}
	}
}

// unused reports whether a connection in this state serves no request.
func unused(state http.ConnState) bool { return state == http.StateNew || state == http.StateIdle }

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
			if unused(state) {
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
	report := []string{"httptest.Server blocked in Close after 5 seconds, waiting for connections:\n"}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, state := range s.conns {
		report = append(report, fmt.Sprintf("  %T %p %v in state %v\n", c, c, c.RemoteAddr(), state))
	}
	log.Print(strings.Join(report, ""))
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
