package tls

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
)

// A QUICEncryptionLevel is how messages of the handshake are encrypted.
type QUICEncryptionLevel int

// The levels.
const (
	QUICEncryptionLevelInitial QUICEncryptionLevel = iota
	QUICEncryptionLevelEarly
	QUICEncryptionLevelHandshake
	QUICEncryptionLevelApplication
)

func (l QUICEncryptionLevel) String() string {
	names := []string{"Initial", "Early", "Handshake", "Application"}
	if l >= 0 && int(l) < len(names) {
		return names[l]
	}
	return fmt.Sprintf("QUICEncryptionLevel(%d)", int(l))
}

// A QUICConfig says how a QUICConn speaks.
type QUICConfig struct {
	TLSConfig *Config
	// EnableSessionEvents leaves it to a client when sessions are stored, by StoreSession.
	EnableSessionEvents bool
	// ClientHelloInfoConn is that of ClientHelloInfo.
	ClientHelloInfoConn net.Conn
}

// A QUICEventKind is what happens on a QUICConn.
type QUICEventKind int

// The kinds.
const (
	QUICNoEvent QUICEventKind = iota
	// The secret for reading or writing at a level, with the cipher suite.
	QUICSetReadSecret
	QUICSetWriteSecret
	// Data for the other side at a level.
	QUICWriteData
	// The parameters of the other side.
	QUICTransportParameters
	// A server's own parameters are needed now: SetTransportParameters.
	QUICTransportParametersRequired
	// The server has not taken the client's early data.
	QUICRejectedEarlyData
	QUICHandshakeDone
	// A session is about to be resumed, whose EarlyData may be unset.
	QUICResumeSession
	// A client got a session.
	QUICStoreSession
	// The connection has failed.
	QUICErrorEvent
)

// A QUICEvent is what has happened on a QUICConn.
type QUICEvent struct {
	Kind         QUICEventKind
	Level        QUICEncryptionLevel
	Data         []byte
	Suite        uint16
	SessionState *SessionState
	Err          error
}

// A QUICSessionTicketOptions says what a ticket is good for.
type QUICSessionTicketOptions struct {
	EarlyData bool
	Extra     [][]byte
}

// A QUICConn shakes hands for a connection of QUIC, which carries the messages. Its methods must not be called by two
// goroutines at a time.
type QUICConn struct {
	conn       *Conn
	ticketSent bool
}

// A quicState is what is known of a connection of QUIC.
type quicState struct {
	events        []QUICEvent
	sessionEvents bool
	helloConn     net.Conn
	started       bool
	// parameters are those for the other side; nil as long as a server has none.
	parameters []byte
	reading    QUICEncryptionLevel
	// waiting is a server's hello that waits for the parameters.
	waiting bool
	// resuming says that events before this have to be taken before the client begins.
	resuming bool
	// secrets are the secrets for the key log, by their labels.
	secrets map[string][]byte
	// theirs are the other side's parameters, as far as they are known; a session brings those of the time before.
	theirs []byte
	// hasEarly says that there are keys for early data.
	hasEarly bool
	// toldParameters, toldEarly and toldDone say which events have been.
	toldParameters, toldEarly, toldDone bool
	// tickets are sessions that were opened before rustls asks for them, by their tickets.
	tickets map[string]*SessionState
	failed  error
	// toldError says that the event of the error has been.
	toldError bool
}

// QUICClient returns a client's end.
func QUICClient(config *QUICConfig) *QUICConn { return newQUIC(Client(nil, config.TLSConfig), config) }

// QUICServer returns a server's end.
func QUICServer(config *QUICConfig) *QUICConn { return newQUIC(Server(nil, config.TLSConfig), config) }

func newQUIC(conn *Conn, config *QUICConfig) *QUICConn {
	conn.quic = &quicState{sessionEvents: config.EnableSessionEvents, helloConn: config.ClientHelloInfoConn, secrets: map[string][]byte{}}
	return &QUICConn{conn: conn}
}

