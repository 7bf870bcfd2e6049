package http

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"sync"
	"time"
)

// DefaultTransport is the transport of clients without one.
var DefaultTransport RoundTripper = &Transport{
	Proxy:                 ProxyFromEnvironment,
	DialContext:           (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
	ForceAttemptHTTP2:     true,
	MaxIdleConns:          100,
	IdleConnTimeout:       90 * time.Second,
	TLSHandshakeTimeout:   10 * time.Second,
	ExpectContinueTimeout: 1 * time.Second,
}

// DefaultMaxIdleConnsPerHost is how many idle connections to one host a Transport keeps unless it says otherwise.
const DefaultMaxIdleConnsPerHost = 2

// A Transport sends requests over connections that it keeps and uses again.
type Transport struct {
	Proxy                  func(*Request) (*url.URL, error)
	OnProxyConnectResponse func(ctx context.Context, proxyURL *url.URL, connectReq *Request, connectRes *Response) error
	DialContext            func(ctx context.Context, network, addr string) (net.Conn, error)
	Dial                   func(network, addr string) (net.Conn, error)
	DialTLSContext         func(ctx context.Context, network, addr string) (net.Conn, error)
	DialTLS                func(network, addr string) (net.Conn, error)
	TLSClientConfig        *tls.Config
	TLSHandshakeTimeout    time.Duration
	DisableKeepAlives      bool
	DisableCompression     bool
	MaxIdleConns           int
	MaxIdleConnsPerHost    int
	MaxConnsPerHost        int
	IdleConnTimeout        time.Duration
	ResponseHeaderTimeout  time.Duration
	ExpectContinueTimeout  time.Duration
	TLSNextProto           map[string]func(authority string, c *tls.Conn) RoundTripper
	ProxyConnectHeader     Header
	GetProxyConnectHeader  func(ctx context.Context, proxyURL *url.URL, target string) (Header, error)
	MaxResponseHeaderBytes int64
	WriteBufferSize        int
	ReadBufferSize         int
	ForceAttemptHTTP2      bool
	HTTP2                  *HTTP2Config
	Protocols              *Protocols

	mu      sync.Mutex
	idle    map[connKey][]*persistConn // the one used last at the end
	order   []*persistConn             // all idle ones, the one used last at the end
	waiting map[connKey][]*waiter
	count   map[connKey]int // connections there are or are made, with MaxConnsPerHost
	alt     map[string]RoundTripper
	cancels map[*Request]context.CancelCauseFunc
	h2pool  h2tPool
}

// A connKey says where a connection leads.
type connKey struct{ proxy, scheme, addr string }

// A waiter waits for a connection.
type waiter struct {
	ready chan *persistConn
	start chan struct{} // closed when it may make one
}

// Clone is a Transport with the same settings and no connections.
func (t *Transport) Clone() *Transport {
	t2 := &Transport{
		Proxy: t.Proxy, OnProxyConnectResponse: t.OnProxyConnectResponse, DialContext: t.DialContext, Dial: t.Dial,
		DialTLSContext: t.DialTLSContext, DialTLS: t.DialTLS, TLSHandshakeTimeout: t.TLSHandshakeTimeout,
		DisableKeepAlives: t.DisableKeepAlives, DisableCompression: t.DisableCompression, MaxIdleConns: t.MaxIdleConns,
		MaxIdleConnsPerHost: t.MaxIdleConnsPerHost, MaxConnsPerHost: t.MaxConnsPerHost, IdleConnTimeout: t.IdleConnTimeout,
		ResponseHeaderTimeout: t.ResponseHeaderTimeout, ExpectContinueTimeout: t.ExpectContinueTimeout,
		ProxyConnectHeader: t.ProxyConnectHeader.Clone(), GetProxyConnectHeader: t.GetProxyConnectHeader,
		MaxResponseHeaderBytes: t.MaxResponseHeaderBytes, WriteBufferSize: t.WriteBufferSize, ReadBufferSize: t.ReadBufferSize,
		ForceAttemptHTTP2: t.ForceAttemptHTTP2, TLSNextProto: maps.Clone(t.TLSNextProto),
	}
	if t.TLSClientConfig != nil {
		t2.TLSClientConfig = t.TLSClientConfig.Clone()
	}
	if t.HTTP2 != nil {
		h := *t.HTTP2
		t2.HTTP2 = &h
	}
	if t.Protocols != nil {
		p := *t.Protocols
		t2.Protocols = &p
	}
	return t2
}

// ErrSkipAltProtocol of a registered protocol has the Transport send the request itself.
var ErrSkipAltProtocol = errors.New("net/http: skip alternate protocol")

// RegisterProtocol has requests with a scheme sent by another RoundTripper.
func (t *Transport) RegisterProtocol(scheme string, rt RoundTripper) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, exists := t.alt[scheme]; exists {
		panic("protocol " + scheme + " already registered")
	}
	if t.alt == nil {
		t.alt = map[string]RoundTripper{}
	}
	t.alt[scheme] = rt
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	all := t.order
	t.order, t.idle = nil, nil
	t.mu.Unlock()
	for _, pc := range all {
		pc.close(errCloseIdle)
	}
	t.h2pool.closeIdle()
}

