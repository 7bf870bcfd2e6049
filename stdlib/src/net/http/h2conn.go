package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/internal/h2"
	"sync"
	"time"
)

// How long a server waits.
const (
	h2prefaceTimeout  = 10 * time.Second
	h2settingsTimeout = 2 * time.Second // for the client's SETTINGS and its acknowledgement of the server's
	h2goAwayTimeout   = time.Second     // for the client to read a GOAWAY before the connection is closed
)

// maxQueuedControl is how many frames may wait that answer the client's frames. A client that sends but does not read
// would otherwise make the server keep any number of them.
const maxQueuedControl = 10000

// maxQueuedBytes is how much may wait to be written before handlers that send more have to wait.
const maxQueuedBytes = 64 << 10

var (
	errH2ClientGone = errors.New("client disconnected")
	errH2Closed     = errors.New("http2: stream closed")
	errH2Panicked   = errors.New("http2: handler panicked")
	errH2Complete   = errors.New("http2: request body closed due to handler exiting")
	errH2BodyClosed = errors.New("body closed by handler")
)

// An h2conn is a connection to a client that speaks HTTP/2.
//
// The goroutine of serve reads frames and acts on each; every handler has a goroutine of its own. All of them hold mu
// while they look at the connection or its streams, and append to out what is to be sent. The goroutine of write sends
// it, without mu, as soon as there is something; a handler that has ended sends it itself if nobody is sending, which
// saves a switch of goroutines for each request. mu is never held while the connection is read or written, or while
// code of the program runs.
type h2conn struct {
	server  *Server
	config  h2config
	ctx     context.Context
	cancel  context.CancelFunc
	rwc     net.Conn
	src     *bufio.Reader
	tls     *tls.ConnectionState
	handler Handler
	reader  *http2.Reader
	remote  string
	scratch []http2.Field // of the header that is being written

	mu      sync.Mutex
	out     *http2.Writer
	spare   []byte     // a buffer that was sent
	control int        // frames not yet sent that answer the client's
	wake    *sync.Cond // there is something to send, or closed was set
	sending bool
	// The connection is to be closed when all that waits is sent.
	closeWhenSent bool

	streams      map[uint32]*h2stream
	blocked      map[*h2stream]struct{} // those that wait for the end of the connection
	rings        h2rings
	lastClient   uint32       // the highest stream of the client
	lastPush     uint32       // the highest stream of the server
	clientOpen   uint32       // streams that the client began
	pushOpen     uint32       // streams that the server began
	handlers     uint32       // that run
	queue        []*h2request // requests whose handlers have to wait
	send         http2.SendWindow
	recv         http2.RecvWindow
	initialSend  int32  // a new stream's window
	peerStreams  uint32 // how many the server may begin
	peerList     uint32
	pushes       bool // the client takes PUSH_PROMISE
	sawSettings  bool
	log          h2log
	unacked      int // SETTINGS frames that the client has not acknowledged
	goingAway    bool
	goAwayCode   http2.ErrCode
	closed       bool
	done         chan struct{} // closed with closed
	settingTimer *time.Timer
	idleTimer    *time.Timer
	pingTimer    *time.Timer
	closeTimer   *time.Timer
	pinged       bool
	pingData     [8]byte
	lastRead     time.Time

	states     []ConnState // of which the hook has yet to be told
	delivering bool
}

