package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var (
	begin = time.Now().Add(-time.Hour)
	end   = time.Now().Add(time.Hour)
)

type authority struct {
	cert *x509.Certificate
	key  crypto.Signer
	pool *x509.CertPool
}

func newKey(kind string) crypto.Signer {
	var key crypto.Signer
	var err error
	switch kind {
	case "rsa":
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	case "p256":
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "p384":
		key, err = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case "p521":
		key, err = ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	default:
		_, key, err = ed25519.GenerateKey(rand.Reader)
	}
	check(err)
	return key
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func newAuthority(name string) *authority {
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: begin, NotAfter: end,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	key := newKey("p256")
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	check(err)
	cert, err := x509.ParseCertificate(der)
	check(err)
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &authority{cert, key, pool}
}

func (a *authority) issue(kind, name string, until time.Time) tls.Certificate {
	key := newKey(kind)
	t := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotBefore: begin, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, DNSNames: []string{name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, key.Public(), a.key)
	check(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// talk lets a server answer what a client says, and prints how both end.
func talk(what string, server, client *tls.Config) (ss, cs tls.ConnectionState) {
	l, err := tls.Listen("tcp", "127.0.0.1:0", server)
	check(err)
	defer l.Close()
	done := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		check(err)
		defer c.Close()
		c.SetDeadline(time.Now().Add(10 * time.Second))
		buf := make([]byte, 5)
		_, err = io.ReadFull(c, buf)
		if err == nil {
			_, err = fmt.Fprintf(c, "you said %s", buf)
			ss = c.(*tls.Conn).ConnectionState()
		}
		done <- err
	}()
	c, err := tls.Dial("tcp", l.Addr().String(), client)
	var got []byte
	if err == nil {
		c.SetDeadline(time.Now().Add(10 * time.Second))
		c.Write([]byte("hello"))
		got, err = io.ReadAll(c)
		cs = c.ConnectionState()
		c.Close()
	}
	fmt.Printf("%s: client %q %v; server %v\n", what, got, clean(err), clean(<-done))
	return ss, cs
}

// clean leaves addresses and times out, and what is not the same everywhere: the words for versions that do not fit, and
// the alert for a certificate that is missing in TLS 1.2.
func clean(err error) string {
	if err == nil {
		return "ok"
	}
	s := err.Error()
	switch s {
	case "tls: client offered only unsupported versions: [303]", "tls: peer is incompatible: Tls12NotOfferedOrEnabled":
		return "no common version"
	case "remote error: tls: handshake failure", "remote error: tls: certificate required":
		return "remote error: there is no certificate"
	}
	if i := strings.Index(s, "current time"); i >= 0 {
		s = s[:i] + "…"
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Source != nil {
		s = op.Err.Error()
	}
	return s
}

func show(s tls.ConnectionState) {
	fmt.Print(tls.VersionName(s.Version), " ", s.HandshakeComplete, " ", s.DidResume, " ", s.NegotiatedProtocol, " ", s.ServerName, " ", len(s.PeerCertificates), " ", len(s.VerifiedChains))
	for _, c := range s.PeerCertificates {
		fmt.Print(" ", c.Subject.CommonName)
	}
	fmt.Println()
}

func main() {
	ca, other := newAuthority("ca"), newAuthority("other")
	good := ca.issue("p256", "host.test", end)
	handshakes(ca, good)
	refused(ca, other, good)
	clients(ca, other, good)
	protocols(ca, good)
	callbacks(ca, good)
	large(ca, good)
	deadlines(ca, good)
	closing(ca, good)
	noTLS(ca, good)
	files(good)
}

func handshakes(ca *authority, good tls.Certificate) {
	for _, kind := range []string{"rsa", "p256", "p384", "p521", "ed25519"} {
		cert := ca.issue(kind, "host.test", end)
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			server := &tls.Config{Certificates: []tls.Certificate{cert}}
			client := &tls.Config{RootCAs: ca.pool, ServerName: "host.test", MinVersion: version, MaxVersion: version}
			ss, cs := talk(kind, server, client)
			show(ss)
			show(cs)
			a, err := ss.ExportKeyingMaterial("label", []byte("context"), 32)
			b, err2 := cs.ExportKeyingMaterial("label", []byte("context"), 32)
			fmt.Println(len(a), err, bytes.Equal(a, b), err2, cs.CipherSuite == ss.CipherSuite, cs.CurveID == ss.CurveID)
		}
	}
	for _, suite := range []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256} {
		_, cs := talk("suite", &tls.Config{Certificates: []tls.Certificate{good}}, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite}})
		fmt.Println(tls.CipherSuiteName(cs.CipherSuite))
	}
	for _, group := range []tls.CurveID{tls.CurveP256, tls.CurveP384, tls.X25519} {
		_, cs := talk("group", &tls.Config{Certificates: []tls.Certificate{good}}, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", CurvePreferences: []tls.CurveID{group}})
		fmt.Println(cs.CurveID)
	}
	talk("by address", &tls.Config{Certificates: []tls.Certificate{good}}, &tls.Config{RootCAs: ca.pool})
}

