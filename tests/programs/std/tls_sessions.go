// Sessions are resumed where they may be, tickets are sealed and opened, and secrets are logged.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func certificate(parent *tls.Certificate, name string) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	t := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{name},
		IsCA: parent == nil, BasicConstraintsValid: true, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	t.Subject.CommonName = name
	by, signer := t, any(key)
	if parent != nil {
		by, signer = parent.Leaf, parent.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, t, by, &key.PublicKey, signer)
	check(err)
	leaf, err := x509.ParseCertificate(der)
	check(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// A sniffer is a writer of which nothing is kept but the names and lengths.
type sniffer struct {
	sync.Mutex
	bytes.Buffer
}

func (s *sniffer) Write(b []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.Write(b)
}

var hexes = regexp.MustCompile(`\b[0-9a-f]{16,}\b`)

func (s *sniffer) lines() string {
	s.Lock()
	defer s.Unlock()
	all := strings.Split(strings.TrimSpace(hexes.ReplaceAllStringFunc(s.String(), func(h string) string { return fmt.Sprint(len(h)) })), "\n")
	sort.Strings(all)
	for i, line := range all {
		all[i] = strings.Fields(line)[0]
	}
	return strings.Join(all, "; ")
}

// talk connects once: the server says hello, so that a client of TLS 1.3 reads its ticket too.
func talk(server, client *tls.Config) (s, c tls.ConnectionState, serr, cerr error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer l.Close()
	done := make(chan bool)
	go func() {
		defer close(done)
		raw, err := l.Accept()
		check(err)
		conn := tls.Server(raw, server)
		defer conn.Close()
		if _, serr = io.WriteString(conn, "hello"); serr == nil {
			io.Copy(io.Discard, conn)
		}
		s = conn.ConnectionState()
	}()
	raw, err := net.Dial("tcp", l.Addr().String())
	check(err)
	conn := tls.Client(raw, client)
	_, cerr = io.ReadFull(conn, make([]byte, 5))
	c = conn.ConnectionState()
	conn.Close()
	raw.Close()
	<-done
	return s, c, serr, cerr
}

func show(what string, server, client *tls.Config) {
	s, c, serr, cerr := talk(server, client)
	fmt.Println(what+":", s.DidResume, c.DidResume, len(s.PeerCertificates), len(s.VerifiedChains), len(c.PeerCertificates), len(c.VerifiedChains), serr != nil, cerr != nil)
	if serr != nil && !strings.Contains(serr.Error(), "remote") {
		fmt.Println("server:", serr)
	}
	if cerr != nil && !strings.Contains(cerr.Error(), "remote") && cerr != io.EOF {
		fmt.Println("client:", cerr)
	}
}

// A spy counts what a cache is asked for.
type spy struct {
	tls.ClientSessionCache
	log []string
}

func (s *spy) Get(key string) (*tls.ClientSessionState, bool) {
	cs, ok := s.ClientSessionCache.Get(key)
	s.log = append(s.log, fmt.Sprint("get ", key, " ", ok))
	return cs, ok
}

func (s *spy) Put(key string, cs *tls.ClientSessionState) {
	s.log = append(s.log, fmt.Sprint("put ", key, " ", cs != nil))
	s.ClientSessionCache.Put(key, cs)
}

func main() {
	ca := certificate(nil, "ca")
	pool := x509.NewCertPool()
	pool.AddCert(ca.Leaf)
	cert, mine := certificate(&ca, "host.test"), certificate(&ca, "client")
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		fmt.Println(tls.VersionName(version))
		var serverLog, clientLog sniffer
		server := &tls.Config{Certificates: []tls.Certificate{cert}, MaxVersion: version, KeyLogWriter: &serverLog, ClientAuth: tls.VerifyClientCertIfGiven, ClientCAs: pool}
		cache := &spy{ClientSessionCache: tls.NewLRUClientSessionCache(0)}
		client := &tls.Config{RootCAs: pool, ServerName: "host.test", ClientSessionCache: cache, KeyLogWriter: &clientLog, Certificates: []tls.Certificate{mine}}
		show("first", server, client)
		fmt.Println(clientLog.lines())
		fmt.Println(clientLog.String() == serverLog.String() || version == tls.VersionTLS13, clientLog.lines() == serverLog.lines())
		show("second", server, client)
		show("third", server, client)
		fmt.Println(cache.log)
		verified := client.Clone()
		verified.VerifyConnection = func(cs tls.ConnectionState) error {
			fmt.Println("client verifies", cs.DidResume, len(cs.PeerCertificates))
			return nil
		}
		verified.VerifyPeerCertificate = func([][]byte, [][]*x509.Certificate) error { fmt.Println("not when resumed"); return nil }
		vs := server.Clone()
		vs.VerifyConnection = func(cs tls.ConnectionState) error {
			fmt.Println("server verifies", cs.DidResume, len(cs.PeerCertificates), len(cs.VerifiedChains))
			return nil
		}
		show("verified", vs, verified)
		other := client.Clone()
		other.ServerName = "other.test"
		show("other name", server, other)
		insecure := client.Clone()
		insecure.ClientSessionCache = tls.NewLRUClientSessionCache(1)
		insecure.InsecureSkipVerify = true
		show("insecure", server, insecure)
		show("insecure again", server, insecure)
		secure := insecure.Clone()
		secure.InsecureSkipVerify = false
		show("secure", server, secure)
		empty := secure.Clone()
		empty.RootCAs = x509.NewCertPool()
		show("without roots", server, empty)
		no := client.Clone()
		no.SessionTicketsDisabled = true
		show("disabled client", server, no)
		nos := server.Clone()
		nos.SessionTicketsDisabled = true
		show("disabled server", nos, client)
		keys(server, client)
		strict(server, client)
		wrapped(server, client)
	}
	caches()
}

