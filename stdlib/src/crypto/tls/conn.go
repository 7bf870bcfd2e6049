package tls

import (
	"context"
	"crypto"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// engine keeps the connection of rustls with this number. A ConnectionState needs it longer than its Conn.
type engine struct{ number uint64 }

// A Conn is a connection that speaks TLS.
type Conn struct {
	conn     net.Conn
	config   *Config
	isClient bool

	// handshake is held while hands are shaken; done says that they are.
	handshake sync.Mutex
	done      atomic.Bool
	failed    error
	number    uint64
	engine    *engine
	state     ConnectionState
	signer    crypto.Signer
	ctx       context.Context
	// refusal is why Go's side said no to a question, which abort makes the end of the handshake even if rustls would
	// go on; asked says that VerifyConnection was called.
	refusal error
	abort   bool
	// sent says that the other side was sent something of the handshake.
	sent  bool
	asked bool
	// original is the Config before GetConfigForClient was asked.
	original *Config
	// heard are the bytes of a client's hello, which hello is made of.
	heard []byte
	hello *hello
	// offered is the session that a client would resume, and opened that of the ticket that a server has opened last.
	offered, opened *SessionState
	// quic is there if the connection is QUIC's.
	quic *quicState

	// in is held while bytes are read, out while they are written: rustls's connection makes records in order, and
	// they must go out in it.
	in, out           sync.Mutex
	readErr, writeErr error
	// buf has bytes that come, unfed those that rustls has not got yet. seen is how many bytes of the last record's
	// header came, and left how many of the record have not; begun says that the first record's header came.
	buf, unfed []byte
	head       [5]byte
	seen, left int
	begun      bool
	// ticketWaits says that rustls has a server's ticket for the client, which waits for the first Read or Write: the
	// client does not read it before it has shaken hands, and this side's handshake ends without its reading.
	ticketWaits atomic.Bool
	// saidGoodbye says that nothing can be written any more.
	saidGoodbye bool
	closed      atomic.Bool
}

// Client is the client's end of conn.
func Client(conn net.Conn, config *Config) *Conn { return newConn(conn, config, true) }

// Server is the server's end of conn.
func Server(conn net.Conn, config *Config) *Conn { return newConn(conn, config, false) }

func newConn(conn net.Conn, config *Config, isClient bool) *Conn {
	if config == nil {
		config = &Config{}
	}
	return &Conn{conn: conn, config: config, original: config, isClient: isClient}
}

// LocalAddr is this side's address.
func (c *Conn) LocalAddr() net.Addr { return c.conn.LocalAddr() }

// RemoteAddr is the other side's address.
func (c *Conn) RemoteAddr() net.Addr { return c.conn.RemoteAddr() }

// SetDeadline sets both deadlines.
func (c *Conn) SetDeadline(t time.Time) error { return c.conn.SetDeadline(t) }

// SetReadDeadline sets that of reading.
func (c *Conn) SetReadDeadline(t time.Time) error { return c.conn.SetReadDeadline(t) }

// SetWriteDeadline sets that of writing.
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.conn.SetWriteDeadline(t) }

// NetConn is the connection below.
func (c *Conn) NetConn() net.Conn { return c.conn }

// Handshake shakes hands, if that was not done.
func (c *Conn) Handshake() error { return c.HandshakeContext(context.Background()) }

// HandshakeContext shakes hands, as long as ctx lasts, if that was not done.
func (c *Conn) HandshakeContext(ctx context.Context) error {
	if c.done.Load() {
		return nil
	}
	c.handshake.Lock()
	defer c.handshake.Unlock()
	if c.failed != nil || c.done.Load() {
		return c.failed
	}
	if ctx.Done() != nil {
		interrupted := make(chan error, 1)
		stop := context.AfterFunc(ctx, func() {
			c.conn.Close()
			interrupted <- ctx.Err()
		})
		c.failed = c.shake(ctx)
		if !stop() {
			c.failed = <-interrupted
		}
	} else {
		c.failed = c.shake(ctx)
	}
	if c.failed == nil {
		c.done.Store(true)
	}
	return c.failed
}

func (c *Conn) shake(ctx context.Context) error {
	c.ctx = ctx
	if err := c.begin(); err != nil {
		return err
	}
	if err := c.flush(); err != nil {
		return err
	}
	for {
		c.readFacts()
		if c.state.HandshakeComplete {
			break
		}
		if err := c.receive(); err != nil {
			if c.offered != nil && c.cacheKey() != "" {
				// The session may be why.
				c.config.ClientSessionCache.Put(c.cacheKey(), nil)
			}
			return err
		}
	}
	return c.shaken()
}

// shaken completes the handshake on Go's side when rustls has completed it.
func (c *Conn) shaken() error {
	c.storeSessions()
	if c.config.VerifyConnection != nil && !c.asked {
		if err := c.config.VerifyConnection(c.state); err != nil {
			return err
		}
	}
	engine := c.engine
	c.state.export = func(label string, context []byte, length int) ([]byte, error) {
		if length < 0 || length > 1<<16 {
			return nil, errors.New("tls: too much keying material requested")
		}
		out := export(engine.number, label, context, context != nil, length)
		runtime.KeepAlive(engine)
		if out != nil {
			return out, nil
		}
		return nil, errors.New("tls: the connection's keying material is gone")
	}
	return nil
}