// CancelRequest ends a request; its context does so better.
func (t *Transport) CancelRequest(req *Request) {
	t.mu.Lock()
	cancel := t.cancels[req]
	t.mu.Unlock()
	if cancel != nil {
		cancel(errCanceled)
	}
}

var (
	errCloseIdle        = errors.New("http: CloseIdleConnections called")
	errReadLoopExiting  = errors.New("http: persistConn.readLoop exiting")
	errIdleTimeout      = errors.New("http: idle connection timeout")
	errServerClosedIdle = errors.New("http: server closed idle connection")
	errKeepAlivesOff    = errors.New("http: putIdleConn: keep alives disabled")
	errBrokenConn       = errors.New("http: putIdleConn: connection is in bad state")
	errTooManyIdle      = errors.New("http: putIdleConn: too many idle connections")
	errTooManyIdleHost  = errors.New("http: putIdleConn: too many idle connections for host")
	errCanceled         = errors.New("net/http: request canceled")
	errCallerOwnsConn   = errors.New("read loop ending; caller owns writable underlying conn")
	errHeaderTimeout    = &timeoutError{"net/http: timeout awaiting response headers"}
	errHandshakeTimeout = &timeoutError{"net/http: TLS handshake timeout"}
	errRequestCanceled  = errors.New("net/http: request canceled while waiting for connection")
)

// checkRequest says what is wrong with a request to be sent.
func (t *Transport) checkRequest(req *Request) error {
	if req.URL == nil {
		return errors.New("http: nil Request.URL")
	}
	if req.Header == nil {
		return errors.New("http: nil Request.Header")
	}
	for k, vs := range req.Header {
		if !validName(k) {
			return fmt.Errorf("net/http: invalid header field name %q", k)
		}
		for _, v := range vs {
			if !validValue(v) {
				return fmt.Errorf("net/http: invalid header field value for %q", k)
			}
		}
	}
	return checkTrailer(req.Trailer)
}

// checkTrailer says what is wrong with a trailer to be sent.
func checkTrailer(trailer Header) error {
	for k, vs := range trailer {
		if !validName(k) {
			return fmt.Errorf("net/http: invalid trailer field name %q", k)
		}
		for _, v := range vs {
			if !validValue(v) {
				return fmt.Errorf("net/http: invalid trailer field value for %q", k)
			}
		}
	}
	return nil
}

