package http

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	http2 "net/http/internal/h2"
	"sync"
	"time"
)

// An h2tConn is a connection of a Transport that speaks HTTP/2. One goroutine reads its frames; requests, bodies and
// that goroutine append frames to out, which a goroutine writes as long as there are any.
//
// Locks are taken in the order out.mu, mu: whoever opens or ends a stream holds both, so that the frames of a stream
// stand in the order of its states. No lock is held during a Write of the connection, or while the program's code is
// called.
type h2tConn struct {
	t      *Transport
	key    connKey
	conn   net.Conn
	tls    *tls.ConnectionState
	set    h2tSettings
	source h2tSource
	reader *http2.Reader
	out    h2tOutput
	owner  *ClientConn // of NewClientConn; nil in a Transport's pool

	mu         sync.Mutex
	cond       *sync.Cond // on mu: windows, settings or streams have changed
	streams    map[uint32]*h2tStream
	nextID     uint32 // of the stream that is opened next
	reserved   int    // requests that were promised a stream
	waiting    int    // requests that wait until they may open a stream
	initial    int32  // the send window of a new stream
	maxOpen    uint32 // how many streams the server allows
	maxList    uint64 // how long a request's header may be
	extended   bool   // the server takes extended CONNECT
	send       http2.SendWindow
	recv       http2.RecvWindow
	greeted    bool // a SETTINGS frame of the server has come
	configured bool // the server's settings have come
	acked      bool // the server has acknowledged ours
	used       bool // a request was sent
	leaving    bool // takes no more requests; closed when the last one ends
	goAway     *http2.GoAwayError
	err        error // why it was closed
	closed     chan struct{}
	idleSince  time.Time
	idleTimer  *time.Timer
	pings      map[[8]byte]chan struct{}

	// A reset request counts as open until a PING that was sent with the RST_STREAM frame is answered, unless a frame of
	// a stream has come since the request was sent: else requests would be sent for ever to a server that does not
	// answer.
	log       h2log
	resets    int
	heard     uint32 // streams below have had a frame of any stream behind their request
	pingQuiet bool   // a PING was answered, and nothing else has come since: no PING again
}

var (
	errH2tUnusable    = errors.New("http2: client conn not usable")
	errH2tNeverUsed   = errors.New("http2: client conn could not be established")
	errH2tConnClosed  = errors.New("http2: client conn is closed")
	errH2tGoAway      = errors.New("http2: Transport received Server's graceful shutdown GOAWAY")
	errH2tForceClosed = errors.New("http2: client connection force closed via ClientConn.Close")
	errH2tConnLost    = errors.New("http2: client connection lost")
	errH2tFromPeer    = errors.New("received from peer")
	errH2tStopBody    = errors.New("http2: aborting request body write")
	errH2tBodyClosed  = errors.New("http2: response body closed")
	errH2tHeaderWait  = h2tTimeout{}
)

// An h2tTimeout is the error of an answer that did not begin in time.
type h2tTimeout struct{}

func (h2tTimeout) Error() string   { return "http2: timeout awaiting response headers" }
func (h2tTimeout) Timeout() bool   { return true }
func (h2tTimeout) Temporary() bool { return true }

// Limits of a connection until the server's settings change them, and what its first settings leave open.
const (
	h2tFirstMaxOpen   = 100
	h2tDefaultMaxOpen = 1000
	h2tLastID         = 1<<31 - 1
)

// newH2Conn begins to speak HTTP/2 on a connection.
func (t *Transport) newH2Conn(key connKey, conn net.Conn, state *tls.ConnectionState) *h2tConn {
	c := &h2tConn{
		t: t, key: key, conn: conn, tls: state, set: t.h2Settings(), streams: map[uint32]*h2tStream{}, nextID: 1, closed: make(chan struct{}),
		initial: http2.InitialWindow, maxOpen: h2tFirstMaxOpen, maxList: 1<<64 - 1, idleSince: time.Now(),
	}
	c.cond = sync.NewCond(&c.mu)
	c.send.Add(http2.InitialWindow)
	c.recv.Init(int32(min(http2.InitialWindow+int64(c.set.connWindow), http2.MaxWindow)))
	c.source.Reader = bufio.NewReaderSize(conn, 4<<10)
	c.reader = http2.NewReader(&c.source, c.set.decoderTable, c.set.maxList)
	c.log.watch(c.reader, log.Printf)
	c.log.printf("http2: Transport creating client conn %p to %v", c, conn.RemoteAddr())
	c.reader.MaxFrameSize, c.reader.CountError = c.set.frameSize, c.set.countError
	c.out.begin(c)
	c.out.mu.Lock()
	c.out.w.LimitTableSize(c.set.encoderTable)
	settings := []http2.Setting{
		{ID: http2.SettingEnablePush}, {ID: http2.SettingInitialWindowSize, Val: uint32(c.set.streamWindow)},
		{ID: http2.SettingMaxFrameSize, Val: c.set.frameSize},
	}
	if c.set.maxList != 0 {
		settings = append(settings, http2.Setting{ID: http2.SettingMaxHeaderListSize, Val: c.set.maxList})
	}
	if c.set.decoderTable != h2tTableSize {
		settings = append(settings, http2.Setting{ID: http2.SettingHeaderTableSize, Val: c.set.decoderTable})
	}
	c.out.w.Settings(settings...)
	c.out.w.WindowUpdate(0, uint32(c.set.connWindow))
	c.out.flush()
	c.out.mu.Unlock()
	if d := t.IdleConnTimeout; d > 0 {
		c.idleTimer = time.AfterFunc(d, c.closeIfIdle)
	}
	go c.readLoop()
	return c
}