func (c *Conn) begin() error {
	if !c.isClient {
		c.hold(newServer())
		return nil
	}
	if c.config.ServerName == "" && !c.config.InsecureSkipVerify {
		return errors.New("tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config")
	}
	c.offered = c.storedSession()
	if c.offered != nil && c.quic != nil && c.quic.sessionEvents {
		c.quic.resume(c.offered)
		return nil
	}
	return c.connect()
}

// connect makes a client's connection of rustls.
func (c *Conn) connect() error {
	settings, err := c.settings(c.config, nil)
	if err != nil {
		return err
	}
	session := uint64(0)
	if c.offered != nil {
		session = c.offered.kept.number
	}
	number, failure := newClient(settings, session, c.quic != nil)
	if number == 0 {
		return errors.New("tls: " + failure)
	}
	c.hold(number)
	c.state.ServerName = c.config.ServerName
	return c.logSecrets()
}

// hold keeps the connection of rustls as long as it is needed.
func (c *Conn) hold(number uint64) {
	c.number, c.engine = number, &engine{number}
	runtime.SetFinalizer(c.engine, func(e *engine) { release(e.number) })
}

// logging is held while lines are written to a KeyLogWriter, which connections share.
var logging sync.Mutex

// logSecrets writes the secrets that are new to the Config's log.
func (c *Conn) logSecrets() error {
	if c.quic == nil && c.config.KeyLogWriter == nil {
		return nil
	}
	lines := takeSecrets(c.number)
	if len(lines) == 0 {
		return nil
	}
	if c.quic != nil {
		c.quic.learn(string(lines))
	}
	if c.config.KeyLogWriter == nil {
		return nil
	}
	logging.Lock()
	defer logging.Unlock()
	if _, err := c.config.KeyLogWriter.Write(lines); err != nil {
		return errors.New("tls: failed to write to key log: " + err.Error())
	}
	return nil
}

func (c *Conn) readFacts() {
	f := split(facts(c.number))
	if len(f) != 5 {
		return
	}
	agreed := get[uint16](f[1])
	c.state.HandshakeComplete, c.state.HelloRetryRequest = f[0][0] == 0, f[0][1] != 0
	if f[0][2] != 0 && !c.state.DidResume {
		c.state.DidResume = true
		if c.isClient {
			c.resumed(c.offered)
		} else {
			c.resumed(c.opened)
		}
	}
	c.state.ECHAccepted = f[0][3] != 0
	if c.quic != nil {
		c.quic.hasEarly, c.quic.theirs = f[0][4] != 0, f[4]
	}
	c.state.Version, c.state.CipherSuite, c.state.CurveID = agreed[0], agreed[1], CurveID(agreed[2])
	c.state.NegotiatedProtocol, c.state.NegotiatedProtocolIsMutual = string(f[2]), true
	if !c.isClient {
		c.state.ServerName = string(f[3])
	}
}

// flush writes what rustls has for the other side. Once hands are shaken a Write that is under way is not waited for,
// as it may wait for the other side, which waits for this one to read: the next one writes it.
func (c *Conn) flush() error {
	if !c.done.Load() {
		c.out.Lock()
	} else if !c.out.TryLock() {
		return nil
	}
	defer c.out.Unlock()
	if out := takeOut(c.number); len(out) > 0 && c.writeErr == nil {
		c.sent = true
		_, c.writeErr = c.conn.Write(out)
	}
	return c.writeErr
}