func (q *quicState) add(e QUICEvent) { q.events = append(q.events, e) }

// resume tells of a session before it is used.
func (q *quicState) resume(s *SessionState) {
	q.add(QUICEvent{Kind: QUICResumeSession, SessionState: s})
	q.resuming = true
}

// learn takes secrets from lines of a log of keys.
func (q *quicState) learn(lines string) {
	for line := range strings.Lines(lines) {
		if f := strings.Fields(line); len(f) == 3 {
			q.secrets[f[0]], _ = hex.DecodeString(f[2])
		}
	}
}

// early is 1 if early data may be sent under a session.
func (q *quicState) early(c *Conn) byte {
	s := c.offered
	if !c.isClient {
		if len(c.hello.tickets) == 0 {
			return 0
		}
		s = q.tickets[string(c.hello.tickets[0])]
	}
	if s != nil && s.EarlyData && (!c.isClient || slices.Contains(c.config.NextProtos, s.protocol)) {
		return 1
	}
	return 0
}

// quicError turns an error that is not an AlertError into one.
func quicError(err error, alert AlertError) error {
	if err == nil || errors.As(err, new(AlertError)) {
		return err
	}
	return fmt.Errorf("%w%.0w", err, alert)
}

// internalError is the alert of failures that are this side's.
const internalError AlertError = 80

func (q *QUICConn) fail(err error) error {
	s := q.conn.quic
	if s.failed == nil {
		alert := internalError
		if f := split(facts(q.conn.number)); len(f) == 5 && f[0][6] != 0 {
			alert = AlertError(f[0][6])
		}
		s.failed = quicError(err, alert)
	}
	return s.failed
}

// Start begins to shake hands. Start must be called once.
func (q *QUICConn) Start(ctx context.Context) error {
	c, s := q.conn, q.conn.quic
	if s.started {
		return quicError(errors.New("tls: Start called more than once"), internalError)
	}
	s.started, c.ctx = true, ctx
	if c.isClient && s.parameters == nil {
		s.add(QUICEvent{Kind: QUICTransportParametersRequired})
		s.waiting = true
		return nil
	}
	return q.begin()
}

// begin begins once the parameters are there.
func (q *QUICConn) begin() error {
	c, s := q.conn, q.conn.quic
	if err := c.begin(); err != nil {
		return q.fail(err)
	}
	if s.resuming {
		return nil
	}
	return q.advance(nil)
}

// advance makes events of what rustls has done, which has ended with err.
func (q *QUICConn) advance(err error) error {
	c := q.conn
	c.readFacts()
	if err == nil {
		err = c.ctx.Err()
	}
	if err != nil {
		return q.fail(err)
	}
	c.quic.report(c)
	if c.state.HandshakeComplete && !c.quic.toldDone {
		if err := c.shaken(); err != nil {
			return q.fail(err)
		}
		c.quic.done(c)
		c.done.Store(true)
	}
	c.storeSessions()
	return nil
}

// report turns rustls's output into events, in Go's order.
func (q *quicState) report(c *Conn) {
	if !c.isClient {
		q.tellEarly(c, QUICSetReadSecret, c.state.CipherSuite)
	}
	out := split(takeOut(c.number))
	for i := 0; i+1 < len(out); i += 2 {
		level, isData := QUICEncryptionLevel(out[i][1]), out[i][0] == 0
		if c.isClient && !q.toldParameters && (level > QUICEncryptionLevelHandshake || isData && level == QUICEncryptionLevelHandshake) {
			q.toldParameters = true
			q.add(QUICEvent{Kind: QUICTransportParameters, Data: q.theirs})
			if f := split(facts(c.number)); q.toldEarly && len(f) == 5 && f[0][5] == 0 {
				q.add(QUICEvent{Kind: QUICRejectedEarlyData})
			}
		}
		if !isData {
			q.setKeys(c, level)
			continue
		}
		q.add(QUICEvent{Kind: QUICWriteData, Level: level, Data: out[i+1]})
		if c.isClient && c.offered != nil {
			q.tellEarly(c, QUICSetWriteSecret, c.offered.suite)
		}
	}
}