// usable tells whether the connection may take another request at some time. The caller holds mu.
func (c *h2tConn) usable() bool {
	switch {
	case c.err != nil || c.leaving || c.goAway != nil:
		return false
	case c.t.DisableKeepAlives && (c.used || c.reserved > 0):
		return false
	case int64(c.nextID)+2*int64(c.reserved+c.waiting) >= h2tLastID:
		return false
	}
	d := c.t.IdleConnTimeout
	return d <= 0 || len(c.streams) > 0 || c.reserved > 0 || time.Since(c.idleSince) <= d
}

// inUse is how many streams are open or promised, or count as open. The caller holds mu.
func (c *h2tConn) inUse() int { return len(c.streams) + c.reserved + c.resets }

// reserve promises a stream to a request; idle tells whether it is the only one.
func (c *h2tConn) reserve() (ok, idle bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.usable() || !c.set.strict && c.inUse() >= int(c.maxOpen) {
		return false, false
	}
	idle = len(c.streams) == 0
	c.reserved++
	return true, idle
}

// release takes the promise of a stream back.
func (c *h2tConn) release() {
	c.mu.Lock()
	c.reserved = max(c.reserved-1, 0)
	c.mu.Unlock()
	c.cond.Broadcast()
	c.settle()
}

// available is how many requests could be sent now.
func (c *h2tConn) available() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.usable() {
		return 0
	}
	return max(0, int(c.maxOpen)-c.inUse())
}

// inFlight is how many requests are in flight, promised ones included.
func (c *h2tConn) inFlight() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.streams) + c.reserved
}

// ownerErr is the error of a ClientConn: that it was closed, whatever for.
func (c *h2tConn) ownerErr() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return errConnClosed
	}
	return nil
}

// settle is called when a stream has ended or a promise was taken back: a connection that has no more to do is closed.
func (c *h2tConn) settle() {
	c.mu.Lock()
	idle := len(c.streams) == 0 && c.reserved == 0 && c.err == nil
	over := idle && (c.leaving || c.goAway != nil || c.t.DisableKeepAlives && c.used)
	if idle {
		c.idleSince = time.Now()
		if c.idleTimer != nil {
			c.idleTimer.Reset(c.t.IdleConnTimeout)
		}
	}
	owner := c.owner
	c.mu.Unlock()
	if over {
		c.shut(errH2tUnusable)
	}
	if owner != nil {
		owner.changed()
	}
}

// closeIfIdle closes the connection if no request uses it.
func (c *h2tConn) closeIfIdle() {
	c.mu.Lock()
	idle := len(c.streams) == 0 && c.reserved == 0 && c.waiting == 0
	c.mu.Unlock()
	if idle {
		c.log.printf("http2: Transport closing idle conn %p (forSingleUse=false, maxStream=%d)", c, c.nextID-2)
		c.shut(errH2tUnusable)
	}
}

// leave has the connection take no more requests.
func (c *h2tConn) leave() {
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
}

// shut closes the connection behind the frames that are still to be written.
func (c *h2tConn) shut(err error) {
	if c.end(err, nil) {
		c.out.mu.Lock()
		c.out.closing = true
		c.out.flush()
		stopped := c.out.stopped != nil
		c.out.mu.Unlock()
		if stopped {
			c.conn.Close()
		}
	}
}

// fail closes the connection at once; requests in flight fail with err.
func (c *h2tConn) fail(err error) { c.failWith(err, nil) }

// failWith is fail where some requests fail for a reason of their own, which own gives, or nil.
func (c *h2tConn) failWith(err error, own func(*h2tStream) error) {
	if c.end(err, own) {
		c.conn.Close()
		c.out.mu.Lock()
		c.out.stop(err)
		c.out.mu.Unlock()
	}
}

// end makes the connection one that is closed, and ends its streams.
func (c *h2tConn) end(err error, own func(*h2tStream) error) bool {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return false
	}
	c.err = err
	close(c.closed)
	streams := c.streams
	c.streams = map[uint32]*h2tStream{}
	if c.idleTimer != nil {
		c.idleTimer.Stop()
	}
	c.mu.Unlock()
	c.t.h2pool.remove(c)
	for _, s := range streams {
		reason := err
		if s.blocked && s.headed || s.ended {
			reason = errH2tConnClosed
		}
		if own != nil {
			if e := own(s); e != nil {
				reason = e
			}
		}
		s.over(reason)
	}
	c.cond.Broadcast()
	if c.owner != nil {
		c.owner.changed()
	}
	return true
}

