package http

import (
	"context"
	"io"
	"sync"
	"time"
)

var (
	aLongTimeAgo = time.Unix(1, 0)
	noDeadline   = time.Time{}
)

// A connReader reads from a client. While a handler runs and wants to know whether the client is gone, a goroutine
// reads one byte ahead in the background.
type connReader struct {
	conn     *conn
	remain   int64 // how much a header may still have
	hitLimit bool

	mu       sync.Mutex
	cond     *sync.Cond
	one      [1]byte
	has      bool // one holds a byte that was read ahead
	reading  bool // in the background
	aborting bool
	err      error
}

func newConnReader(c *conn) *connReader {
	r := &connReader{conn: c, remain: 1<<63 - 1}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *connReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	if r.reading {
		r.mu.Unlock()
		panic("invalid concurrent Body.Read call")
	}
	if r.remain <= 0 {
		r.hitLimit = true
		r.mu.Unlock()
		return 0, io.EOF
	}
	if len(p) == 0 {
		r.mu.Unlock()
		return 0, nil
	}
	if int64(len(p)) > r.remain {
		p = p[:r.remain]
	}
	if r.has {
		p[0], r.has = r.one[0], false
		r.mu.Unlock()
		return 1, nil
	}
	r.mu.Unlock()
	n, err := r.conn.rwc.Read(p)
	if err != nil {
		r.gone(err)
	}
	r.remain -= int64(n)
	return n, err
}

func (r *connReader) gone(error) { r.conn.cancel() }

// readAhead begins to read in the background, if nothing else can be reading.
func (r *connReader) readAhead() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reading || r.has || r.err != nil {
		return
	}
	r.reading = true
	r.conn.rwc.SetReadDeadline(noDeadline)
	go r.background()
}

func (r *connReader) background() {
	n, err := r.conn.rwc.Read(r.one[:])
	r.mu.Lock()
	if n == 1 {
		r.has = true
	}
	if ne, ok := err.(interface{ Timeout() bool }); ok && r.aborting && ne.Timeout() {
		// Nothing has happened: it was told to stop.
	} else if err != nil {
		r.err = err
		r.gone(err)
	}
	r.aborting, r.reading = false, false
	r.mu.Unlock()
	r.cond.Broadcast()
}

// abort ends the reading in the background.
func (r *connReader) abort() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.reading {
		return
	}
	r.aborting = true
	r.conn.rwc.SetReadDeadline(aLongTimeAgo)
	for r.reading {
		r.cond.Wait()
	}
	r.conn.rwc.SetReadDeadline(noDeadline)
}

// A requestContext is the context of a request on a server. It ends when the client is gone, which is found out only
// once it is asked for.
type requestContext struct {
	context.Context
	in     *connReader
	mu     sync.Mutex
	asked  bool
	ended  bool // the body has been read
	closed bool // the handler is done
}

func (c *requestContext) ask() {
	c.mu.Lock()
	first := !c.asked
	c.asked = true
	start := first && c.ended && !c.closed
	if start {
		c.in.readAhead()
	}
	c.mu.Unlock()
}

func (c *requestContext) bodyEnded() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if c.asked && !c.closed {
		c.in.readAhead()
	}
}

// over is called when no read ahead may begin any more.
func (c *requestContext) over() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
}

func (c *requestContext) Done() <-chan struct{} {
	c.ask()
	return c.Context.Done()
}

func (c *requestContext) Err() error {
	c.ask()
	return c.Context.Err()
}
