package http

import (
	"context"
	"fmt"
	"io"
	"net/http/internal/h2"
	"os"
	"sync"
	"time"
)

// An h2stream is a request and its response. The fields belong to those who hold the connection's mu.
type h2stream struct {
	conn     *h2conn
	id       uint32
	ctx      context.Context
	cancel   context.CancelFunc
	body     *h2body // nil: the request has none
	declared int64   // bytes of the request's body by its Content-Length, -1: not declared
	received int64
	trailers Header // those that were announced, as they come
	request  *Request

	ended     bool // by the client
	headed    bool // a header was sent: it is too late to ask for the body
	finished  bool // by the server
	trailered bool // the request's trailers came
	resetSent bool
	closed    bool
	err       error // why it was closed
	pushed    bool
	send      http2.SendWindow
	recv      http2.RecvWindow
	changed   *sync.Cond // the window, the body or closed
	readTimer *time.Timer
	sendTimer *time.Timer
	gone      chan struct{} // closed with closed; nil unless somebody waits for it

	priority   http2.Priority
	next, prev *h2stream // in the ring of the priority; nil: in none
	waits      bool      // for its turn to send data
}

// isIdle tells whether a stream was never begun.
func (c *h2conn) isIdle(id uint32) bool {
	if id%2 == 1 {
		return id > c.lastClient
	}
	return id > c.lastPush
}

// openStream begins a stream. ended: the client sends no more on it than its header.
func (c *h2conn) openStream(id uint32, ended bool) *h2stream {
	st := &h2stream{conn: c, id: id, ended: ended, pushed: id%2 == 0, declared: -1}
	st.ctx, st.cancel = context.WithCancel(c.ctx)
	st.changed = sync.NewCond(&c.mu)
	st.send.SetConn(&c.send)
	st.send.Add(c.initialSend)
	st.recv.Init(c.config.streamWindow)
	if d := c.server.WriteTimeout; d > 0 {
		st.sendTimer = time.AfterFunc(d, st.sendTimedOut)
	}
	c.streams[id] = st
	if st.pushed {
		c.pushOpen++
	} else {
		c.clientOpen++
	}
	if c.clientOpen+c.pushOpen == 1 {
		c.states = append(c.states, StateActive)
	}
	return st
}

// closeStream ends a stream; err is what its handler gets from then on.
func (c *h2conn) closeStream(st *h2stream, err error) {
	if st.closed {
		return
	}
	st.closed, st.err = true, err
	st.cancel()
	for _, t := range []*time.Timer{st.readTimer, st.sendTimer} {
		if t != nil {
			t.Stop()
		}
	}
	delete(c.streams, st.id)
	c.dequeue(st)
	if st.pushed {
		c.pushOpen--
	} else {
		c.clientOpen--
	}
	if len(c.streams) == 0 {
		c.states = append(c.states, StateIdle)
		c.idleSince()
		if c.goingAway || !c.server.keepsAlive() {
			c.goAway(http2.ErrCodeNo)
			c.closeSoon()
		}
	}
	if st.body != nil {
		st.body.fail(err)
	}
	if st.gone != nil {
		close(st.gone)
	}
	st.changed.Broadcast()
}

// reset ends a stream with RST_STREAM; there may be no such stream.
func (c *h2conn) reset(err http2.StreamError) {
	if c.goingAway && c.goAwayCode != http2.ErrCodeNo {
		return
	}
	st := c.streams[err.StreamID]
	if st != nil {
		if st.resetSent {
			return
		}
		st.resetSent = true
	}
	c.out.RSTStream(err.StreamID, err.Code)
	c.answered()
	if st != nil {
		c.closeStream(st, err)
	}
}

// finish is called when the response has ended. A client that still sends its request is told that the rest is not
// needed.
func (c *h2conn) finish(st *h2stream) {
	st.finished = true
	if st.closed {
		return
	}
	if !st.ended {
		c.reset(http2.StreamError{StreamID: st.id, Code: http2.ErrCodeNo})
		return
	}
	c.closeStream(st, errH2Complete)
}

func (st *h2stream) readTimedOut() {
	st.conn.mu.Lock()
	if st.body != nil {
		st.body.fail(fmt.Errorf("%w", os.ErrDeadlineExceeded))
	}
	st.conn.leave()
}

