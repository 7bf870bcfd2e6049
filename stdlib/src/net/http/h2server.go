package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"internal/settings"
	"io"
	"math"
	"net"
	"net/http/internal/h2"
	"slices"
	"time"
)

// An h2config is how a server speaks HTTP/2: its HTTP2Config with the defaults filled in.
type h2config struct {
	streams       uint32 // at the same time
	decoderTable  uint32
	encoderTable  uint32
	frameSize     uint32
	connWindow    int32
	streamWindow  int32
	headerList    uint32
	idlePing      time.Duration // how long a silent connection waits until it is pinged, 0: for ever
	pingTimeout   time.Duration
	writeTimeout  time.Duration // of a write in which not one byte is taken, 0: none
	anyCipher     bool
	countError    func(string)
	mostFields    int
	idle          time.Duration
	connectMethod bool // the extended CONNECT of RFC 8441 is offered
}

// within returns n if it lies in a range, else the default.
func within[T int32 | uint32](n int, low, high, normal T) T {
	if int64(n) < int64(low) || int64(n) > int64(high) {
		return normal
	}
	return T(n)
}

func (s *Server) h2config() h2config {
	given := s.HTTP2
	if given == nil {
		given = &HTTP2Config{}
	}
	header := s.MaxHeaderBytes
	if header <= 0 {
		header = DefaultMaxHeaderBytes
	}
	// HTTP/2 counts 32 bytes more for each field than HTTP/1 does: so many fields as are usual do not count.
	const usualFields = 10
	c := h2config{
		streams:      within(given.MaxConcurrentStreams, 1, uint32(math.MaxUint32), 250),
		decoderTable: within(given.MaxDecoderHeaderTableSize, 1, uint32(math.MaxUint32), 4096),
		encoderTable: within(given.MaxEncoderHeaderTableSize, 1, uint32(math.MaxUint32), 4096),
		frameSize:    within(given.MaxReadFrameSize, http2.MinFrameSize, uint32(http2.MaxFrameSize), 1<<20),
		connWindow:   within(given.MaxReceiveBufferPerConnection, http2.InitialWindow, int32(http2.MaxWindow), 1<<20),
		streamWindow: within(given.MaxReceiveBufferPerStream, 1, int32(http2.MaxWindow), 1<<20),
		headerList:   uint32(min(int64(header)+usualFields*32, math.MaxUint32)),
		idlePing:     given.SendPingTimeout, pingTimeout: given.PingTimeout, writeTimeout: given.WriteByteTimeout,
		anyCipher: given.PermitProhibitedCipherSuites, countError: given.CountError,
		mostFields: s.MaxHeaderValueCount, idle: s.idleTimeout(),
		connectMethod: settings.Of("http2xconnect") == "1",
	}
	if c.pingTimeout <= 0 {
		c.pingTimeout = 15 * time.Second
	}
	if c.mostFields <= 0 {
		c.mostFields = DefaultMaxHeaderValueCount
	}
	return c
}

// protocols are the versions of HTTP that the server speaks.
func (s *Server) protocols() Protocols {
	if s.Protocols != nil {
		return *s.Protocols
	}
	// A TLSNextProto that is not nil and lacks h2 is the older way to switch HTTP/2 off; GODEBUG is another one.
	_, named := s.TLSNextProto["h2"]
	off := s.TLSNextProto != nil || settings.Of("http2server") == "0"
	var p Protocols
	p.SetHTTP1(true)
	p.SetHTTP2(named || !off)
	return p
}

