package http

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"internal/settings"
	"math"
	"math/rand/v2"
	"net"
	"net/http/httptrace"
	http2 "net/http/internal/h2"
	"slices"
	"sync"
	"time"
)

// protocols are those that the Transport speaks.
func (t *Transport) protocols() Protocols {
	if t.Protocols != nil {
		return *t.Protocols
	}
	var p Protocols
	p.SetHTTP1(true)
	if t.TLSNextProto != nil {
		_, h2 := t.TLSNextProto["h2"]
		p.SetHTTP2(h2)
		return p
	}
	custom := t.TLSClientConfig != nil || t.Dial != nil || t.DialContext != nil || t.DialTLS != nil || t.DialTLSContext != nil
	p.SetHTTP2((t.ForceAttemptHTTP2 || !custom) && settings.Of("http2client") != "0")
	return p
}

// plainH2 tells whether HTTP/2 is spoken without TLS: with servers of which that is known.
func (t *Transport) plainH2() bool {
	p := t.protocols()
	return p.UnencryptedHTTP2() && !p.HTTP1()
}

// setNextProtos makes a TLS configuration ask for the protocols, unless the program does so itself.
func (t *Transport) setNextProtos(config *tls.Config) {
	p := t.protocols()
	if !p.HTTP2() && !p.UnencryptedHTTP2() || t.TLSNextProto["h2"] != nil {
		return
	}
	add := func(name string) {
		if !slices.Contains(config.NextProtos, name) {
			config.NextProtos = append(slices.Clip(config.NextProtos), name)
		}
	}
	if p.HTTP2() {
		add("h2")
	}
	if p.HTTP1() {
		add("http/1.1")
	}
}

// h2tSettings are what a Transport's HTTP2Config says, defaults filled in.
type h2tSettings struct {
	connWindow   int32 // what a connection's receive window has beyond the first 65535 bytes
	streamWindow int32
	frameSize    uint32
	decoderTable uint32
	encoderTable uint32
	maxList      uint32 // 0: no limit
	strict       bool
	pingAfter    time.Duration // of silence; 0: never
	pingWait     time.Duration
	writeTimeout time.Duration // 0: none
	countError   func(string)
}

// h2tTableSize is the size of the tables of header compression unless a setting says otherwise.
const h2tTableSize = 4 << 10

// h2Settings reads the settings of a new connection.
func (t *Transport) h2Settings() h2tSettings {
	s := h2tSettings{connWindow: 1 << 30, streamWindow: 4 << 20, frameSize: 1 << 20, decoderTable: h2tTableSize,
		encoderTable: h2tTableSize, maxList: 10 << 20, pingWait: 15 * time.Second}
	if n := t.MaxResponseHeaderBytes; n > 0 {
		// Fields count as 32 bytes more than they have. A limit that the setting cannot tell is none.
		if n += 10 * 32; n < math.MaxUint32 {
			s.maxList = uint32(n)
		} else {
			s.maxList = 0
		}
	}
	c := t.HTTP2
	if c == nil {
		return s
	}
	within := func(n int, least, most int64) bool { return int64(n) >= least && int64(n) <= most }
	if n := c.MaxReceiveBufferPerConnection; within(n, http2.InitialWindow, http2.MaxWindow) {
		s.connWindow = int32(n)
	}
	if n := c.MaxReceiveBufferPerStream; within(n, 1, http2.MaxWindow) {
		s.streamWindow = int32(n)
	}
	if n := c.MaxReadFrameSize; within(n, http2.MinFrameSize, http2.MaxFrameSize) {
		s.frameSize = uint32(n)
	}
	if n := c.MaxDecoderHeaderTableSize; within(n, 1, math.MaxUint32) {
		s.decoderTable = uint32(n)
	}
	if n := c.MaxEncoderHeaderTableSize; within(n, 1, math.MaxUint32) {
		s.encoderTable = uint32(n)
	}
	if c.PingTimeout > 0 {
		s.pingWait = c.PingTimeout
	}
	s.strict, s.pingAfter, s.writeTimeout, s.countError = c.StrictMaxConcurrentRequests, c.SendPingTimeout, c.WriteByteTimeout, c.CountError
	return s
}

// An h2tPool has the connections of a Transport that speak HTTP/2, in the order in which they were made.
type h2tPool struct {
	mu    sync.Mutex
	conns map[connKey][]*h2tConn
	known map[connKey]bool // there was a connection, and no request has found yet that it is gone
}

// take promises a stream of a connection to a request. known tells whether there was
// one of unencrypted HTTP/2 for the key: Go's Transport looks for those twice, and tells a trace so.
func (p *h2tPool) take(key connKey) (c *h2tConn, info httptrace.GotConnInfo, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns[key] {
		c.mu.Lock()
		since, used := c.idleSince, c.used
		c.mu.Unlock()
		if ok, idle := c.reserve(); ok {
			info := httptrace.GotConnInfo{Conn: c.conn, Reused: used, WasIdle: used && idle}
			if info.WasIdle {
				info.IdleTime = time.Since(since)
			}
			return c, info, p.known[key] && key.scheme == "http"
		}
	}
	known = p.known[key]
	delete(p.known, key)
	return nil, info, known && key.scheme == "http"
}