func (st *h2stream) sendTimedOut() {
	st.conn.mu.Lock()
	st.conn.reset(http2.StreamError{StreamID: st.id, Code: http2.ErrCodeInternal, Cause: os.ErrDeadlineExceeded})
	st.conn.leave()
}

// setTimer makes a deadline, whose timer may exist already, fall on t; never for the zero time. A deadline that has
// passed stays.
func setTimer(timer **time.Timer, t time.Time, late func()) {
	switch {
	case *timer != nil && !(*timer).Stop():
	case t.IsZero():
		*timer = nil
	case *timer != nil:
		(*timer).Reset(time.Until(t))
	default:
		*timer = time.AfterFunc(time.Until(t), late)
	}
}

// An h2body is the body of a request. The handler reads it; the connection appends what comes. The connection's mu
// guards it.
type h2body struct {
	stream *h2stream
	data   []byte // not yet read
	store  []byte // what data is a part of
	err    error  // behind data
	broken bool   // the handler has closed it: nothing more is kept
	asks   bool   // the client waits for 100 Continue
	atEnd  bool
	over   bool // the handler has read the end, or the request has no body
}

// h2empty is the body of a request that has none. It is not NoBody, since Go's is not.
type h2empty struct{}

func (h2empty) Read([]byte) (int, error) { return 0, io.EOF }
func (h2empty) Close() error             { return nil }

// append appends data that has come; false when the handler takes no more.
func (b *h2body) append(p []byte) bool {
	if b.broken || b.err != nil {
		return false
	}
	if len(b.data) == 0 {
		b.data = b.store[:0]
	} else if cap(b.data)-len(b.data) < len(p) && cap(b.store)-len(b.data) >= len(p) {
		b.data = b.store[:copy(b.store[:cap(b.store)], b.data)]
	}
	b.data = append(b.data, p...)
	if cap(b.data) > cap(b.store) {
		b.store = b.data[:0]
	}
	b.stream.changed.Broadcast()
	return true
}

// fail sets the error behind the data, unless there is one already.
func (b *h2body) fail(err error) {
	if b.err == nil {
		b.err = err
	}
	b.stream.changed.Broadcast()
}

// finish ends the body; its trailers go to the request when the handler has read all of it.
func (b *h2body) finish() {
	if b.err == nil {
		b.err, b.atEnd = io.EOF, true
	}
	b.stream.changed.Broadcast()
}

// Read reads what has come, or waits for more.
func (b *h2body) Read(p []byte) (int, error) {
	st := b.stream
	c := st.conn
	c.mu.Lock()
	defer c.leave()
	if b.asks {
		b.asks = false
		if !st.closed && !st.headed {
			fields := []http2.Field{{Name: ":status", Value: "100"}}
			c.log.encoding("server", fields)
			c.out.Headers(st.id, false, fields)
		}
	}
	for {
		switch {
		case b.broken && !b.over:
			return 0, errH2BodyClosed
		case len(b.data) > 0:
			n := copy(p, b.data)
			b.data = b.data[n:]
			c.giveBack(nil, n)
			if !st.closed && !st.ended {
				c.giveBack(st, n)
			}
			return n, nil
		case b.err != nil:
			if b.atEnd {
				st.copyTrailers()
			}
			b.over = b.over || b.err == io.EOF
			return 0, b.err
		}
		if len(c.out.Bytes()) > 0 {
			c.wake.Signal()
		}
		st.changed.Wait()
	}
}

// copyTrailers gives the request those of its trailers that it has announced.
func (st *h2stream) copyTrailers() {
	for k, values := range st.trailers {
		if _, ok := st.request.Trailer[k]; ok {
			st.request.Trailer[k] = values
		}
	}
	st.trailers = nil
}

// Close ends the reading: what comes from then on is thrown away.
func (b *h2body) Close() error {
	c := b.stream.conn
	c.mu.Lock()
	defer c.leave()
	if !b.broken {
		b.broken = true
		c.giveBack(nil, len(b.data))
		b.data, b.store = nil, nil
		b.stream.changed.Broadcast()
	}
	return nil
}
