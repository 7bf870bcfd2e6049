package tls

import (
	"context"
	"crypto"
	"encoding/binary"
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
	// refusal is why Go's side said no to a question; asked says that VerifyConnection was called.
	refusal error
	asked   bool

	// in is held while bytes are read, out while they are written: rustls's connection makes records in order, and
	// they must go out in it.
	in, out           sync.Mutex
	readErr, writeErr error
	// buf has bytes that come, unfed those that rustls has not got yet. seen is how many bytes of the last record's header came, and left how many of the record
	// have not; begun says that the first record's header came.
	buf, unfed []byte
	head       [5]byte
	seen, left int
	begun      bool
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
	return &Conn{conn: conn, config: config, isClient: isClient}
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
	c.engine = &engine{c.number}
	runtime.SetFinalizer(c.engine, func(e *engine) { release(e.number) })
	if err := c.flush(); err != nil {
		return err
	}
	for {
		c.readFacts()
		if c.state.HandshakeComplete {
			break
		}
		if err := c.receive(); err != nil {
			return err
		}
	}
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
		c.number = newServer()
		return nil
	}
	if c.config.ServerName == "" && !c.config.InsecureSkipVerify {
		return errors.New("tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config")
	}
	settings, err := c.settings(c.config, nil)
	if err != nil {
		return err
	}
	var failure string
	if c.number, failure = newClient(settings); c.number == 0 {
		return errors.New("tls: " + failure)
	}
	c.state.ServerName = c.config.ServerName
	return nil
}

func join(parts ...[]byte) (out []byte) {
	for _, part := range parts {
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(part))), part...)
	}
	return out
}

func split(b []byte) (parts [][]byte) {
	for len(b) >= 4 {
		n := 4 + int(binary.BigEndian.Uint32(b))
		parts = append(parts, b[4:n:n])
		b = b[n:]
	}
	return parts
}

func put[T ~uint16](list []T) (out []byte) {
	for _, n := range list {
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	}
	return out
}

func get[T ~uint16](b []byte) (list []T) {
	for ; len(b) >= 2; b = b[2:] {
		list = append(list, T(binary.BigEndian.Uint16(b)))
	}
	return list
}

func strs(b []byte) (list []string) {
	for _, part := range split(b) {
		list = append(list, string(part))
	}
	return list
}

// settings are what rustls is to know of a config.
func (c *Conn) settings(config *Config, cert *Certificate) ([]byte, error) {
	least, greatest := config.MinVersion, config.MaxVersion
	if least < VersionTLS12 {
		least = VersionTLS12
	}
	if greatest == 0 {
		greatest = VersionTLS13
	}
	if greatest < least {
		if greatest < VersionTLS12 {
			return nil, errors.New("tls: minigo speaks TLS 1.2 and 1.3 only")
		}
		return nil, errors.New("tls: no supported versions satisfy MinVersion and MaxVersion")
	}
	var protocols, authorities, certificate []byte
	for _, name := range config.NextProtos {
		if name == "" || len(name) > 255 {
			return nil, errors.New("tls: invalid NextProtos value")
		}
		protocols = append(protocols, join([]byte(name))...)
	}
	if config.ClientCAs != nil {
		authorities = join(config.ClientCAs.Subjects()...)
	}
	if cert != nil {
		var err error
		if certificate, err = c.certificate(cert); err != nil {
			return nil, err
		}
	}
	asks := []byte{0, 0}
	switch config.ClientAuth {
	case RequestClientCert, VerifyClientCertIfGiven:
		asks[0] = 1
	case RequireAnyClientCert, RequireAndVerifyClientCert:
		asks[0], asks[1] = 1, 1
	}
	name := config.ServerName
	for len(name) > 0 && name[len(name)-1] == '.' {
		name = name[:len(name)-1]
	}
	return join(put([]uint16{least, greatest}), put(config.CipherSuites), put(config.CurvePreferences), protocols, []byte(name), asks, authorities, certificate), nil
}

// certificate encodes a chain, and takes its key for signing.
func (c *Conn) certificate(cert *Certificate) ([]byte, error) {
	schemes, err := cert.schemes()
	if err != nil {
		return nil, err
	}
	c.signer = cert.PrivateKey.(crypto.Signer)
	c.state.LocalCertificate = cert.Certificate
	return append(join(put(schemes)), join(cert.Certificate...)...), nil
}

func (c *Conn) readFacts() {
	f := split(facts(c.number))
	if len(f) != 4 {
		return
	}
	agreed := get[uint16](f[1])
	c.state.HandshakeComplete, c.state.HelloRetryRequest = f[0][0] == 0, f[0][1] != 0
	c.state.Version, c.state.CipherSuite, c.state.CurveID = agreed[0], agreed[1], CurveID(agreed[2])
	c.state.NegotiatedProtocol, c.state.NegotiatedProtocolIsMutual = string(f[2]), true
	if !c.isClient {
		c.state.ServerName = string(f[3])
	}
}

// flush writes what rustls has for the other side. Once hands are shaken a Write that is under way is not waited for, as
// it may wait for the other side, which waits for this one to read: the next one writes it.
func (c *Conn) flush() error {
	if !c.done.Load() {
		c.out.Lock()
	} else if !c.out.TryLock() {
		return nil
	}
	defer c.out.Unlock()
	if out := takeOut(c.number); len(out) > 0 && c.writeErr == nil {
		_, c.writeErr = c.conn.Write(out)
	}
	return c.writeErr
}

// receive reads bytes if there are none, and lets rustls have them; what it has for the other side then is written. In
// a handshake rustls gets a record at a time, so that what it asks for one comes with what was agreed on in those before.
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
	step, bytes := feed(c.number, part)
	err := c.follow(step, bytes)
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

// CloseWrite tells the other side that nothing comes any more.
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

// ConnectionState says what was agreed on.
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