// offered returns the protocols that TLS offers a client: those of the configuration that the server speaks, and the
// others that it speaks behind them.
func (s *Server) offered(configured []string) []string {
	p := s.protocols()
	spoken := map[string]bool{"h2": p.HTTP2(), "http/1.1": p.HTTP1()}
	list := slices.DeleteFunc(slices.Clone(configured), func(name string) bool {
		yes, known := spoken[name]
		return known && !yes
	})
	for _, name := range []string{"h2", "http/1.1"} {
		if spoken[name] && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// prepareH2 makes the server ready for HTTP/2 before it serves; only the first call does anything. overTLS tells
// whether it is ServeTLS that calls: a listener that Serve was given may speak TLS too, but then h2 was configured for
// it.
func (s *Server) prepareH2(overTLS bool) error {
	if !overTLS && s.TLSConfig != nil && !s.protocols().UnencryptedHTTP2() && !slices.Contains(s.TLSConfig.NextProtos, "h2") {
		return nil
	}
	s.h2once.Do(func() {
		p := s.protocols()
		if !p.HTTP2() && !p.UnencryptedHTTP2() {
			return
		}
		if _, ok := s.TLSNextProto["h2"]; ok {
			return
		}
		if s.h2err = checkCiphers(s.TLSConfig); s.h2err != nil {
			return
		}
		if s.TLSNextProto == nil {
			s.TLSNextProto = map[string]func(*Server, *tls.Conn, Handler){}
		}
		s.TLSNextProto["h2"] = serveNegotiated
	})
	return s.h2err
}

// checkCiphers refuses a configuration with which no client could speak HTTP/2 over TLS 1.2 (RFC 9113, 9.2.2).
func checkCiphers(config *tls.Config) error {
	if config == nil || config.CipherSuites == nil || config.MinVersion >= tls.VersionTLS13 {
		return nil
	}
	for _, id := range config.CipherSuites {
		if id == tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 || id == tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 {
			return nil
		}
	}
	return errors.New("http2: TLSConfig.CipherSuites is missing an HTTP/2-required AES_128_GCM_SHA256 cipher" +
		" (need at least one of TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)")
}

// A negotiatedHandler is the Handler that functions of TLSNextProto get. It also tells whose connection it is.
type negotiatedHandler struct {
	conn *conn
}

func (h negotiatedHandler) ServeHTTP(w ResponseWriter, r *Request) {
	h.conn.server.handler(r).ServeHTTP(w, r)
}

// BaseContext is the context of the connection.
func (h negotiatedHandler) BaseContext() context.Context { return h.conn.ctx }

// serveNegotiated serves HTTP/2 on a connection where TLS has agreed on it.
func serveNegotiated(s *Server, t *tls.Conn, h Handler) {
	ctx := context.Background()
	if b, ok := h.(interface{ BaseContext() context.Context }); ok {
		ctx = b.BaseContext()
	}
	serveH2(s, ctx, t, bufio.NewReaderSize(t, h2readBuffer), h, false)
}

// serveOther serves the connection if it speaks another protocol than HTTP/1; true: it is done.
func (c *conn) serveOther() bool {
	if c.tls != nil {
		name := c.tls.NegotiatedProtocol
		serve := c.server.TLSNextProto[name]
		if name == "" || serve == nil {
			return false
		}
		c.note(StateActive)
		serve(c.server, c.rwc.(*tls.Conn), negotiatedHandler{c})
		return true
	}
	p := c.server.protocols()
	if !p.UnencryptedHTTP2() || !c.hasPreface() {
		return !p.HTTP1() && p.UnencryptedHTTP2()
	}
	c.note(StateActive)
	c.rwc.SetReadDeadline(time.Time{})
	c.br.Discard(len(http2.ClientPreface))
	begun := make([]byte, c.br.Buffered())
	io.ReadFull(c.br, begun)
	serveH2(c.server, c.ctx, c.rwc, bufio.NewReaderSize(&continuedConn{begun, c.rwc}, h2readBuffer), negotiatedHandler{c}, true)
	return true
}

// h2readBuffer is how much is read from a connection at a time.
const h2readBuffer = 16 << 10

// hasPreface tells whether the client begins with HTTP/2's preface. A request of HTTP/1 may be shorter than that.
func (c *conn) hasPreface() bool {
	if d := c.server.headerTimeout(); d > 0 {
		c.rwc.SetReadDeadline(time.Now().Add(d))
	}
	c.in.remain = math.MaxInt64
	const requestLine = len("PRI * HTTP/2.0")
	for n := 1; ; n = min(max(n+1, c.br.Buffered()), requestLine) {
		begin, err := c.br.Peek(n)
		if err != nil || string(begin) != http2.ClientPreface[:n] {
			return false
		}
		if n == requestLine {
			break
		}
	}
	begin, err := c.br.Peek(len(http2.ClientPreface))
	return err == nil && string(begin) == http2.ClientPreface
}

// A continuedConn is a connection of which some has been read already.
type continuedConn struct {
	begun []byte
	net.Conn
}

func (c *continuedConn) Read(p []byte) (int, error) {
	if len(c.begun) > 0 {
		n := copy(p, c.begun)
		c.begun = c.begun[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}

// prohibited tells whether RFC 9113 forbids a cipher suite: it allows those of TLS 1.2 with ephemeral keys and AEAD.
func prohibited(suite uint16) bool {
	switch suite {
	case tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256:
		return false
	}
	return true
}

// serveH2 serves HTTP/2 on a connection until it ends. greeted: the client's preface has been read.
func serveH2(s *Server, ctx context.Context, rwc net.Conn, src *bufio.Reader, h Handler, greeted bool) {
	c := newH2conn(s, ctx, rwc, src, h)
	if t, ok := rwc.(*tls.Conn); ok {
		state := t.ConnectionState()
		c.tls = &state
		if state.Version < tls.VersionTLS12 {
			c.refuse("TLS version too low")
			return
		}
		if state.Version == tls.VersionTLS12 && !c.config.anyCipher && prohibited(state.CipherSuite) {
			c.refuse("Prohibited TLS 1.2 Cipher Suite: " + tls.CipherSuiteName(state.CipherSuite))
			return
		}
	}
	c.serve(greeted)
}