func (q *quicState) tellEarly(c *Conn, kind QUICEventKind, suite uint16) {
	if secret := q.secrets["CLIENT_EARLY_TRAFFIC_SECRET"]; secret != nil && q.hasEarly && !q.toldEarly {
		q.toldEarly = true
		q.add(QUICEvent{Kind: kind, Level: QUICEncryptionLevelEarly, Suite: suite, Data: secret})
	}
}

// labels are those of the secrets of a client and a server.
var labels = map[QUICEncryptionLevel][2]string{
	QUICEncryptionLevelHandshake:   {"CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET"},
	QUICEncryptionLevelApplication: {"CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0"},
}

func (q *quicState) set(c *Conn, kind QUICEventKind, level QUICEncryptionLevel) {
	client := c.isClient == (kind == QUICSetWriteSecret)
	label := labels[level][1]
	if client {
		label = labels[level][0]
	}
	q.add(QUICEvent{Kind: kind, Level: level, Suite: c.state.CipherSuite, Data: q.secrets[label]})
	if kind == QUICSetReadSecret {
		q.reading = level
	}
}

// setKeys tells the secrets of a level. The application's data is read only when hands are shaken.
func (q *quicState) setKeys(c *Conn, level QUICEncryptionLevel) {
	if level == QUICEncryptionLevelHandshake {
		q.set(c, QUICSetWriteSecret, level)
		q.set(c, QUICSetReadSecret, level)
		return
	}
	q.set(c, QUICSetWriteSecret, level)
}

func (q *quicState) done(c *Conn) {
	q.toldDone = true
	q.add(QUICEvent{Kind: QUICHandshakeDone})
	q.set(c, QUICSetReadSecret, QUICEncryptionLevelApplication)
}

// NextEvent returns what has happened next, or QUICNoEvent.
func (q *QUICConn) NextEvent() QUICEvent {
	s := q.conn.quic
	if len(s.events) == 0 && s.resuming && s.failed == nil {
		s.resuming = false
		q.resume()
	}
	if s.failed != nil {
		if s.toldError {
			return QUICEvent{}
		}
		s.toldError, s.events = true, nil
		return QUICEvent{Kind: QUICErrorEvent, Err: s.failed}
	}
	if len(s.events) == 0 {
		return QUICEvent{}
	}
	e := s.events[0]
	s.events = s.events[1:]
	return e
}

// resume goes on after a QUICResumeSession.
func (q *QUICConn) resume() {
	if q.conn.isClient {
		if err := q.conn.connect(); err != nil {
			q.fail(err)
			return
		}
		q.advance(nil)
		return
	}
	q.accept()
}

// HandleData takes data of the other side at a level.
func (q *QUICConn) HandleData(level QUICEncryptionLevel, data []byte) error {
	c, s := q.conn, q.conn.quic
	if s.failed != nil {
		return s.failed
	}
	if level != s.reading {
		return q.fail(errors.New("tls: handshake data received at wrong level"))
	}
	if !c.isClient && c.hello == nil {
		c.heard = append(c.heard, data...)
		message := wholeMessage(c.heard)
		if message == nil {
			return nil
		}
		return q.meet(message)
	}
	step, bytes := feed(c.number, data)
	return q.advance(c.follow(step, bytes))
}

// meet begins with a client's hello.
func (q *QUICConn) meet(message []byte) error {
	c, s := q.conn, q.conn.quic
	c.hello = readHello(message)
	if c.hello.parameters == nil {
		const missingExtension AlertError = 109
		s.failed = quicError(errors.New("tls: client did not send a quic_transport_parameters extension"), missingExtension)
		return s.failed
	}
	s.add(QUICEvent{Kind: QUICTransportParameters, Data: c.hello.parameters})
	if s.parameters == nil {
		s.add(QUICEvent{Kind: QUICTransportParametersRequired})
		s.waiting = true
		return nil
	}
	return q.open()
}