func refused(ca, other *authority, good tls.Certificate) {
	server := &tls.Config{Certificates: []tls.Certificate{good}}
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		talk("wrong name", server, &tls.Config{RootCAs: ca.pool, ServerName: "other.test", MaxVersion: version})
		talk("unknown authority", server, &tls.Config{RootCAs: other.pool, ServerName: "host.test", MaxVersion: version})
		old := ca.issue("p256", "host.test", begin.Add(time.Second))
		talk("expired", &tls.Config{Certificates: []tls.Certificate{old}}, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", MaxVersion: version})
		talk("trusting", server, &tls.Config{InsecureSkipVerify: true, MaxVersion: version})
	}
	talk("versions", &tls.Config{Certificates: []tls.Certificate{good}, MinVersion: tls.VersionTLS13}, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", MaxVersion: tls.VersionTLS12})
	_, err := tls.Dial("tcp", "127.0.0.1:1", nil)
	fmt.Println(err)
	fmt.Println(tls.Client(nil, &tls.Config{}).Handshake())
	_, err = tls.Listen("tcp", "127.0.0.1:0", nil)
	fmt.Println(err)
}

func clients(ca, other *authority, good tls.Certificate) {
	mine, alien := ca.issue("p256", "client", end), other.issue("rsa", "alien", end)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		for auth := tls.NoClientCert; auth <= tls.RequireAndVerifyClientCert; auth++ {
			server := &tls.Config{Certificates: []tls.Certificate{good}, ClientAuth: auth, ClientCAs: ca.pool, MaxVersion: version}
			for i, certs := range [][]tls.Certificate{nil, {mine}} {
				ss, _ := talk(fmt.Sprint(auth, " ", i), server, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", Certificates: certs})
				if ss.HandshakeComplete {
					show(ss)
				}
			}
			client := &tls.Config{RootCAs: ca.pool, ServerName: "host.test", GetClientCertificate: func(info *tls.CertificateRequestInfo) (*tls.Certificate, error) {
				fmt.Println("asked:", tls.VersionName(info.Version), len(info.AcceptableCAs))
				return &alien, nil
			}}
			ss, _ := talk("alien", server, client)
			if ss.HandshakeComplete {
				show(ss)
			}
		}
	}
}

func protocols(ca *authority, good tls.Certificate) {
	for _, names := range [][2]string{{"a b", "b c"}, {"a b", "b a"}, {"", "a"}, {"a", ""}, {"a", "b"}, {"h2 http/1.1", "http/1.1"}} {
		server := &tls.Config{Certificates: []tls.Certificate{good}, NextProtos: strings.Fields(names[0])}
		ss, cs := talk("protocols "+names[0]+"|"+names[1], server, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", NextProtos: strings.Fields(names[1])})
		fmt.Printf("%q %q\n", ss.NegotiatedProtocol, cs.NegotiatedProtocol)
	}
}

func callbacks(ca *authority, good tls.Certificate) {
	b := ca.issue("ed25519", "b.test", end)
	var verified string
	server := &tls.Config{
		GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
			fmt.Println("hello:", h.ServerName, h.SupportedProtos, len(h.CipherSuites) > 0, h.Context() != nil, h.Conn != nil)
			if h.ServerName == "b.test" {
				return &b, nil
			}
			if h.ServerName == "no.test" {
				return nil, errors.New("there is none")
			}
			return &good, nil
		},
		VerifyConnection: func(s tls.ConnectionState) error {
			verified = fmt.Sprint(tls.VersionName(s.Version), " ", s.ServerName)
			return nil
		},
	}
	for _, name := range []string{"b.test", "host.test", "no.test"} {
		client := &tls.Config{RootCAs: ca.pool, ServerName: name, NextProtos: []string{"x"}}
		client.VerifyPeerCertificate = func(raw [][]byte, chains [][]*x509.Certificate) error {
			fmt.Println("VerifyPeerCertificate:", len(raw), len(chains))
			return nil
		}
		client.VerifyConnection = func(s tls.ConnectionState) error {
			fmt.Println("client's VerifyConnection:", tls.VersionName(s.Version), s.ServerName, len(s.PeerCertificates))
			return nil
		}
		verified = "nothing"
		talk("callbacks", server, client)
		fmt.Println("server verified", verified)
	}
	no := &tls.Config{RootCAs: ca.pool, ServerName: "host.test", VerifyConnection: func(tls.ConnectionState) error { return errors.New("not this one") }}
	talk("refused by VerifyConnection", &tls.Config{Certificates: []tls.Certificate{good}}, no)
	chooser := &tls.Config{GetConfigForClient: func(h *tls.ClientHelloInfo) (*tls.Config, error) {
		return &tls.Config{Certificates: []tls.Certificate{good}, NextProtos: []string{"chosen"}}, nil
	}}
	_, cs := talk("GetConfigForClient", chooser, &tls.Config{RootCAs: ca.pool, ServerName: "host.test", NextProtos: []string{"chosen"}})
	fmt.Println(cs.NegotiatedProtocol)
	many := &tls.Config{Certificates: []tls.Certificate{good, b}}
	_, cs = talk("chosen by name", many, &tls.Config{RootCAs: ca.pool, ServerName: "b.test"})
	show(cs)
}

func pair(ca *authority, good tls.Certificate) (*tls.Conn, *tls.Conn) {
	a, b := net.Pipe()
	server := tls.Server(a, &tls.Config{Certificates: []tls.Certificate{good}})
	client := tls.Client(b, &tls.Config{RootCAs: ca.pool, ServerName: "host.test"})
	done := make(chan error)
	go func() { done <- server.Handshake() }()
	check(client.Handshake())
	check(<-done)
	return server, client
}

func large(ca *authority, good tls.Certificate) {
	server, client := pair(ca, good)
	data := make([]byte, 1<<20)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	sent := make(chan error)
	go func() {
		_, err := client.Write(data)
		client.CloseWrite()
		sent <- err
	}()
	var got bytes.Buffer
	back := make(chan error)
	go func() { _, err := io.Copy(io.Discard, client); back <- err }()
	n, err := io.Copy(io.MultiWriter(&got, server), server)
	fmt.Println(n, err, <-sent, bytes.Equal(got.Bytes(), data))
	fmt.Println(server.CloseWrite(), <-back)
	n0, err := client.Read(nil)
	fmt.Println(n0, err)
	_, err = client.Read(make([]byte, 1))
	fmt.Println(err)
}

func deadlines(ca *authority, good tls.Certificate) {
	server, client := pair(ca, good)
	client.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	_, err := client.Read(make([]byte, 1))
	var timeout net.Error
	fmt.Println(errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout())
	client.SetReadDeadline(time.Time{})
	go server.Write([]byte("x"))
	b := make([]byte, 4)
	n, err := client.Read(b)
	fmt.Println(n, err)

	a, _ := net.Pipe()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	silent := tls.Server(a, &tls.Config{Certificates: []tls.Certificate{good}})
	fmt.Println(silent.HandshakeContext(ctx))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer l.Close()
	_, err = tls.DialWithDialer(&net.Dialer{Timeout: 50 * time.Millisecond}, "tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	fmt.Println(err != nil, errors.As(err, &timeout) && timeout.Timeout())
}

func closing(ca *authority, good tls.Certificate) {
	server, client := pair(ca, good)
	end := make(chan error)
	go func() { _, err := server.Read(make([]byte, 1)); end <- err }()
	fmt.Println(client.Close(), <-end)
	_, err := client.Write([]byte("x"))
	fmt.Println(err)
	fmt.Println(client.VerifyHostname("host.test"), client.VerifyHostname("no.test"))
	fmt.Println(server.VerifyHostname("host.test"))
	server, client = pair(ca, good)
	go func() { _, err := server.Read(make([]byte, 1)); end <- err }()
	client.NetConn().Close()
	fmt.Println(<-end)
	fresh := tls.Client(nil, &tls.Config{})
	fmt.Println(fresh.CloseWrite(), fresh.ConnectionState().HandshakeComplete)
}

func noTLS(ca *authority, good tls.Certificate) {
	for i, text := range []string{"GET / HTTP/1.0\r\n\r\n", "HTTP/1.1 400 Bad\r\n\r\n", "", "\x16\x03\x01", "\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		check(err)
		go func() {
			c, err := net.Dial("tcp", l.Addr().String())
			check(err)
			io.WriteString(c, text)
			c.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, c)
			c.Close()
		}()
		c, err := l.Accept()
		check(err)
		conn := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{good}})
		if i == 1 {
			conn = tls.Client(c, &tls.Config{InsecureSkipVerify: true})
		}
		err = conn.Handshake()
		var record tls.RecordHeaderError
		fmt.Printf("%v %v %q\n", i == 4 || err == nil || len(err.Error()) == 0, errors.As(err, &record), record.RecordHeader[:])
		if i < 4 {
			fmt.Println(err)
		}
		conn.Close()
		l.Close()
	}
}