// watch sends a PING each time the server has been silent for a while, until the connection is closed; heard has a
// value for each frame.
func (c *h2tConn) watch(heard <-chan struct{}) {
	silence := time.NewTimer(c.set.pingAfter)
	defer silence.Stop()
	for {
		select {
		case <-c.closed:
			return
		case <-heard:
			silence.Reset(c.set.pingAfter)
		case <-silence.C:
			go c.checkAlive()
		}
	}
}

// checkAlive closes the connection if the server does not answer a PING.
func (c *h2tConn) checkAlive() {
	ctx, cancel := context.WithTimeout(context.Background(), c.set.pingWait)
	defer cancel()
	var data [8]byte
	rand.Read(data[:])
	pong := make(chan struct{})
	c.mu.Lock()
	if c.pings == nil {
		c.pings = map[[8]byte]chan struct{}{}
	}
	c.pings[data] = pong
	c.mu.Unlock()
	c.out.mu.Lock()
	c.out.w.Ping(false, data)
	c.out.flush()
	c.out.mu.Unlock()
	select {
	case <-pong:
	case <-c.closed:
	case <-ctx.Done():
		c.countError("conn_close_lost_ping")
		c.fail(errH2tConnLost)
	}
}

func (c *h2tConn) countError(kind string) {
	if c.set.countError != nil {
		c.set.countError(kind)
	}
}

// An h2tOutput collects the frames that are to be written. Its lock orders streams' numbers and header compression.
type h2tOutput struct {
	mu      sync.Mutex
	c       *h2tConn
	w       *http2.Writer
	busy    bool   // a goroutine writes
	batch   uint64 // the number of the batch that frames are appended to
	spare   []byte
	closing bool // the connection is closed when all is written
	stopped error
	written *sync.Cond // on mu: a batch was written
}

func (o *h2tOutput) begin(c *h2tConn) {
	o.c, o.w = c, http2.NewWriter()
	o.written = sync.NewCond(&o.mu)
}

// stop has nothing written any more. The caller holds mu.
func (o *h2tOutput) stop(err error) {
	if o.stopped == nil {
		o.stopped = err
	}
	o.written.Broadcast()
}

// flush has the frames written soon. The caller holds mu.
func (o *h2tOutput) flush() {
	if !o.busy && o.stopped == nil {
		o.busy = true
		go o.run()
	}
}

// run writes batches as long as there are frames: those that are appended during a write are one batch.
func (o *h2tOutput) run() {
	o.mu.Lock()
	for o.stopped == nil && len(o.w.Bytes()) > 0 {
		buf, batch := o.w.Bytes(), o.batch
		if batch == 0 {
			buf = append([]byte(http2.ClientPreface), buf...)
		}
		o.w.Reset(o.spare)
		o.batch++
		o.spare = nil
		o.mu.Unlock()
		err := o.c.writeOut(buf)
		if err != nil {
			o.c.writeFailed(err, batch)
		}
		o.mu.Lock()
		if err != nil {
			o.stop(err)
		}
		if cap(buf) <= h2tKeptBuffer {
			o.spare = buf[:0]
		}
		o.written.Broadcast()
	}
	o.busy = false
	closing := o.closing && o.stopped == nil
	if closing {
		o.stop(errH2tUnusable)
	}
	o.mu.Unlock()
	if closing {
		o.c.conn.Close()
	}
}

// writeFailed is called when a batch of frames could not be written. Requests with frames in it fail for that reason;
// if there are none, the answers to others may still come.
func (c *h2tConn) writeFailed(err error, batch uint64) {
	c.mu.Lock()
	c.leaving = true
	lost := false
	for _, s := range c.streams {
		lost = lost || s.batch >= batch
	}
	c.mu.Unlock()
	if !lost {
		return
	}
	c.failWith(errH2tForceClosed, func(s *h2tStream) error {
		if s.batch >= batch {
			return err
		}
		return nil
	})
}

const (
	h2tKeptBuffer = 64 << 10 // a larger one is not kept for the next batch
	h2tFullBuffer = 64 << 10 // bodies wait while so many bytes are not yet written
)

// writeOut writes to the connection; each WriteByteTimeout some bytes have to go out.
func (c *h2tConn) writeOut(p []byte) error {
	c.log.wrote(p)
	if c.set.writeTimeout <= 0 {
		_, err := c.conn.Write(p)
		return err
	}
	for {
		c.conn.SetWriteDeadline(time.Now().Add(c.set.writeTimeout))
		n, err := c.conn.Write(p)
		p = p[n:]
		var timeout net.Error
		if n > 0 && len(p) > 0 && errors.As(err, &timeout) && timeout.Timeout() {
			continue
		}
		if err == nil && len(p) > 0 {
			err = io.ErrShortWrite
		}
		return err
	}
}
