// Connections of QUIC: what happens on both ends, with secrets that fit, sessions that are resumed, and early data.
package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var kinds = map[tls.QUICEventKind]string{
	tls.QUICNoEvent: "nothing", tls.QUICSetReadSecret: "read secret", tls.QUICSetWriteSecret: "write secret", tls.QUICWriteData: "data",
	tls.QUICTransportParameters: "parameters", tls.QUICTransportParametersRequired: "parameters required",
	tls.QUICRejectedEarlyData: "early data rejected", tls.QUICHandshakeDone: "done", tls.QUICResumeSession: "resume",
	tls.QUICStoreSession: "store", tls.QUICErrorEvent: "error",
}

// An end is one of a connection.
type end struct {
	name    string
	conn    *tls.QUICConn
	secrets map[string][]byte
	done    bool
	resume  func(*tls.SessionState)
	quiet   bool
}

func (e *end) say(words ...any) {
	if !e.quiet {
		fmt.Println(append([]any{e.name + ":"}, words...)...)
	}
}

type packet struct {
	level tls.QUICEncryptionLevel
	data  []byte
}

// events takes what has happened, and returns data for the other end.
func (e *end) events() (out []packet, err error) {
	for {
		switch event := e.conn.NextEvent(); event.Kind {
		case tls.QUICNoEvent:
			return out, nil
		case tls.QUICSetReadSecret, tls.QUICSetWriteSecret:
			e.say(kinds[event.Kind], event.Level, event.Suite != 0, len(event.Data) >= 32)
			e.secrets[kinds[event.Kind]+event.Level.String()] = bytes.Clone(event.Data)
		case tls.QUICWriteData:
			e.say("data", event.Level, len(event.Data) > 0)
			out = append(out, packet{event.Level, bytes.Clone(event.Data)})
		case tls.QUICTransportParameters:
			e.say("parameters", string(event.Data))
		case tls.QUICTransportParametersRequired:
			e.say("parameters required")
			e.conn.SetTransportParameters([]byte(e.name + "'s, late"))
		case tls.QUICResumeSession:
			e.say("resume", event.SessionState.EarlyData, len(event.SessionState.Extra))
			if e.resume != nil {
				e.resume(event.SessionState)
			}
		case tls.QUICStoreSession:
			e.say("store", event.SessionState.EarlyData)
			event.SessionState.Extra = append(event.SessionState.Extra, []byte("client's"))
			check(e.conn.StoreSession(event.SessionState))
		case tls.QUICErrorEvent:
			var alert tls.AlertError
			e.say("error", event.Err, errors.As(event.Err, &alert), int(alert))
			return out, event.Err
		case tls.QUICHandshakeDone:
			e.say("done")
			e.done = true
			if e.name == "server" {
				check(e.conn.SendSessionTicket(tls.QUICSessionTicketOptions{EarlyData: true, Extra: [][]byte{[]byte("server's")}}))
				fmt.Println(e.conn.SendSessionTicket(tls.QUICSessionTicketOptions{}))
			}
		default:
			e.say(kinds[event.Kind])
		}
	}
}

// run lets both ends work until nothing is left to do.
func run(c, s *end) (err error) {
	check(s.conn.Start(context.Background()))
	if err := c.conn.Start(context.Background()); err != nil {
		return err
	}
	from, to := c, s
	for idle := 0; idle < 2; {
		out, err := from.events()
		for _, p := range out {
			if err := to.conn.HandleData(p.level, p.data); err != nil {
				to.say("HandleData:", err)
				to.events()
				return err
			}
		}
		if err != nil {
			return err
		}
		if len(out) == 0 {
			idle++
		} else {
			idle = 0
		}
		from, to = to, from
	}
	return nil
}

func pair(client, server *tls.QUICConfig, early bool) (c, s *end) {
	c = &end{name: "client", conn: tls.QUICClient(client), secrets: map[string][]byte{}}
	s = &end{name: "server", conn: tls.QUICServer(server), secrets: map[string][]byte{}}
	c.conn.SetTransportParameters([]byte("client's"))
	if early {
		s.conn.SetTransportParameters([]byte("server's"))
	}
	return c, s
}

func compare(c, s *end) {
	for _, level := range []tls.QUICEncryptionLevel{tls.QUICEncryptionLevelEarly, tls.QUICEncryptionLevelHandshake, tls.QUICEncryptionLevelApplication} {
		cr, cw := c.secrets["read secret"+level.String()], c.secrets["write secret"+level.String()]
		sr, sw := s.secrets["read secret"+level.String()], s.secrets["write secret"+level.String()]
		fmt.Println(level, bytes.Equal(cr, sw), bytes.Equal(cw, sr), bytes.Equal(cr, cw))
	}
	cs, ss := c.conn.ConnectionState(), s.conn.ConnectionState()
	a, err := cs.ExportKeyingMaterial("label", nil, 16)
	check(err)
	b, err := ss.ExportKeyingMaterial("label", nil, 16)
	check(err)
	fmt.Println(cs.HandshakeComplete, cs.DidResume, ss.DidResume, cs.NegotiatedProtocol, ss.NegotiatedProtocol, ss.ServerName, tls.VersionName(cs.Version), len(cs.PeerCertificates), bytes.Equal(a, b))
	fmt.Println(c.conn.Close(), s.conn.Close())
}

