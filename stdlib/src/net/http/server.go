// Package http is clients and servers of HTTP/1.1 and HTTP/2.
package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Errors of servers and of handlers.
var (
	ErrBodyNotAllowed  = errors.New("http: request method or response status code does not allow body")
	ErrHijacked        = errors.New("http: connection has been hijacked")
	ErrContentLength   = errors.New("http: wrote more than the declared Content-Length")
	ErrWriteAfterFlush = errors.New("unused")
	ErrServerClosed    = errors.New("http: Server closed")
	ErrAbortHandler    = errors.New("net/http: abort Handler")
)

// A Handler answers requests.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// A HandlerFunc is a function as a Handler.
type HandlerFunc func(ResponseWriter, *Request)

// ServeHTTP calls the function.
func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// A ResponseWriter writes the answer to a request.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}

// A Flusher is a ResponseWriter that can send what it has.
type Flusher interface{ Flush() }

// A Hijacker is a ResponseWriter that can give its connection away.
type Hijacker interface {
	Hijack() (net.Conn, *bufio.ReadWriter, error)
}

// A CloseNotifier tells when the client is gone; a request's context does so too.
type CloseNotifier interface {
	CloseNotify() <-chan bool
}

// A Pusher is a ResponseWriter of HTTP/2.
type Pusher interface {
	Push(target string, opts *PushOptions) error
}

// PushOptions are those of a Pusher.
type PushOptions struct {
	Method string
	Header Header
}

type contextKey struct{ name string }

func (k *contextKey) String() string { return "net/http context value " + k.name }

// Keys of values in the contexts of requests: the Server, and the address where the connection was accepted.
var (
	ServerContextKey    = &contextKey{"http-server"}
	LocalAddrContextKey = &contextKey{"local-addr"}
)

// DefaultMaxHeaderBytes is how long a header may be unless the Server says otherwise.
const DefaultMaxHeaderBytes = 1 << 20

// DefaultMaxHeaderValueCount is how many values a header may have unless the Server says otherwise.
const DefaultMaxHeaderValueCount = 500

// TrailerPrefix begins keys of header fields that are sent behind the body.
const TrailerPrefix = "Trailer:"

// A ConnState is a state of a connection to a client.
type ConnState int

// The states.
const (
	StateNew ConnState = iota
	StateActive
	StateIdle
	StateHijacked
	StateClosed
)

func (c ConnState) String() string {
	return map[ConnState]string{
		StateNew: "new", StateActive: "active", StateIdle: "idle", StateHijacked: "hijacked", StateClosed: "closed",
	}[c]
}

// A Server serves HTTP.
type Server struct {
	Addr                         string
	Handler                      Handler
	DisableGeneralOptionsHandler bool
	TLSConfig                    *tls.Config
	ReadTimeout                  time.Duration
	ReadHeaderTimeout            time.Duration
	WriteTimeout                 time.Duration
	IdleTimeout                  time.Duration
	MaxHeaderBytes               int
	MaxHeaderValueCount          int
	TLSNextProto                 map[string]func(*Server, *tls.Conn, Handler)
	ConnState                    func(net.Conn, ConnState)
	ErrorLog                     *log.Logger
	BaseContext                  func(net.Listener) context.Context
	ConnContext                  func(ctx context.Context, c net.Conn) context.Context
	HTTP2                        *HTTP2Config
	Protocols                    *Protocols
	DisableClientPriority        bool

	shutdown   atomic.Bool
	noReuse    atomic.Bool // keep-alives are off
	mu         sync.Mutex
	listeners  map[*net.Listener]struct{}
	conns      map[*conn]struct{}
	onShutdown []func()
	serving    sync.WaitGroup
	h2once     sync.Once
	h2err      error // why HTTP/2 cannot be served
	h2conns    map[*h2conn]struct{}
}

// ListenAndServe listens at Addr and serves.
func (s *Server) ListenAndServe() error {
	if s.shutdown.Load() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":http"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return s.Serve(l)
}

// ListenAndServe serves at an address; a nil handler stands for DefaultServeMux.
func ListenAndServe(addr string, handler Handler) error {
	return (&Server{Addr: addr, Handler: handler}).ListenAndServe()
}

// Serve serves the connections that l accepts.
func Serve(l net.Listener, handler Handler) error { return (&Server{Handler: handler}).Serve(l) }

// onceListener is closed only once.
type onceListener struct {
	net.Listener
	once sync.Once
	err  error
}

func (l *onceListener) Close() error {
	l.once.Do(func() { l.err = l.Listener.Close() })
	return l.err
}

// Serve serves the connections that l accepts; it returns never nil.
func (s *Server) Serve(l net.Listener) error {
	given := l
	l = &onceListener{Listener: l}
	defer l.Close()
	if err := s.prepareH2(false); err != nil {
		return err
	}
	if !s.track(&l, true) {
		return ErrServerClosed
	}
	defer s.track(&l, false)
	base := context.Background()
	if s.BaseContext != nil {
		if base = s.BaseContext(given); base == nil {
			panic("BaseContext returned a nil context")
		}
	}
	ctx := context.WithValue(base, ServerContextKey, s)
	var delay time.Duration
	for {
		rw, err := l.Accept()
		if err != nil {
			if s.shutdown.Load() {
				return ErrServerClosed
			}
			if e, ok := err.(net.Error); ok && e.Temporary() {
				delay = min(max(2*delay, 5*time.Millisecond), time.Second)
				s.logf("http: Accept error: %v; retrying in %v", err, delay)
				time.Sleep(delay)
				continue
			}
			return err
		}
		delay = 0
		connCtx := ctx
		if cc := s.ConnContext; cc != nil {
			if connCtx = cc(connCtx, rw); connCtx == nil {
				panic("ConnContext returned nil")
			}
		}
		c := &conn{server: s, rwc: rw}
		c.setState(StateNew)
		go c.serve(connCtx)
	}
}