func newH2conn(s *Server, ctx context.Context, rwc net.Conn, src *bufio.Reader, h Handler) *h2conn {
	c := &h2conn{
		server: s, config: s.h2config(), rwc: rwc, src: src, handler: h, remote: rwc.RemoteAddr().String(),
		out: http2.NewWriter(), streams: map[uint32]*h2stream{}, blocked: map[*h2stream]struct{}{},
		initialSend: http2.InitialWindow, peerStreams: 1<<32 - 1, peerList: 1<<32 - 1, pushes: true, unacked: 1,
		done: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.wake = sync.NewCond(&c.mu)
	c.reader = http2.NewReader(src, c.config.decoderTable, c.config.headerList)
	c.reader.CountError = c.config.countError
	c.log.watch(c.reader, s.logf)
	c.reader.MaxFrameSize, c.reader.MaxFields = c.config.frameSize, c.config.mostFields
	c.out.LimitTableSize(c.config.encoderTable)
	c.send.Add(http2.InitialWindow)
	c.recv.Init(http2.InitialWindow)
	return c
}

// refuse ends a connection whose encryption is too weak.
func (c *h2conn) refuse(why string) {
	c.out.GoAway(0, http2.ErrCodeInadequateSecurity, []byte(why))
	c.rwc.Write(c.out.Bytes())
	c.rwc.Close()
}

// serve serves the connection until it ends.
func (c *h2conn) serve(greeted bool) {
	c.server.trackH2(c, true)
	defer c.server.trackH2(c, false)
	defer c.end()
	c.log.printf("http2: server connection from %v on %p", c.remote, c.server)
	c.begin()
	go c.write()
	if !greeted && !c.readPreface() {
		return
	}
	c.log.printf("http2: server: client %v said hello", c.remote)
	c.mu.Lock()
	c.states = append(c.states, StateActive, StateIdle)
	c.settingTimer = time.AfterFunc(h2settingsTimeout, c.settingsLate)
	if d := c.config.idle; d > 0 {
		c.idleTimer = time.AfterFunc(d, c.idled)
	}
	if d := c.config.idlePing; d > 0 {
		c.lastRead = time.Now()
		c.pingTimer = time.AfterFunc(d, c.silent)
	}
	if c.server.shutdown.Load() {
		c.goAway(http2.ErrCodeNo) // Shutdown looked for connections before this one was noted
	}
	c.leave()
	for {
		f, err := c.reader.Read()
		c.mu.Lock()
		if c.closed {
			c.mu.Unlock()
			return
		}
		c.lastRead = time.Now()
		final := err != nil
		if err == nil {
			err = c.process(f)
		}
		on := c.failed(f, err, final)
		c.leave()
		if !on {
			return
		}
	}
}

// begin sends the server's settings and widens the window of the connection to what was configured.
func (c *h2conn) begin() {
	list := []http2.Setting{
		{ID: http2.SettingMaxFrameSize, Val: c.config.frameSize},
		{ID: http2.SettingMaxConcurrentStreams, Val: c.config.streams},
		{ID: http2.SettingMaxHeaderListSize, Val: c.config.headerList},
		{ID: http2.SettingHeaderTableSize, Val: c.config.decoderTable},
		{ID: http2.SettingInitialWindowSize, Val: uint32(c.config.streamWindow)},
	}
	if c.config.connectMethod {
		list = append(list, http2.Setting{ID: http2.SettingEnableConnectProtocol, Val: 1})
	}
	c.out.Settings(append(list, http2.Setting{ID: http2.SettingNoRFC7540Priorities, Val: 1})...)
	if more := c.config.connWindow - http2.InitialWindow; more > 0 {
		c.out.WindowUpdate(0, uint32(more))
	}
	c.recv.Init(c.config.connWindow)
}

// readPreface reads the preface of a client with which TLS has agreed on HTTP/2.
func (c *h2conn) readPreface() bool {
	late := time.AfterFunc(h2prefaceTimeout, func() { c.rwc.Close() })
	defer late.Stop()
	buf := make([]byte, len(http2.ClientPreface))
	_, err := io.ReadFull(c.src, buf)
	return err == nil && string(buf) == http2.ClientPreface
}

// failed acts on the error of a frame. It returns false when the connection is over. final: the error came from the
// reader, so nothing more can be read unless it is a stream's. f is nil if no frame could be read.
func (c *h2conn) failed(f *http2.Frame, err error, final bool) bool {
	var ofStream http2.StreamError
	var ofConn http2.ConnectionError
	switch {
	case err == nil:
		return true
	case err == http2.ErrFrameTooLarge:
		c.goAway(http2.ErrCodeFrameSize)
	case errors.As(err, &ofStream):
		c.reset(ofStream)
		return true
	case err == errH2WindowOverflow:
		c.goAway(http2.ErrCodeFlowControl)
	case errors.As(err, &ofConn):
		c.server.logf("http2: server connection error from %v: %v", c.remote, ofConn)
		if f != nil {
			c.lastClient = max(c.lastClient, f.StreamID)
		}
		c.goAway(http2.ErrCode(ofConn))
	default:
		return false
	}
	if final {
		c.leave()
		<-c.done
		c.mu.Lock()
		return false
	}
	return true
}

// ofConn returns an error that ends the connection, and counts it by its name.
func (c *h2conn) ofConn(name string, code http2.ErrCode) error {
	c.count("conn_" + code.String() + "_" + name)
	return http2.ConnectionError(code)
}

// ofStream returns an error that ends a stream, and counts it by its name.
func (c *h2conn) ofStream(name string, id uint32, code http2.ErrCode) error {
	c.count("stream_" + code.String() + "_" + name)
	return http2.StreamError{StreamID: id, Code: code}
}

// count counts an error by its name, where the program wants that. It is called with mu held.
func (c *h2conn) count(name string) {
	if f := c.config.countError; f != nil {
		f(name)
	}
}

// leave unlocks mu, and does what had to wait for that.
func (c *h2conn) leave() {
	if len(c.out.Bytes()) > 0 {
		c.wake.Signal()
	}
	c.deliver()
	c.mu.Unlock()
}

// deliver tells the hook about states, in their order: one goroutine at a time does so.
func (c *h2conn) deliver() {
	hook := c.server.ConnState
	if hook == nil {
		c.states = nil
	}
	if c.delivering {
		return
	}
	c.delivering = true
	for len(c.states) > 0 {
		state := c.states[0]
		c.states = c.states[1:]
		c.mu.Unlock()
		hook(c.rwc, state)
		c.mu.Lock()
	}
	c.delivering = false
}

// end ends what is left when the connection is over.
func (c *h2conn) end() {
	c.mu.Lock()
	c.shut()
	c.deliver()
	c.mu.Unlock()
	c.cancel()
}

// shut closes the connection. What waits to be sent is lost.
func (c *h2conn) shut() {
	if c.closed {
		return
	}
	c.closed = true
	close(c.done)
	for _, t := range []*time.Timer{c.settingTimer, c.idleTimer, c.pingTimer, c.closeTimer} {
		if t != nil {
			t.Stop()
		}
	}
	c.wake.Broadcast()
	for st := range c.blocked {
		st.changed.Broadcast()
	}
	for _, st := range c.streams {
		c.closeStream(st, errH2ClientGone)
	}
	c.rwc.Close()
}

// close is shut for goroutines that do not hold mu.
func (c *h2conn) close() {
	c.mu.Lock()
	c.shut()
	c.mu.Unlock()
}

func (c *h2conn) settingsLate() {
	c.server.logf("timeout waiting for SETTINGS frames from %v", c.remote)
	c.close()
}

func (c *h2conn) idled() {
	c.mu.Lock()
	c.goAway(http2.ErrCodeNo)
	c.leave()
}

// silent is called when the client may have been silent for too long.
func (c *h2conn) silent() {
	c.mu.Lock()
	defer c.leave()
	if c.closed {
		return
	}
	quiet := time.Since(c.lastRead)
	switch {
	case c.pinged:
		c.count("conn_close_lost_ping")
		c.server.logf("timeout waiting for PING response")
		c.shut()
	case quiet < c.config.idlePing:
		c.pingTimer.Reset(c.config.idlePing - quiet)
	default:
		c.pinged = true
		copy(c.pingData[:], fmt.Sprintf("%08x", uint32(time.Now().UnixNano())))
		c.out.Ping(false, c.pingData)
		c.pingTimer.Reset(c.config.pingTimeout)
	}
}

// goAway begins to end the connection: with an error soon, else once its streams have ended.
func (c *h2conn) goAway(code http2.ErrCode) {
	if c.closed || c.goAwayCode != http2.ErrCodeNo {
		return
	}
	// There is one GOAWAY for a connection: an error behind it only makes the end come sooner.
	if !c.goingAway {
		c.out.GoAway(c.lastClient, code, nil)
	}
	c.goingAway, c.goAwayCode = true, code
	if code != http2.ErrCodeNo || len(c.streams) == 0 {
		c.closeSoon()
	}
}

// closeSoon closes the connection when the client has had time to read what was sent.
func (c *h2conn) closeSoon() {
	if c.closeTimer == nil {
		c.closeTimer = time.AfterFunc(h2goAwayTimeout, c.closeSent)
	}
}

// closeSent closes the connection. Responses that a slow client has yet to take are sent before; after an error they are
// not.
func (c *h2conn) closeSent() {
	c.mu.Lock()
	if c.goAwayCode == http2.ErrCodeNo && (c.sending || len(c.out.Bytes()) > 0) {
		c.closeWhenSent = true
	} else {
		c.shut()
	}
	c.leave()
}

// trackH2 notes a connection, so that Shutdown can end it.
func (s *Server) trackH2(c *h2conn, add bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.h2conns == nil {
		s.h2conns = map[*h2conn]struct{}{}
	}
	if add {
		s.h2conns[c] = struct{}{}
	} else {
		delete(s.h2conns, c)
	}
}

// goAwayH2 begins to end all connections that speak HTTP/2.
func (s *Server) goAwayH2() {
	s.mu.Lock()
	conns := make([]*h2conn, 0, len(s.h2conns))
	for c := range s.h2conns {
		conns = append(conns, c)
	}
	s.mu.Unlock()
	for _, c := range conns {
		c.mu.Lock()
		c.goAway(http2.ErrCodeNo)
		c.leave()
	}
}