func files(good tls.Certificate) {
	dir, err := os.MkdirTemp("", "tls")
	check(err)
	defer os.RemoveAll(dir)
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: good.Certificate[0]})
	der, err := x509.MarshalECPrivateKey(good.PrivateKey.(*ecdsa.PrivateKey))
	check(err)
	key := pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
	os.WriteFile(filepath.Join(dir, "cert.pem"), cert, 0o600)
	os.WriteFile(filepath.Join(dir, "key.pem"), key, 0o600)
	c, err := tls.LoadX509KeyPair(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"))
	fmt.Println(err, len(c.Certificate), c.Leaf.Subject)
	for _, p := range [][2][]byte{{nil, key}, {cert, nil}, {key, key}, {cert, cert}} {
		_, err := tls.X509KeyPair(p[0], p[1])
		fmt.Println(err)
	}
	der, _ = x509.MarshalPKCS8PrivateKey(newKey("p256"))
	_, err = tls.X509KeyPair(cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	fmt.Println(err)
	der, _ = x509.MarshalPKCS8PrivateKey(newKey("ed25519"))
	_, err = tls.X509KeyPair(cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	fmt.Println(err)
	fmt.Println(tls.VersionName(7), tls.RequireAnyClientCert, tls.CurveP256, tls.ECDSAWithP256AndSHA256, tls.AlertError(42))
}

// Output:
// rsa: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// TLS 1.2 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// rsa: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// TLS 1.3 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p256: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// TLS 1.2 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p256: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// TLS 1.3 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p384: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// TLS 1.2 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p384: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// TLS 1.3 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p521: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// TLS 1.2 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// p521: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// TLS 1.3 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// ed25519: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// TLS 1.2 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// ed25519: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// TLS 1.3 true false  host.test 1 1 host.test
// 32 <nil> true <nil> true true
// suite: client "you said hello" ok; server ok
// TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
// suite: client "you said hello" ok; server ok
// TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
// suite: client "you said hello" ok; server ok
// TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
// group: client "you said hello" ok; server ok
// CurveP256
// group: client "you said hello" ok; server ok
// CurveP384
// group: client "you said hello" ok; server ok
// X25519
// by address: client "you said hello" ok; server ok
// wrong name: client "" tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test; server remote error: tls: bad certificate
// unknown authority: client "" tls: failed to verify certificate: x509: certificate signed by unknown authority; server remote error: tls: bad certificate
// expired: client "" tls: failed to verify certificate: x509: certificate has expired or is not yet valid: …; server remote error: tls: bad certificate
// trusting: client "you said hello" ok; server ok
// wrong name: client "" tls: failed to verify certificate: x509: certificate is valid for host.test, not other.test; server remote error: tls: bad certificate
// unknown authority: client "" tls: failed to verify certificate: x509: certificate signed by unknown authority; server remote error: tls: bad certificate
// expired: client "" tls: failed to verify certificate: x509: certificate has expired or is not yet valid: …; server remote error: tls: bad certificate
// trusting: client "you said hello" ok; server ok
// versions: client "" remote error: tls: protocol version not supported; server no common version
// dial tcp 127.0.0.1:1: connect: connection refused
// tls: either ServerName or InsecureSkipVerify must be specified in the tls.Config
// tls: neither Certificates, GetCertificate, nor GetConfigForClient set in Config
// NoClientCert 0: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// NoClientCert 1: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// alien: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// RequestClientCert 0: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// RequestClientCert 1: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 0 client
// asked: TLS 1.2 1
// alien: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 0 alien
// RequireAnyClientCert 0: client "" remote error: there is no certificate; server tls: client didn't provide a certificate
// RequireAnyClientCert 1: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 0 client
// asked: TLS 1.2 1
// alien: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 0 alien
// VerifyClientCertIfGiven 0: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 0 0
// VerifyClientCertIfGiven 1: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 1 client
// asked: TLS 1.2 1
// alien: client "" remote error: tls: unknown certificate authority; server tls: failed to verify certificate: x509: certificate signed by unknown authority
// RequireAndVerifyClientCert 0: client "" remote error: there is no certificate; server tls: client didn't provide a certificate
// RequireAndVerifyClientCert 1: client "you said hello" ok; server ok
// TLS 1.2 true false  host.test 1 1 client
// asked: TLS 1.2 1
// alien: client "" remote error: tls: unknown certificate authority; server tls: failed to verify certificate: x509: certificate signed by unknown authority
// NoClientCert 0: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// NoClientCert 1: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// alien: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// RequestClientCert 0: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// RequestClientCert 1: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 0 client
// asked: TLS 1.3 1
// alien: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 0 alien
// RequireAnyClientCert 0: client "" remote error: there is no certificate; server tls: client didn't provide a certificate
// RequireAnyClientCert 1: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 0 client
// asked: TLS 1.3 1
// alien: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 0 alien
// VerifyClientCertIfGiven 0: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 0 0
// VerifyClientCertIfGiven 1: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 1 client
// asked: TLS 1.3 1
// alien: client "" remote error: tls: unknown certificate authority; server tls: failed to verify certificate: x509: certificate signed by unknown authority
// RequireAndVerifyClientCert 0: client "" remote error: there is no certificate; server tls: client didn't provide a certificate
// RequireAndVerifyClientCert 1: client "you said hello" ok; server ok
// TLS 1.3 true false  host.test 1 1 client
// asked: TLS 1.3 1
// alien: client "" remote error: tls: unknown certificate authority; server tls: failed to verify certificate: x509: certificate signed by unknown authority
// protocols a b|b c: client "you said hello" ok; server ok
// "b" "b"
// protocols a b|b a: client "you said hello" ok; server ok
// "a" "a"
// protocols |a: client "you said hello" ok; server ok
// "" ""
// protocols a|: client "you said hello" ok; server ok
// "" ""
// protocols a|b: client "" remote error: tls: no application protocol; server tls: client requested unsupported application protocols (["b"])
// "" ""
// protocols h2 http/1.1|http/1.1: client "you said hello" ok; server ok
// "http/1.1" "http/1.1"
// hello: b.test [x] true true true
// VerifyPeerCertificate: 1 1
// client's VerifyConnection: TLS 1.3 b.test 1
// callbacks: client "you said hello" ok; server ok
// server verified TLS 1.3 b.test
// hello: host.test [x] true true true
// VerifyPeerCertificate: 1 1
// client's VerifyConnection: TLS 1.3 host.test 1
// callbacks: client "you said hello" ok; server ok
// server verified TLS 1.3 host.test
// hello: no.test [x] true true true
// callbacks: client "" remote error: tls: internal error; server there is none
// server verified nothing
// refused by VerifyConnection: client "" not this one; server remote error: tls: bad certificate
// GetConfigForClient: client "you said hello" ok; server ok
// chosen
// chosen by name: client "you said hello" ok; server ok
// TLS 1.3 true false  b.test 1 1 b.test
// 1048576 <nil> <nil> true
// <nil> <nil>
// 0 <nil>
// EOF
// true true
// 1 <nil>
// context deadline exceeded
// true true
// <nil> EOF
// use of closed network connection
// <nil> x509: certificate is valid for host.test, not no.test
// tls: VerifyHostname called on TLS server connection
// EOF
// tls: CloseWrite called before handshake complete false
// false true "GET /"
// tls: first record does not look like a TLS handshake
// false true "HTTP/"
// tls: first record does not look like a TLS handshake
// false false "\x00\x00\x00\x00\x00"
// EOF
// false false "\x00\x00\x00\x00\x00"
// unexpected EOF
// true false "\x00\x00\x00\x00\x00"
// <nil> 1 CN=host.test
// tls: failed to find any PEM data in certificate input
// tls: failed to find any PEM data in key input
// tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched
// tls: found a certificate rather than a key in the PEM for the private key
// tls: private key does not match public key
// tls: private key type does not match public key type
// 0x0007 RequireAnyClientCert CurveP256 ECDSAWithP256AndSHA256 tls: bad certificate