// add puts a new connection in, unless there is one that serves as well.
func (p *h2tPool) add(c *h2tConn) (added bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range p.conns[c.key] {
		if other.available() > 0 {
			return false
		}
	}
	if p.conns == nil {
		p.conns, p.known = map[connKey][]*h2tConn{}, map[connKey]bool{}
	}
	p.known[c.key] = !c.t.DisableKeepAlives
	p.conns[c.key] = append(p.conns[c.key], c)
	return true
}

func (p *h2tPool) remove(c *h2tConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(p.conns[c.key]), func(other *h2tConn) bool { return other == c })
	if len(list) == 0 {
		delete(p.conns, c.key)
	} else {
		p.conns[c.key] = list
	}
}

// closeIdle closes the connections that no request uses.
func (p *h2tPool) closeIdle() {
	p.mu.Lock()
	var all []*h2tConn
	clear(p.known)
	for _, list := range p.conns {
		all = append(all, list...)
	}
	p.mu.Unlock()
	for _, c := range all {
		c.closeIfIdle()
	}
}

// shareH2 puts a new connection into the pool, promises a stream of it to the caller, and gives one to each request
// that waits for a connection there, as far as streams go. If there is another connection that serves as well, the new
// one is closed and that one is given back; if neither has a stream, the result has no connection.
func (t *Transport) shareH2(pc *persistConn) *persistConn {
	added := t.h2pool.add(pc.h2)
	t.gone(pc.key)
	if !added {
		pc.h2.shut(errH2tUnusable)
		c, _, _ := t.h2pool.take(pc.key)
		if c == nil {
			return &persistConn{t: t, key: pc.key}
		}
		return &persistConn{t: t, key: pc.key, conn: c.conn, h2: c}
	}
	if ok, _ := pc.h2.reserve(); !ok {
		return &persistConn{t: t, key: pc.key}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.waiting[pc.key]
	for len(list) > 0 {
		if ok, _ := pc.h2.reserve(); !ok {
			break
		}
		select {
		case list[0].ready <- pc:
		default:
			pc.h2.release()
		}
		list = list[1:]
	}
	t.waiting[pc.key] = list
	return pc
}

// keepWaited keeps a connection that came too late for the request that waited for it.
func (t *Transport) keepWaited(pc *persistConn) {
	if pc.h2 != nil {
		pc.h2.release()
		return
	}
	t.keep(pc)
}

// start makes a connection that was dialed ready for requests, by the protocol that TLS has agreed on or that is
// known.
func (pc *persistConn) start() (*persistConn, error) {
	h2 := pc.key.scheme == "http" && !pc.proxied && pc.t.plainH2()
	if pc.tls != nil {
		name := pc.tls.NegotiatedProtocol
		c, ok := pc.conn.(*tls.Conn)
		if next := pc.t.TLSNextProto[name]; ok && name != "" && next != nil {
			pc.alt = next(pc.key.addr, c)
			return pc, nil
		}
		h2 = name == "h2" && pc.t.protocols().HTTP2()
	}
	if !h2 {
		return pc.begin(), nil
	}
	pc.h2 = pc.t.newH2Conn(pc.key, pc.conn, pc.tls)
	return pc, nil
}

// A tlsState is a connection of a program's own that has spoken TLS.
type tlsState interface {
	net.Conn
	ConnectionState() tls.ConnectionState
}

// h2Tries is how often a request is sent again that HTTP/2 servers refuse.
const h2Tries = 7

// retry tells whether a request that failed with err may be sent again; after is how often it was before. It returns
// the request to be sent, with a new body, or the error for the caller.
func (c *h2tConn) retry(ctx context.Context, req *Request, err error, after int) (*Request, error) {
	if after >= h2Tries {
		if err == errH2tUnusable {
			req.closeBody()
		}
		return nil, err
	}
	refused := false
	var failed http2.StreamError
	if errors.As(err, &failed) {
		refused = failed.Code == http2.ErrCodeRefusedStream && failed.Cause == errH2tFromPeer
	}
	if err != errH2tUnusable && err != errH2tGoAway && !refused {
		return nil, err
	}
	if req.outgoingLength() != 0 && err != errH2tUnusable {
		if req.GetBody == nil {
			return nil, fmt.Errorf("http2: Transport: cannot retry err [%v] after Request.Body was written; define Request.GetBody to avoid this error", err)
		}
		body, gerr := req.GetBody()
		if gerr != nil {
			return nil, gerr
		}
		r2 := *req
		r2.Body = body
		req = &r2
	}
	if after == 0 || err == errH2tUnusable {
		return req, nil
	}
	wait := float64(time.Second) * float64(uint(1)<<(after-1)) * (1 + 0.1*rand.Float64())
	timer := time.NewTimer(time.Duration(wait))
	defer timer.Stop()
	select {
	case <-timer.C:
		return req, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