func keys(server, client *tls.Config) {
	a, b := server.Clone(), server.Clone()
	c := client.Clone()
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	a.SetSessionTicketKeys([][32]byte{{1}})
	b.SetSessionTicketKeys([][32]byte{{2}, {1}})
	show("key 1", a, c)
	show("key 2, also 1", b, c)
	show("key 1 again", a, c)
	b.SessionTicketKey = [32]byte{9}
	show("key 1 again", a, c)
	old := &tls.Config{Certificates: server.Certificates, MaxVersion: server.MaxVersion, SessionTicketKey: [32]byte{1}}
	show("SessionTicketKey", old, c)
	chosen := server.Clone()
	chosen.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return server.Clone(), nil }
	d := client.Clone()
	d.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	show("GetConfigForClient", chosen, d)
	show("GetConfigForClient", chosen, d)
}

// strict lets servers change what they ask of clients.
func strict(server, client *tls.Config) {
	server = server.Clone()
	server.SetSessionTicketKeys([][32]byte{{7}})
	loose, none := server.Clone(), server.Clone()
	loose.ClientAuth = tls.RequireAnyClientCert
	none.ClientAuth = tls.NoClientCert
	c := client.Clone()
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	c.Certificates = nil
	show("no certificate", server, c)
	show("any wanted", loose, c)
	c.Certificates = client.Certificates
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	show("with certificate", server, c)
	show("none wanted", none, c)
	show("any wanted", loose, c)
	show("verified wanted", server, c)
	show("verified wanted", server, c)
	late := server.Clone()
	late.Time = func() time.Time { return time.Now().Add(8 * 24 * time.Hour) }
	late.ClientAuth = tls.NoClientCert
	show("late", late, c)
}