// open opens the session that the client offers first, as its early data is taken or not before rustls asks.
func (q *QUICConn) open() error {
	c, s := q.conn, q.conn.quic
	if len(c.hello.tickets) > 0 && !c.config.SessionTicketsDisabled {
		session, err := c.open(c.hello.tickets[0])
		if err != nil {
			return q.fail(err)
		}
		s.tickets = map[string]*SessionState{string(c.hello.tickets[0]): session}
		if session != nil && s.sessionEvents {
			s.resume(session)
			return nil
		}
	}
	return q.accept()
}

func (q *QUICConn) accept() error {
	c := q.conn
	hello := c.heard
	c.heard = nil
	settings, err := c.answerHello()
	if err != nil {
		return q.fail(err)
	}
	step, bytes := acceptQUIC(c.number, settings, hello)
	return q.advance(c.follow(step, bytes))
}

// SetTransportParameters sets this side's parameters.
func (q *QUICConn) SetTransportParameters(params []byte) {
	s := q.conn.quic
	s.parameters = append([]byte{}, params...)
	if !s.waiting || s.failed != nil {
		return
	}
	s.waiting = false
	if q.conn.isClient {
		q.begin()
	} else {
		q.open()
	}
}

// SendSessionTicket sends a client a ticket. The method can be called once.
func (q *QUICConn) SendSessionTicket(opts QUICSessionTicketOptions) error {
	c := q.conn
	var err error
	switch {
	case c.config.SessionTicketsDisabled:
		return nil
	case !c.done.Load():
		err = errors.New("tls: SendSessionTicket called before handshake completed")
	case c.isClient:
		err = errors.New("tls: SendSessionTicket called on the client")
	case q.ticketSent:
		err = errors.New("tls: SendSessionTicket called multiple times")
	default:
		q.ticketSent = true
		err = c.sendTicket(opts)
	}
	return quicError(err, internalError)
}

// sendTicket sends the message that rustls has made, with a ticket of this side.
func (c *Conn) sendTicket(opts QUICSessionTicketOptions) error {
	f := split(takeTicket(c.number))
	if len(f) != 2 || len(f[0]) == 0 {
		// The client does not resume sessions.
		return nil
	}
	s := c.newSession()
	s.EarlyData, s.Extra = opts.EarlyData, opts.Extra
	ticket, err := c.sealed(s, f[1])
	if err != nil {
		return err
	}
	w := wire{b: f[0]}
	w.take(4 + 4)
	age := w.take(4)
	nonce := w.vector(1)
	body := binary.BigEndian.AppendUint32(nil, uint32(ticketLifetime.Seconds()))
	body = append(append(body, age...), byte(len(nonce.b)))
	body = append(body, nonce.b...)
	body = append(binary.BigEndian.AppendUint16(body, uint16(len(ticket))), ticket...)
	if opts.EarlyData {
		const earlyData = 42
		body = append(body, 0, 8, 0, earlyData, 0, 4, 0xff, 0xff, 0xff, 0xff)
	} else {
		body = append(body, 0, 0)
	}
	message := append([]byte{4, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
	c.quic.add(QUICEvent{Kind: QUICWriteData, Level: QUICEncryptionLevelApplication, Data: message})
	return nil
}

// StoreSession stores a session that a client has received, for later QUICConns.
func (q *QUICConn) StoreSession(session *SessionState) error {
	c := q.conn
	if !c.isClient {
		return quicError(errors.New("tls: StoreSessionTicket called on the server"), internalError)
	}
	if key := c.cacheKey(); key != "" {
		c.config.ClientSessionCache.Put(key, &ClientSessionState{session})
	}
	return nil
}

// ConnectionState returns the parameters that both sides have agreed on.
func (q *QUICConn) ConnectionState() ConnectionState { return q.conn.ConnectionState() }

// Close ends the connection.
func (q *QUICConn) Close() error {
	s := q.conn.quic
	if s.started && s.failed == nil && !q.conn.done.Load() {
		q.fail(context.Canceled)
	}
	return s.failed
}