func main() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"host.test"}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	check(err)
	leaf, err := x509.ParseCertificate(der)
	check(err)
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	config := func() (client, server *tls.QUICConfig) {
		return &tls.QUICConfig{TLSConfig: &tls.Config{RootCAs: pool, ServerName: "host.test", MinVersion: tls.VersionTLS13, NextProtos: []string{"p"}, ClientSessionCache: tls.NewLRUClientSessionCache(1)}},
			&tls.QUICConfig{TLSConfig: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS13, NextProtos: []string{"p"}}}
	}
	client, server := config()
	for _, events := range []bool{false, true} {
		fmt.Println("events", events)
		client, server = config()
		client.EnableSessionEvents, server.EnableSessionEvents = events, events
		for i := range 3 {
			fmt.Println("connection", i)
			// When a server is asked for parameters that it has not set depends on when its hello is made.
			c, s := pair(client, server, i < 2)
			c.quiet, s.quiet = i == 2, i == 2
			fmt.Println(run(c, s))
			compare(c, s)
		}
		if !events {
			continue
		}
		fmt.Println("declined by the client")
		c, s := pair(client, server, true)
		c.resume = func(s *tls.SessionState) { s.EarlyData = false }
		fmt.Println(run(c, s))
		compare(c, s)
		fmt.Println("declined by the server")
		c, s = pair(client, server, true)
		s.resume = func(s *tls.SessionState) { s.EarlyData = false }
		fmt.Println(run(c, s))
		compare(c, s)
	}
	fmt.Println("disabled")
	server.TLSConfig.SessionTicketsDisabled = true
	c, s := pair(client, server, true)
	fmt.Println(run(c, s))
	compare(c, s)
	refused(config)
}

func refused(config func() (client, server *tls.QUICConfig)) {
	client, server := config()
	client.TLSConfig.ServerName = "other.test"
	c, s := pair(client, server, true)
	fmt.Println(run(c, s) != nil)
	client, server = config()
	server.TLSConfig.NextProtos = []string{"q"}
	c, s = pair(client, server, true)
	c.quiet, s.quiet = true, true
	fmt.Println(run(c, s) != nil)
	client, server = config()
	server.TLSConfig.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) {
		fmt.Println(h.ServerName, h.SupportedProtos, h.SupportedVersions, h.Conn)
		return nil, errors.New("not for you")
	}
	c, s = pair(client, server, true)
	c.quiet, s.quiet = true, true
	fmt.Println(run(c, s))
	client, server = config()
	c, s = pair(client, server, true)
	check(c.conn.Start(context.Background()))
	fmt.Println(c.conn.Start(context.Background()))
	fmt.Println(c.conn.SendSessionTicket(tls.QUICSessionTicketOptions{}))
	fmt.Println(c.conn.HandleData(tls.QUICEncryptionLevelHandshake, []byte{1}))
	fmt.Println(s.conn.StoreSession(nil))
	fmt.Println(tls.QUICClient(client).Close(), tls.QUICEncryptionLevelEarly, tls.QUICEncryptionLevel(9))
	ctx, cancel := context.WithCancel(context.Background())
	c, s = pair(client, server, true)
	check(c.conn.Start(ctx))
	check(s.conn.Start(ctx))
	cancel()
	out, _ := c.events()
	_ = out
	fmt.Println(c.conn.Close() != nil)
}

// Output:
// events false
// connection 0
// client: data Initial true
// server: parameters client's
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// <nil>
// Early true true true
// Handshake true true false
// Application true true false
// true false false p p host.test TLS 1.3 1 true
// <nil> <nil>
// connection 1
// client: data Initial true
// client: write secret Early true true
// server: parameters client's
// server: read secret Early true true
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// <nil>
// Early true true false
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// connection 2
// tls: SendSessionTicket called multiple times
// <nil>
// Early true true false
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// events true
// connection 0
// client: data Initial true
// server: parameters client's
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// client: store true
// <nil>
// Early true true true
// Handshake true true false
// Application true true false
// true false false p p host.test TLS 1.3 1 true
// <nil> <nil>
// connection 1
// client: resume true 1
// client: data Initial true
// client: write secret Early true true
// server: parameters client's
// server: resume true 1
// server: read secret Early true true
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// client: store true
// <nil>
// Early true true false
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// connection 2
// tls: SendSessionTicket called multiple times
// <nil>
// Early true true false
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// declined by the client
// client: resume true 1
// client: data Initial true
// server: parameters client's
// server: resume true 1
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// client: store true
// <nil>
// Early true true true
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// declined by the server
// client: resume true 1
// client: data Initial true
// client: write secret Early true true
// server: parameters client's
// server: resume true 1
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: early data rejected
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// tls: SendSessionTicket called multiple times
// server: read secret Application true true
// server: data Application true
// client: store true
// <nil>
// Early true false false
// Handshake true true false
// Application true true false
// true true true p p host.test TLS 1.3 1 true
// <nil> <nil>
// disabled
// client: resume true 1
// client: data Initial true
// client: write secret Early true true
// server: parameters client's
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: write secret Handshake true true
// client: read secret Handshake true true
// client: parameters server's
// client: early data rejected
// client: data Handshake true
// client: write secret Application true true
// client: done
// client: read secret Application true true
// server: done
// <nil>
// server: read secret Application true true
// <nil>
// Early true false false
// Handshake true true false
// Application true true false
// true false false p p host.test TLS 1.3 1 true
// <nil> <nil>
// client: data Initial true
// server: parameters client's
// server: data Initial true
// server: write secret Handshake true true
// server: read secret Handshake true true
// server: data Handshake true
// server: write secret Application true true
// client: HandleData: tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test
// client: error tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test true 42
// true
// true
// host.test [p] [772] <nil>
// not for you
// tls: Start called more than once
// tls: SendSessionTicket called before handshake completed
// tls: handshake data received at wrong level
// tls: StoreSessionTicket called on the server
// <nil> Early QUICEncryptionLevel(9)
// client: data Initial true
// true
