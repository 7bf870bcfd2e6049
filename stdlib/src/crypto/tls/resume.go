package tls

import (
	"crypto/x509"
	"errors"
	"slices"
	"time"
)

// cacheKey is what a client's sessions are stored by; nothing if they are not.
func (c *Conn) cacheKey() string {
	switch {
	case c.config.ClientSessionCache == nil || c.config.SessionTicketsDisabled:
		return ""
	case c.config.ServerName != "" || c.conn == nil:
		return c.config.ServerName
	}
	return c.conn.RemoteAddr().String()
}

// isRooted reports whether one of the chains is still good, below one of the roots.
func isRooted(chains [][]*x509.Certificate, opts x509.VerifyOptions) bool {
	return slices.ContainsFunc(chains, func(chain []*x509.Certificate) bool {
		if len(chain) == 0 {
			return false
		}
		for _, c := range chain {
			if opts.CurrentTime.Before(c.NotBefore) || opts.CurrentTime.After(c.NotAfter) {
				return false
			}
		}
		// The chain was verified: what matters is that it ends below a root.
		_, err := chain[len(chain)-1].Verify(opts)
		return err == nil
	})
}

// storedSession is the one that a client can resume, or nil.
func (c *Conn) storedSession() *SessionState {
	key := c.cacheKey()
	if key == "" {
		return nil
	}
	cs, ok := c.config.ClientSessionCache.Get(key)
	if !ok || cs == nil || cs.session == nil || cs.session.kept == nil {
		return nil
	}
	s, now := cs.session, c.config.now()
	if least, greatest, err := c.config.versions(); err != nil || s.version < least || s.version > greatest {
		return nil
	}
	if now.After(s.peer[0].NotAfter) {
		c.config.ClientSessionCache.Put(key, nil)
		return nil
	}
	if !c.config.InsecureSkipVerify {
		if len(s.chains) == 0 || s.peer[0].VerifyHostname(c.config.ServerName) != nil {
			return nil
		}
		opts := x509.VerifyOptions{CurrentTime: now, Roots: c.config.RootCAs, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
		if !isRooted(s.chains, opts) {
			c.config.ClientSessionCache.Put(key, nil)
			return nil
		}
	}
	return s
}

// storeSessions stores the sessions that a client got.
func (c *Conn) storeSessions() {
	if !c.isClient || c.cacheKey() == "" && c.quic == nil {
		return
	}
	for {
		number, facts := takeSession(c.number)
		if number == 0 {
			return
		}
		f := split(facts)
		agreed := get[uint16](f[0])
		s := c.newSession()
		s.version, s.kept = agreed[0], keep(number)
		s.EarlyData = c.quic != nil && f[1][0] == 1
		switch key := c.cacheKey(); {
		case c.quic != nil && c.quic.sessionEvents:
			c.quic.add(QUICEvent{Kind: QUICStoreSession, SessionState: s})
		case key != "":
			c.config.ClientSessionCache.Put(key, &ClientSessionState{s})
		}
	}
}

// newSession is one of the connection, without its secret.
func (c *Conn) newSession() *SessionState {
	return &SessionState{
		version: c.state.Version, suite: c.state.CipherSuite, isClient: c.isClient, createdAt: uint64(c.config.now().Unix()),
		peer: c.state.PeerCertificates, chains: c.state.VerifiedChains, protocol: c.state.NegotiatedProtocol,
	}
}

// resumed takes over from a session that is resumed what hands are not shaken on again.
func (c *Conn) resumed(s *SessionState) {
	if s != nil {
		c.state.PeerCertificates, c.state.VerifiedChains = s.peer, s.chains
	}
}

// seal answers for the ticket of a server's session.
func (c *Conn) seal(plain []byte) ([]byte, error) {
	// TLS 1.2 gives out a ticket in the same step in which it resumes a session.
	if c.opened != nil && c.state.Version == 0 {
		c.state.Version, c.state.CipherSuite = c.opened.version, c.opened.suite
		c.resumed(c.opened)
	}
	return c.sealed(c.newSession(), plain)
}

func (c *Conn) sealed(s *SessionState, plain []byte) ([]byte, error) {
	s.plain = append([]byte(nil), plain...)
	if c.config.WrapSession != nil {
		return c.config.WrapSession(c.state, s)
	}
	return sealTicket(c.original.keysForTickets(c.config), s)
}

// open answers for the session in a ticket; nil if there is none that can be resumed.
func (c *Conn) open(ticket []byte) (*SessionState, error) {
	var s *SessionState
	if c.config.UnwrapSession != nil {
		var err error
		if s, err = c.config.UnwrapSession(ticket, c.state); err != nil {
			return nil, err
		}
	} else {
		s = openTicket(c.original.keysForTickets(c.config), ticket)
	}
	if s == nil || s.isClient || !c.allows(s) {
		return nil, nil
	}
	return s, nil
}

// allows reports whether the server's Config lets session s be resumed: its ticket is not too old, and the client had
// sent the certificate that ClientAuth asks for, one that is still valid and, where it is verified, has a path to
// ClientCAs.
func (c *Conn) allows(s *SessionState) bool {
	now, auth := c.config.now(), c.config.ClientAuth
	if now.After(time.Unix(int64(s.createdAt), 0).Add(ticketLifetime)) {
		return false
	}
	if len(s.peer) == 0 {
		return auth != RequireAnyClientCert && auth != RequireAndVerifyClientCert
	}
	if auth == NoClientCert || now.After(s.peer[0].NotAfter) {
		return false
	}
	if auth < VerifyClientCertIfGiven {
		return true
	}
	opts := x509.VerifyOptions{CurrentTime: now, Roots: c.config.ClientCAs, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	return isRooted(s.chains, opts)
}

var errECHServer = errors.New("tls: minigo's crypto/tls cannot decrypt a client's hello, as rustls cannot: EncryptedClientHelloKeys and " +
	"GetEncryptedClientHelloKeys need the crypto/tls of an installed Go")

// openOnce opens a ticket unless that was done before.
func (c *Conn) openOnce(ticket []byte) (*SessionState, error) {
	if c.quic != nil {
		if s, ok := c.quic.tickets[string(ticket)]; ok {
			return s, nil
		}
	}
	return c.open(ticket)
}