func wrapped(server, client *tls.Config) {
	server = server.Clone()
	c := client.Clone()
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	stored := map[string][]byte{}
	fail := ""
	server.WrapSession = func(cs tls.ConnectionState, ss *tls.SessionState) ([]byte, error) {
		if fail == "wrap" {
			return nil, errors.New("no ticket today")
		}
		fmt.Println("wraps", len(ss.Extra), ss.EarlyData, tls.VersionName(cs.Version), len(cs.PeerCertificates))
		ss.Extra = append(ss.Extra, []byte("extra"))
		b, err := ss.Bytes()
		check(err)
		again, err := tls.ParseSessionState(b)
		check(err)
		b2, _ := again.Bytes()
		fmt.Println(bytes.Equal(b, b2), string(again.Extra[0]))
		for n := range b {
			tls.ParseSessionState(b[:n])
		}
		name := fmt.Sprint("ticket ", len(stored))
		stored[name] = b
		return []byte(name), nil
	}
	server.UnwrapSession = func(identity []byte, cs tls.ConnectionState) (*tls.SessionState, error) {
		if fail == "unwrap" {
			return nil, errors.New("no session today")
		}
		if len(identity) == 0 {
			return nil, nil
		}
		fmt.Println("unwraps", string(identity), cs.HandshakeComplete)
		if stored[string(identity)] == nil {
			return nil, nil
		}
		ss, err := tls.ParseSessionState(stored[string(identity)])
		fmt.Println(string(ss.Extra[0]), err)
		return ss, nil
	}
	show("wrapped", server, c)
	show("unwrapped", server, c)
	clear(stored)
	show("lost", server, c)
	fail = "unwrap"
	show("failing", server, c)
	fail = "wrap"
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	show("failing", server, c)
	fail = ""
	server.WrapSession, server.UnwrapSession = server.EncryptTicket, func(identity []byte, cs tls.ConnectionState) (*tls.SessionState, error) {
		ss, err := server.DecryptTicket(identity, cs)
		if len(identity) > 0 {
			fmt.Println("decrypts", ss != nil, err)
		}
		return ss, err
	}
	show("encrypted", server, c)
	show("decrypted", server, c)
	garbage, err := server.DecryptTicket([]byte("garbage"), tls.ConnectionState{})
	fmt.Println(garbage == nil, err)
	// A client takes a session apart, and puts it together again.
	cs, ok := c.ClientSessionCache.Get("host.test")
	ticket, state, err := cs.ResumptionState()
	fmt.Println(ok, len(ticket) > 0, err)
	b, err := state.Bytes()
	check(err)
	state, err = tls.ParseSessionState(b)
	check(err)
	cs, err = tls.NewResumptionState(ticket, state)
	check(err)
	c.ClientSessionCache = tls.NewLRUClientSessionCache(4)
	c.ClientSessionCache.Put("host.test", cs)
	show("put together", server, c)
	var nothing *tls.ClientSessionState
	fmt.Println(nothing.ResumptionState())
	_, err = tls.ParseSessionState([]byte("garbage"))
	fmt.Println(err)
	logging := server.Clone()
	logging.KeyLogWriter, logging.SessionTicketsDisabled = failing{}, true
	_, _, serr, cerr := talk(logging, c)
	fmt.Println(serr != nil, cerr != nil)
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("the log is full") }

func caches() {
	cache := tls.NewLRUClientSessionCache(2)
	a, b := new(tls.ClientSessionState), new(tls.ClientSessionState)
	see := func() {
		for _, key := range []string{"a", "b", "c"} {
			cs, ok := cache.Get(key)
			fmt.Print(" ", key, " ", cs == a, " ", cs == b, " ", ok)
		}
		fmt.Println()
	}
	cache.Put("a", a)
	cache.Put("b", b)
	see()
	cache.Get("a")
	cache.Put("c", b)
	see()
	cache.Put("a", nil)
	cache.Put("c", a)
	see()
	cache.Put("d", nil)
	see()
}

