package http

import (
	"context"
	"log"
	"net/http/httptrace"
	"net/url"
	"time"
)

// A dialed is a connection that was made, or why none was.
type dialed struct {
	pc  *persistConn
	err error
}

// getConn gives a connection: one that is kept, one that becomes free meanwhile, or a new one. again tells that the
// request was sent before.
func (t *Transport) getConn(ctx context.Context, req *Request, key connKey, proxy *url.URL, again bool) (*persistConn, error) {
	trace := traceOf(req.Context())
	tell := func() {
		if trace != nil && trace.GetConn != nil {
			trace.GetConn(hostPort(req.URL))
		}
	}
	got := func(pc *persistConn, info httptrace.GotConnInfo) *persistConn {
		if trace != nil && trace.GotConn != nil {
			info.Conn = pc.conn
			trace.GotConn(info)
		}
		return pc
	}
	c, info, known := t.h2pool.take(key)
	if c == nil && key.scheme == "https" && t.protocols().HTTP2() && t.TLSNextProto["h2"] == nil && h2debug > 0 {
		log.Printf("http2: Transport failed to get client conn for %s: http2: no cached connection was available", key.addr)
	}
	if tell(); known && !again {
		tell()
	}
	if c != nil {
		return got(&persistConn{t: t, key: key, conn: c.conn, h2: c}, info), nil
	}
	t.mu.Lock()
	if !t.DisableKeepAlives {
		if pc := t.takeIdle(key); pc != nil {
			t.mu.Unlock()
			return got(pc, httptrace.GotConnInfo{Reused: true, WasIdle: true, IdleTime: time.Since(pc.since)}), nil
		}
	}
	w := &waiter{ready: make(chan *persistConn, 1), start: make(chan struct{})}
	if t.waiting == nil {
		t.waiting = map[connKey][]*waiter{}
	}
	t.waiting[key] = append(t.waiting[key], w)
	if t.MaxConnsPerHost <= 0 || t.count[key] < t.MaxConnsPerHost {
		t.begin(key, w)
	}
	t.mu.Unlock()
	defer t.leave(key, w)
	return t.awaitConn(ctx, req, proxy, key, w, got)
}

// awaitConn waits until a connection becomes free or one is made, which it begins when w may.
func (t *Transport) awaitConn(
	ctx context.Context, req *Request, proxy *url.URL, key connKey, w *waiter, got func(*persistConn, httptrace.GotConnInfo) *persistConn,
) (*persistConn, error) {
	result := make(chan dialed, 1)
	// keepOther keeps for others what is being dialed.
	keepOther := func() {
		if d := <-result; d.err == nil {
			t.keepDialed(d.pc)
		}
	}
	start := w.start
	for {
		select {
		case <-start:
			start = nil
			go func() {
				pc, err := t.dial(ctx, req, key, proxy)
				if err != nil {
					t.gone(key)
				}
				select {
				case result <- dialed{pc, err}:
				default:
				}
			}()
		case d := <-result:
			if d.err != nil {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				return nil, d.err
			}
			if d.pc.alt != nil {
				t.gone(key) // what TLSNextProto makes of connections is its own affair
			}
			if d.pc.h2 != nil {
				if d.pc = t.shareH2(d.pc); d.pc.h2 == nil {
					return t.getConn(ctx, req, key, proxy, true)
				}
			}
			return got(d.pc, httptrace.GotConnInfo{}), nil
		case pc := <-w.ready:
			if start == nil {
				go keepOther()
			}
			return got(pc, httptrace.GotConnInfo{Reused: true}), nil
		case <-ctx.Done():
			if start == nil {
				go keepOther()
			}
			err := context.Cause(ctx)
			if err == errCanceled {
				err = errRequestCanceled
			}
			return nil, err
		}
	}
}

// keepDialed keeps a connection that was made for a request which did not need it in the end.
func (t *Transport) keepDialed(pc *persistConn) {
	switch {
	case pc.alt != nil:
		t.gone(pc.key)
	case pc.h2 != nil:
		if pc = t.shareH2(pc); pc.h2 != nil {
			pc.h2.release()
		}
	default:
		t.keep(pc)
	}
}