// track notes a listener, or strikes it out; false when the server is closed.
func (s *Server) track(l *net.Listener, add bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners == nil {
		s.listeners = map[*net.Listener]struct{}{}
	}
	if !add {
		delete(s.listeners, l)
		s.serving.Done()
		return true
	}
	if s.shutdown.Load() {
		return false
	}
	s.listeners[l] = struct{}{}
	s.serving.Add(1)
	return true
}

func (s *Server) closeListeners() error {
	var err error
	for l := range s.listeners {
		if cerr := (*l).Close(); cerr != nil && err == nil {
			err = cerr
		}
	}
	return err
}

// Close closes listeners and connections at once.
func (s *Server) Close() error {
	s.shutdown.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.closeListeners()
	s.mu.Unlock()
	s.serving.Wait()
	s.mu.Lock()
	for c := range s.conns {
		c.rwc.Close()
		delete(s.conns, c)
	}
	return err
}

// Shutdown closes listeners and idle connections, and waits for the others to become idle.
func (s *Server) Shutdown(ctx context.Context) error {
	s.shutdown.Store(true)
	s.mu.Lock()
	err := s.closeListeners()
	for _, f := range s.onShutdown {
		go f()
	}
	s.mu.Unlock()
	s.goAwayH2()
	s.serving.Wait()
	pause := time.Millisecond
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		if s.closeIdle() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			pause = min(2*pause, 500*time.Millisecond)
			timer.Reset(pause)
		}
	}
}

// closeIdle closes idle connections; true when no others are left.
func (s *Server) closeIdle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		state, since := c.state()
		idle := state == StateIdle || state == StateNew && since < time.Now().Unix()-5
		if idle && since != 0 {
			c.rwc.Close()
			delete(s.conns, c)
		}
	}
	return len(s.conns) == 0
}

// RegisterOnShutdown has f called when Shutdown begins.
func (s *Server) RegisterOnShutdown(f func()) {
	s.mu.Lock()
	s.onShutdown = append(s.onShutdown, f)
	s.mu.Unlock()
}

// SetKeepAlivesEnabled says whether connections serve more than one request.
func (s *Server) SetKeepAlivesEnabled(v bool) {
	s.noReuse.Store(!v)
	if !v {
		s.closeIdle()
	}
}

func (s *Server) keepsAlive() bool { return !s.noReuse.Load() && !s.shutdown.Load() }

func (s *Server) idleTimeout() time.Duration {
	if s.IdleTimeout != 0 {
		return s.IdleTimeout
	}
	return s.ReadTimeout
}

func (s *Server) headerTimeout() time.Duration {
	if s.ReadHeaderTimeout != 0 {
		return s.ReadHeaderTimeout
	}
	return s.ReadTimeout
}

func (s *Server) headerLimit() int64 {
	if s.MaxHeaderBytes > 0 {
		return int64(s.MaxHeaderBytes) + 4096
	}
	return DefaultMaxHeaderBytes + 4096
}

func (s *Server) logf(format string, args ...any) {
	if s.ErrorLog != nil {
		s.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

// ListenAndServeTLS listens at Addr and serves HTTPS.
func (s *Server) ListenAndServeTLS(certFile, keyFile string) error {
	if s.shutdown.Load() {
		return ErrServerClosed
	}
	addr := s.Addr
	if addr == "" {
		addr = ":https"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	defer l.Close()
	return s.ServeTLS(l, certFile, keyFile)
}

// ServeTLS serves HTTPS.
func (s *Server) ServeTLS(l net.Listener, certFile, keyFile string) error {
	if err := s.prepareH2(true); err != nil {
		return err
	}
	config := &tls.Config{}
	if s.TLSConfig != nil {
		config = s.TLSConfig.Clone()
	}
	config.NextProtos = s.offered(config.NextProtos)
	if len(config.Certificates) == 0 && config.GetCertificate == nil && config.GetConfigForClient == nil || certFile != "" || keyFile != "" {
		cert, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return err
		}
		config.Certificates = []tls.Certificate{cert}
	}
	return s.Serve(tls.NewListener(l, config))
}

// ListenAndServeTLS serves HTTPS at an address.
func ListenAndServeTLS(addr, certFile, keyFile string, handler Handler) error {
	return (&Server{Addr: addr, Handler: handler}).ListenAndServeTLS(certFile, keyFile)
}

// ServeTLS serves HTTPS.
func ServeTLS(l net.Listener, handler Handler, certFile, keyFile string) error {
	return (&Server{Handler: handler}).ServeTLS(l, certFile, keyFile)
}

// handler is what answers a request.
func (s *Server) handler(r *Request) Handler {
	h := s.Handler
	if h == nil {
		h = DefaultServeMux
	}
	if !s.DisableGeneralOptionsHandler && r.RequestURI == "*" && r.Method == "OPTIONS" {
		h = HandlerFunc(globalOptions)
	}
	return h
}

func globalOptions(w ResponseWriter, r *Request) {
	w.Header().Set("Content-Length", "0")
	if r.ContentLength != 0 {
		io.Copy(io.Discard, MaxBytesReader(w, r.Body, 4<<10))
	}
}