// RoundTrip sends a request and gives its answer; it follows no redirects.
func (t *Transport) RoundTrip(req *Request) (*Response, error) {
	if err := t.checkRequest(req); err != nil {
		req.closeBody()
		return nil, err
	}
	scheme := req.URL.Scheme
	t.mu.Lock()
	alt := t.alt[scheme]
	t.mu.Unlock()
	if alt != nil {
		if resp, err := alt.RoundTrip(req); err != ErrSkipAltProtocol {
			return resp, err
		}
	}
	switch {
	case scheme != "http" && scheme != "https":
		req.closeBody()
		return nil, badString("unsupported protocol scheme", scheme)
	case req.Method != "" && !validName(req.Method):
		req.closeBody()
		return nil, fmt.Errorf("net/http: invalid method %q", req.Method)
	case req.URL.Host == "":
		req.closeBody()
		return nil, errors.New("http: no Host in request URL")
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	if req.Cancel != nil {
		go func() {
			select {
			case <-req.Cancel:
				cancel(errCanceled)
			case <-ctx.Done():
			}
		}()
	}
	t.mu.Lock()
	if t.cancels == nil {
		t.cancels = map[*Request]context.CancelCauseFunc{}
	}
	t.cancels[req] = cancel
	t.mu.Unlock()
	over := func() {
		t.mu.Lock()
		delete(t.cancels, req)
		t.mu.Unlock()
		cancel(context.Canceled)
	}
	resp, err := t.tries(ctx, req, over)
	if err != nil {
		over()
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

// tries sends the request, again when a kept connection turned out to be closed or the server has not begun with it.
func (t *Transport) tries(ctx context.Context, given *Request, over func()) (*Response, error) {
	req := given
	for again := 0; ; {
		if err := ctx.Err(); err != nil {
			req.closeBody()
			return nil, context.Cause(ctx)
		}
		key, proxy, err := t.keyOf(req)
		if err != nil {
			req.closeBody()
			return nil, err
		}
		pc, err := t.getConn(ctx, req, key, proxy, again > 0)
		if err != nil {
			req.closeBody()
			return nil, err
		}
		switch {
		case pc.alt != nil:
			return pc.alt.RoundTrip(req)
		case pc.h2 != nil:
			resp, err := pc.h2.roundTrip(ctx, req, over)
			if err == nil {
				return resp, nil
			}
			if req, err = pc.h2.retry(ctx, req, err, again); err != nil {
				return nil, err
			}
			again++
			continue
		}
		resp, err := pc.roundTrip(ctx, req, over)
		if err == nil {
			return resp, nil
		}
		if req, err = pc.retry(req, err); err != nil {
			return nil, err
		}
	}
}

// retry gives the request to be sent again after an error, with a new body, or the error for the caller.
func (pc *persistConn) retry(req *Request, err error) (*Request, error) {
	if !pc.retriable(req, err) {
		if e, ok := err.(brokenError); ok && e.again {
			err = e.error
		}
		if e, ok := err.(nothingWritten); ok {
			err = e.error
		}
		return nil, err
	}
	if req.Body == nil || req.Body == NoBody {
		return req, nil
	}
	if req.GetBody == nil {
		if e, ok := err.(nothingWritten); ok {
			err = e.error
		}
		return nil, err
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	r2 := *req
	r2.Body = body
	return &r2, nil
}

// keyOf says where the connection for a request leads.
func (t *Transport) keyOf(req *Request) (key connKey, proxy *url.URL, err error) {
	key = connKey{scheme: req.URL.Scheme, addr: hostPort(req.URL)}
	if t.Proxy == nil {
		return key, nil, nil
	}
	proxy, err = t.Proxy(req)
	if err != nil || proxy == nil {
		return key, nil, err
	}
	if proxy.Port() == "" {
		p := *proxy
		p.Host = hostPort(proxy)
		proxy = &p
	}
	key.proxy = proxy.String()
	if (proxy.Scheme == "http" || proxy.Scheme == "https") && key.scheme == "http" {
		key.addr = ""
	}
	return key, proxy, nil
}

// begin lets a waiter make a connection.
func (t *Transport) begin(key connKey, w *waiter) {
	if t.MaxConnsPerHost > 0 {
		if t.count == nil {
			t.count = map[connKey]int{}
		}
		t.count[key]++
	}
	close(w.start)
}

// gone tells that a connection is no more: a request that waits may make another one.
func (t *Transport) gone(key connKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.MaxConnsPerHost <= 0 || t.count[key] == 0 {
		return
	}
	t.count[key]--
	for _, w := range t.waiting[key] {
		select {
		case <-w.start:
			continue
		default:
		}
		t.begin(key, w)
		return
	}
}

// leave takes a waiter out of the queue; a connection that it was given meanwhile goes to another one.
func (t *Transport) leave(key connKey, w *waiter) {
	t.mu.Lock()
	list := t.waiting[key]
	for i := range list {
		if list[i] == w {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if len(list) == 0 {
		delete(t.waiting, key)
	} else {
		t.waiting[key] = list
	}
	t.mu.Unlock()
	select {
	case pc := <-w.ready:
		t.keepWaited(pc)
	default:
	}
}

// takeIdle takes the connection that was used last.
func (t *Transport) takeIdle(key connKey) *persistConn {
	for list := t.idle[key]; len(list) > 0; list = t.idle[key] {
		pc := list[len(list)-1]
		t.unlist(pc)
		if pc.isBroken() || t.IdleConnTimeout > 0 && time.Since(pc.since) > t.IdleConnTimeout {
			go pc.close(errIdleTimeout)
			continue
		}
		return pc
	}
	return nil
}

// unlist takes a connection out of the idle ones.
func (t *Transport) unlist(pc *persistConn) bool {
	if pc.timer != nil {
		pc.timer.Stop()
	}
	for i := range t.order {
		if t.order[i] == pc {
			t.order = append(t.order[:i:i], t.order[i+1:]...)
			break
		}
	}
	list := t.idle[pc.key]
	for i := range list {
		if list[i] == pc {
			if list = append(list[:i:i], list[i+1:]...); len(list) == 0 {
				delete(t.idle, pc.key)
			} else {
				t.idle[pc.key] = list
			}
			return true
		}
	}
	return false
}

// keep keeps a connection for later, or gives it to a request that waits; else it is closed.
func (t *Transport) keep(pc *persistConn) bool {
	if err := t.tryKeep(pc); err != nil {
		pc.close(err)
		return false
	}
	return true
}

func (t *Transport) tryKeep(pc *persistConn) error {
	if t.DisableKeepAlives || t.MaxIdleConnsPerHost < 0 {
		return errKeepAlivesOff
	}
	if pc.isBroken() {
		return errBrokenConn
	}
	if pc.owner != nil {
		pc.owner.freed()
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if list := t.waiting[pc.key]; len(list) > 0 {
		w := list[0]
		t.waiting[pc.key] = list[1:]
		w.ready <- pc
		return nil
	}
	limit := t.MaxIdleConnsPerHost
	if limit == 0 {
		limit = DefaultMaxIdleConnsPerHost
	}
	if len(t.idle[pc.key]) >= limit {
		return errTooManyIdleHost
	}
	if t.idle == nil {
		t.idle = map[connKey][]*persistConn{}
	}
	pc.since = time.Now()
	t.idle[pc.key] = append(t.idle[pc.key], pc)
	t.order = append(t.order, pc)
	if t.MaxIdleConns > 0 && len(t.order) > t.MaxIdleConns {
		oldest := t.order[0]
		t.unlist(oldest)
		go oldest.close(errTooManyIdle)
	}
	if t.IdleConnTimeout > 0 {
		pc.timer = time.AfterFunc(t.IdleConnTimeout, func() {
			t.mu.Lock()
			listed := t.unlist(pc)
			t.mu.Unlock()
			if listed {
				pc.close(errIdleTimeout)
			}
		})
	}
	return nil
}