// receive reads bytes if there are none, and lets rustls have them; what it has for the other side then is written. In
// a handshake rustls gets a record at a time, so that what it asks for one comes with what was agreed on in those
// before.
func (c *Conn) receive() error {
	if len(c.unfed) == 0 {
		if c.buf == nil {
			c.buf = make([]byte, 32<<10)
		}
		n, err := c.conn.Read(c.buf)
		if n == 0 {
			if err == io.EOF && (c.seen > 0 || c.left > 0) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		c.unfed = c.buf[:n]
	}
	part := c.unfed
	for n := 0; ; {
		cut, err := c.follows(part[n:])
		if err != nil {
			return err
		}
		if n += cut; n == len(part) || !c.done.Load() {
			part, c.unfed = part[:n], part[n:]
			break
		}
	}
	if !c.isClient && !c.done.Load() {
		c.heard = append(c.heard, part...)
	}
	step, bytes := feed(c.number, part)
	err := c.follow(step, bytes)
	switch {
	case err != nil:
	case c.done.Load():
		c.storeSessions()
	case !c.isClient:
		c.readFacts()
		if c.state.DidResume && c.config.VerifyConnection != nil && !c.asked {
			c.asked = true
			if err := c.config.VerifyConnection(c.state); err != nil {
				const badCertificate = 42
				return c.end(err, badCertificate)
			}
		}
		if c.state.HandshakeComplete && c.state.Version == VersionTLS13 {
			c.ticketWaits.Store(true)
			return nil
		}
	}
	if flushed := c.flush(); err == nil && flushed != nil && !c.done.Load() {
		err = flushed
	}
	return err
}

// follows follows where records begin and end, so that an end within one is told from one between two: how many bytes
// belong to a record's header or, after that, the record. The first one must look like TLS.
func (c *Conn) follows(b []byte) (n int, err error) {
	if c.left > 0 {
		n = min(c.left, len(b))
		c.left -= n
		return n, nil
	}
	n = copy(c.head[c.seen:], b)
	if c.seen += n; c.seen < len(c.head) {
		return n, nil
	}
	if kind := c.head[0]; !c.begun && (kind != 21 && kind != 22 || c.head[1] != 3) {
		return n, RecordHeaderError{"first record does not look like a TLS handshake", c.head, c.conn}
	}
	c.begun, c.seen, c.left = true, 0, int(c.head[3])<<8|int(c.head[4])
	return n, nil
}

// Read reads plain text; hands are shaken first.
func (c *Conn) Read(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	if len(b) == 0 {
		return 0, nil
	}
	c.in.Lock()
	defer c.in.Unlock()
	c.sendTicketAside()
	for {
		switch n := readPlain(c.number, b); {
		case n >= 0:
			return n, nil
		case n == -2:
			return 0, io.EOF
		}
		if c.readErr != nil {
			return 0, c.readErr
		}
		err := c.receive()
		var timeout net.Error
		switch {
		case err == nil:
		case errors.As(err, &timeout) && timeout.Timeout():
			return 0, err
		default:
			c.readErr = err
		}
	}
}

// sendTicketAside writes the ticket that waits, by a goroutine: the other side may write before it reads. If bytes are
// being written, the ticket is among them.
func (c *Conn) sendTicketAside() {
	if !c.ticketWaits.CompareAndSwap(true, false) || !c.out.TryLock() {
		return
	}
	go func() {
		defer c.out.Unlock()
		if out := takeOut(c.number); len(out) > 0 && c.writeErr == nil && !c.saidGoodbye {
			_, c.writeErr = c.conn.Write(out)
		}
	}()
}

// Write writes plain text; hands are shaken first.
func (c *Conn) Write(b []byte) (written int, err error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	c.out.Lock()
	defer c.out.Unlock()
	if c.closed.Load() {
		return 0, net.ErrClosed
	}
	if c.saidGoodbye {
		return 0, errShutdown
	}
	if c.writeErr != nil {
		return 0, c.writeErr
	}
	for len(b) > 0 {
		part := b[:min(len(b), 64<<10)]
		out := seal(c.number, part)
		if out == nil {
			return written, net.ErrClosed
		}
		if _, err := c.conn.Write(out); err != nil {
			// A part of a record may have gone out, so that the other side could not read what follows.
			c.writeErr = err
			return written, err
		}
		written += len(part)
		b = b[len(part):]
	}
	return written, nil
}

var errShutdown = errors.New("tls: protocol is shutdown")

var errEarlyCloseWrite = errors.New("tls: CloseWrite called before handshake complete")

// CloseWrite tells the other side that no more data will be sent.
func (c *Conn) CloseWrite() error {
	if !c.done.Load() {
		return errEarlyCloseWrite
	}
	c.out.Lock()
	defer c.out.Unlock()
	return c.goodbye()
}

func (c *Conn) goodbye() error {
	if c.saidGoodbye {
		return nil
	}
	c.saidGoodbye = true
	c.conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
	_, err := c.conn.Write(sayGoodbye(c.number))
	c.conn.SetWriteDeadline(time.Now())
	return err
}

// Close says goodbye and closes the connection. A Write that waits is interrupted.
func (c *Conn) Close() error {
	if c.closed.Swap(true) {
		return net.ErrClosed
	}
	var alert error
	if c.done.Load() && c.out.TryLock() {
		if err := c.goodbye(); err != nil {
			alert = errors.Join(errors.New("tls: failed to send closeNotify alert (but connection was closed anyway)"), err)
		}
		c.out.Unlock()
	}
	if err := c.conn.Close(); err != nil {
		return err
	}
	return alert
}

// ConnectionState returns the parameters that both sides have agreed on.
func (c *Conn) ConnectionState() ConnectionState {
	c.handshake.Lock()
	defer c.handshake.Unlock()
	return c.state
}

// OCSPResponse is what a server has stapled: nothing.
func (c *Conn) OCSPResponse() []byte { return nil }

// VerifyHostname returns nil if the server's certificates are good for a host.
func (c *Conn) VerifyHostname(host string) error {
	c.handshake.Lock()
	defer c.handshake.Unlock()
	switch {
	case !c.isClient:
		return errors.New("tls: VerifyHostname called on TLS server connection")
	case !c.state.HandshakeComplete:
		return errors.New("tls: handshake has not yet been performed")
	case len(c.state.VerifiedChains) == 0:
		return errors.New("tls: handshake did not verify certificate chain")
	}
	return c.state.PeerCertificates[0].VerifyHostname(host)
}