// Output:
// TLS 1.2
// first: false false 1 1 1 1 false false
// CLIENT_RANDOM
// true true
// second: true true 1 1 1 1 false false
// third: true true 1 1 1 1 false false
// [get host.test false put host.test true get host.test true put host.test true get host.test true put host.test true]
// server verifies true 1 1
// client verifies true 1
// verified: true true 1 1 1 1 false false
// other name: false false 0 0 0 0 true true
// client: tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test
// insecure: false false 1 1 1 0 false false
// insecure again: true true 1 1 1 0 false false
// secure: false false 1 1 1 1 false false
// without roots: false false 0 0 0 0 true true
// client: tls: failed to verify certificate: x509: certificate signed by unknown authority
// disabled client: false false 1 1 1 1 false false
// disabled server: false false 1 1 1 1 false false
// key 1: false false 1 1 1 1 false false
// key 2, also 1: true true 1 1 1 1 false false
// key 1 again: false false 1 1 1 1 false false
// key 1 again: true true 1 1 1 1 false false
// SessionTicketKey: false false 0 0 1 1 false false
// GetConfigForClient: false false 1 1 1 1 false false
// GetConfigForClient: true true 1 1 1 1 false false
// no certificate: false false 0 0 1 1 false false
// any wanted: false false 0 0 1 1 true true
// server: tls: client didn't provide a certificate
// with certificate: false false 1 1 1 1 false false
// none wanted: false false 0 0 1 1 false false
// any wanted: false false 1 0 1 1 false false
// verified wanted: false false 1 1 1 1 false false
// verified wanted: true true 1 1 1 1 false false
// late: false false 0 0 1 1 false false
// wraps 0 false TLS 1.2 1
// true extra
// wrapped: false false 1 1 1 1 false false
// unwraps ticket 0 false
// extra <nil>
// wraps 0 false TLS 1.2 1
// true extra
// unwrapped: true true 1 1 1 1 false false
// unwraps ticket 1 false
// wraps 0 false TLS 1.2 1
// true extra
// lost: false false 1 1 1 1 false false
// failing: false false 0 0 0 0 true true
// server: no session today
// failing: false false 1 1 1 1 true true
// server: no ticket today
// encrypted: false false 1 1 1 1 false false
// decrypts true <nil>
// decrypted: true true 1 1 1 1 false false
// true <nil>
// true true <nil>
// decrypts true <nil>
// put together: true true 1 1 1 1 false false
// [] <nil> <nil>
// tls: invalid session encoding
// true true
// TLS 1.3
// first: false false 1 1 1 1 false false
// CLIENT_HANDSHAKE_TRAFFIC_SECRET; CLIENT_TRAFFIC_SECRET_0; SERVER_HANDSHAKE_TRAFFIC_SECRET; SERVER_TRAFFIC_SECRET_0
// true true
// second: true true 1 1 1 1 false false
// third: true true 1 1 1 1 false false
// [get host.test false put host.test true get host.test true put host.test true get host.test true put host.test true]
// server verifies true 1 1
// client verifies true 1
// verified: true true 1 1 1 1 false false
// other name: false false 0 0 0 0 true true
// client: tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test
// insecure: false false 1 1 1 0 false false
// insecure again: true true 1 1 1 0 false false
// secure: false false 1 1 1 1 false false
// without roots: false false 0 0 0 0 true true
// client: tls: failed to verify certificate: x509: certificate signed by unknown authority
// disabled client: false false 1 1 1 1 false false
// disabled server: false false 1 1 1 1 false false
// key 1: false false 1 1 1 1 false false
// key 2, also 1: true true 1 1 1 1 false false
// key 1 again: false false 1 1 1 1 false false
// key 1 again: true true 1 1 1 1 false false
// SessionTicketKey: false false 0 0 1 1 false false
// GetConfigForClient: false false 1 1 1 1 false false
// GetConfigForClient: true true 1 1 1 1 false false
// no certificate: false false 0 0 1 1 false false
// any wanted: false false 0 0 1 1 true true
// server: tls: client didn't provide a certificate
// with certificate: false false 1 1 1 1 false false
// none wanted: false false 0 0 1 1 false false
// any wanted: false false 1 0 1 1 false false
// verified wanted: false false 1 1 1 1 false false
// verified wanted: true true 1 1 1 1 false false
// late: false false 0 0 1 1 false false
// wraps 0 false TLS 1.3 1
// true extra
// wrapped: false false 1 1 1 1 false false
// unwraps ticket 0 false
// extra <nil>
// wraps 0 false TLS 1.3 1
// true extra
// unwrapped: true true 1 1 1 1 false false
// unwraps ticket 1 false
// wraps 0 false TLS 1.3 1
// true extra
// lost: false false 1 1 1 1 false false
// failing: false false 0 0 0 0 true true
// server: no session today
// failing: false false 1 1 1 1 true true
// server: no ticket today
// encrypted: false false 1 1 1 1 false false
// decrypts true <nil>
// decrypted: true true 1 1 1 1 false false
// true <nil>
// true true <nil>
// decrypts true <nil>
// put together: true true 1 1 1 1 false false
// [] <nil> <nil>
// tls: invalid session encoding
// true true
//  a true false true b false true true c false false false
//  a true false true b false false false c false true true
//  a false false false b false false false c true false true
//  a false false false b false false false c true false true
