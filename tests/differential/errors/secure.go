package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"time"
)

// An authority signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newKey() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func newAuthority(name string) *authority {
	a := &authority{key: newKey()}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Unix(1e9, 0), NotAfter: time.Unix(4e9, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &a.key.PublicKey, a.key)
	if err != nil {
		panic(err)
	}
	a.cert, _ = x509.ParseCertificate(der)
	return a
}

func (a *authority) leaf(change func(*x509.Certificate)) tls.Certificate {
	key := newKey()
	t := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "leaf"}, NotBefore: time.Unix(1e9, 0), NotAfter: time.Unix(4e9, 0), DNSNames: []string{"host.example", "*.wild.example"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	change(t)
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, &key.PublicKey, a.key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// A handshake is between a client and a server with these changes of their configurations.
type handshake struct {
	name           string
	server, client func(*tls.Config)
	cert           func(*x509.Certificate)
}

func secure(p *prober) {
	good, bad := newAuthority("good"), newAuthority("bad")
	pool := x509.NewCertPool()
	pool.AddCert(good.cert)
	client := good.leaf(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	badClient := bad.leaf(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	fails := errors.New("it fails")
	for _, h := range []handshake{
		{name: "fine"},
		{name: "expired", cert: func(c *x509.Certificate) { c.NotAfter = time.Unix(1.1e9, 0) }},
		{name: "early", cert: func(c *x509.Certificate) { c.NotBefore = time.Unix(3.9e9, 0) }},
		{name: "other host", client: func(c *tls.Config) { c.ServerName = "other.example" }},
		{name: "deep host", client: func(c *tls.Config) { c.ServerName = "a.b.wild.example" }},
		{name: "other IP", client: func(c *tls.Config) { c.ServerName = "10.0.0.1" }},
		{name: "no name", client: func(c *tls.Config) { c.ServerName = "" }},
		{name: "no names", cert: func(c *x509.Certificate) { c.DNSNames, c.IPAddresses = nil, nil }},
		{name: "bad name", client: func(c *tls.Config) { c.ServerName = "a..b" }},
		{name: "usage", cert: func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} }},
		{name: "critical", cert: func(c *x509.Certificate) {
			c.ExtraExtensions = []pkix.Extension{{Id: []int{1, 2, 3, 4}, Critical: true, Value: []byte{5, 0}}}
		}},
		{name: "unknown authority", client: func(c *tls.Config) { c.RootCAs = x509.NewCertPool() }},
		{name: "versions", server: func(c *tls.Config) { c.MinVersion = tls.VersionTLS13 }, client: func(c *tls.Config) { c.MaxVersion = tls.VersionTLS12 }},
		{name: "versions back", server: func(c *tls.Config) { c.MaxVersion = tls.VersionTLS12 }, client: func(c *tls.Config) { c.MinVersion = tls.VersionTLS13 }},
		{name: "no versions", client: func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS13, tls.VersionTLS12 }},
		{name: "suites", server: func(c *tls.Config) {
			c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}
		}, client: func(c *tls.Config) {
			c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384}
		}},
		{name: "curves", server: func(c *tls.Config) { c.CurvePreferences = []tls.CurveID{tls.X25519} }, client: func(c *tls.Config) { c.CurvePreferences = []tls.CurveID{tls.CurveP384} }},
		{name: "protocols", server: func(c *tls.Config) { c.NextProtos = []string{"a"} }, client: func(c *tls.Config) { c.NextProtos = []string{"b"} }},
		{name: "empty protocol", client: func(c *tls.Config) { c.NextProtos = []string{""} }},
		{name: "no client certificate", server: func(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert }},
		{name: "client certificate", server: func(c *tls.Config) { c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, pool }, client: func(c *tls.Config) { c.Certificates = []tls.Certificate{client} }},
		{name: "bad client certificate", server: func(c *tls.Config) { c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, pool }, client: func(c *tls.Config) {
			c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &badClient, nil }
		}},
		{name: "client callback", server: func(c *tls.Config) { c.ClientAuth = tls.RequestClientCert }, client: func(c *tls.Config) {
			c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return nil, fails }
		}},
		{name: "client verifies", client: func(c *tls.Config) {
			c.VerifyPeerCertificate = func([][]byte, [][]*x509.Certificate) error { return fails }
		}},
		{name: "client connection", client: func(c *tls.Config) { c.VerifyConnection = func(tls.ConnectionState) error { return fails } }},
		{name: "server verifies", server: func(c *tls.Config) {
			c.ClientAuth = tls.RequestClientCert
			c.VerifyPeerCertificate = func([][]byte, [][]*x509.Certificate) error { return fails }
		}, client: func(c *tls.Config) { c.Certificates = []tls.Certificate{client} }},
		{name: "server connection", server: func(c *tls.Config) { c.VerifyConnection = func(tls.ConnectionState) error { return fails } }},
		{name: "no certificates", server: func(c *tls.Config) {
			c.Certificates = nil
			c.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, nil }
		}},
		{name: "certificate fails", server: func(c *tls.Config) {
			c.Certificates = nil
			c.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, fails }
		}},
		{name: "config fails", server: func(c *tls.Config) {
			c.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, fails }
		}},
		{name: "empty certificate", server: func(c *tls.Config) { c.Certificates = []tls.Certificate{{}} }},
		{name: "no certificate data", server: func(c *tls.Config) { c.Certificates = nil }},
	} {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			cert := good.leaf(func(c *x509.Certificate) {
				if h.cert != nil {
					h.cert(c)
				}
			})
			s := &tls.Config{Certificates: []tls.Certificate{cert}, MaxVersion: version}
			c := &tls.Config{RootCAs: pool, ServerName: "host.example", MaxVersion: version, Time: func() time.Time { return time.Unix(2e9, 0).UTC() }}
			if h.server != nil {
				h.server(s)
			}
			if h.client != nil {
				h.client(c)
			}
			p.shake(h.name+" "+tls.VersionName(version), s, c)
		}
	}
	p.unexpected(good, pool)
	p.pairs(good, bad)
}

// wires are both ends of a connection.
func wires() (net.Conn, net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	a, _ := net.Dial("tcp", l.Addr().String())
	b, _ := l.Accept()
	return a, b
}

func (p *prober) shake(name string, s, c *tls.Config) {
	p.try(name, func() []any {
		a, b := wires()
		client, server := tls.Client(a, c), tls.Server(b, s)
		done := make(chan []any)
		go func() {
			server.SetDeadline(time.Now().Add(5 * time.Second))
			err := server.Handshake()
			_, rerr := server.Read(make([]byte, 5))
			_, werr := server.Write([]byte("x"))
			server.Close()
			done <- []any{"server", err, rerr, werr}
		}()
		client.SetDeadline(time.Now().Add(5 * time.Second))
		err := client.Handshake()
		client.Write([]byte("hello"))
		_, rerr := client.Read(make([]byte, 5))
		again := client.Handshake()
		client.CloseWrite()
		if err == nil {
			_, rerr = client.Read(make([]byte, 5))
		}
		result := []any{"client", err, rerr, again}
		result = append(result, <-done...)
		client.Close()
		return result
	})
}

// unexpected has one side that is no TLS.
func (p *prober) unexpected(good *authority, pool *x509.CertPool) {
	s := &tls.Config{Certificates: []tls.Certificate{good.leaf(func(*x509.Certificate) {})}}
	for _, sent := range []string{"", "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x00\x05hello", "\x15\x03\x01\x00\x02\x02\x28", "\x15\x03\x03\x00\x02\x01\x00", "\x16\x03\x01\xff\xffhello", "\x17\x03\x03\x00\x01x", "\x16\x03", "\x14\x03\x03\x00\x01\x01", "\x15\x03\x03\x00\x02\x02\xff", "\x15\x03\x03\x00\x01\x02", "\x16\x03\x01\x00\x04\x01\x00\x00\x00", "\x16\x03\x03\x00\x04\x0e\x00\x00\x00", "\x16\x03\x03\x00\x00", "SSH-2.0-x\r\n"} {
		for _, isServer := range []bool{true, false} {
			a, b := wires()
			var c *tls.Conn
			if isServer {
				c = tls.Server(a, s)
			} else {
				c = tls.Client(a, &tls.Config{RootCAs: pool, ServerName: "host.example"})
			}
			io.WriteString(b, sent)
			b.(*net.TCPConn).CloseWrite()
			err := c.Handshake()
			var header tls.RecordHeaderError
			errors.As(err, &header)
			_, rerr := c.Read(make([]byte, 1))
			_, werr := c.Write([]byte("x"))
			p.say([]any{isServer, sent}, header.Msg, header.RecordHeader, header.Conn != nil, err, rerr, werr, c.CloseWrite())
			a.Close()
			b.Close()
		}
	}
	a, _ := wires()
	c := tls.Client(a, &tls.Config{RootCAs: pool, ServerName: "host.example"})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	p.say("context", c.HandshakeContext(ctx))
	cancel()
	a, _ = wires()
	c = tls.Client(a, &tls.Config{})
	p.say("no name", c.Handshake())
	a, _ = wires()
	c = tls.Client(a, &tls.Config{RootCAs: pool, ServerName: "host.example"})
	c.SetDeadline(time.Now().Add(10 * time.Millisecond))
	p.say("deadline", c.Handshake(), c.CloseWrite(), c.Close())
	_, err := c.Read(nil)
	_, werr := c.Write([]byte("x"))
	p.say("closed", err, werr, c.Close(), c.VerifyHostname("x"), c.SetDeadline(time.Time{}))
	_, err = tls.Dial("tcp", "127.0.0.1:1", nil)
	_, nerr := tls.Dial("tcp", "127.0.0.1", nil)
	_, lerr := tls.Listen("tcp", "127.0.0.1:0", nil)
	_, derr := tls.DialWithDialer(&net.Dialer{Timeout: -1}, "tcp", "127.0.0.1:1", nil)
	p.say("dial", err, nerr, lerr, derr)
	p.say("values", tls.AlertError(40), tls.AlertError(255), &tls.CertificateVerificationError{Err: errors.New("inner")}, tls.RecordHeaderError{Msg: "m"}, &tls.ECHRejectionError{})
	for i := range 256 {
		p.say(i, tls.AlertError(i))
	}
}

func (p *prober) pairs(good, bad *authority) {
	leaf, other := good.leaf(func(*x509.Certificate) {}), bad.leaf(func(*x509.Certificate) {})
	cert := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf.Certificate[0]}))
	der, _ := x509.MarshalPKCS8PrivateKey(leaf.PrivateKey)
	key := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	der, _ = x509.MarshalPKCS8PrivateKey(other.PrivateKey)
	wrong := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	junk := "-----BEGIN X-----\nAAAA\n-----END X-----\n"
	texts := []string{"", "x", cert, key, wrong, junk, strings.Replace(cert, "CERTIFICATE", "TRUSTED", 2), strings.Replace(key, "PRIVATE KEY", "EC PRIVATE KEY", 2), strings.Replace(key, "PRIVATE KEY", "RSA PRIVATE KEY", 2), strings.Replace(junk, "X", "CERTIFICATE", 2), strings.Replace(junk, "X", "PRIVATE KEY", 2)}
	for i, c := range texts {
		for j, k := range texts {
			_, err := tls.X509KeyPair([]byte(c), []byte(k))
			p.say([]int{i, j}, err)
		}
	}
	_, err := tls.LoadX509KeyPair("nosuch", "nosuch")
	p.say("load", err)
	for _, f := range []func([]byte) (any, error){
		func(b []byte) (any, error) { return x509.ParsePKCS1PrivateKey(b) }, func(b []byte) (any, error) { return x509.ParseECPrivateKey(b) }, x509.ParsePKCS8PrivateKey, x509.ParsePKIXPublicKey,
		func(b []byte) (any, error) { return x509.ParsePKCS1PublicKey(b) }, func(b []byte) (any, error) { return x509.ParseCertificate(b) }, func(b []byte) (any, error) { return x509.ParseCertificateRequest(b) },
		func(b []byte) (any, error) { return x509.ParseRevocationList(b) }, func(b []byte) (any, error) { return x509.ParseCertificates(b) },
	} {
		for i, b := range [][]byte{nil, {0}, {0x30, 0}, {0x30, 1}, {0x30, 0x80}, der, leaf.Certificate[0], append(leaf.Certificate[0], 0), der[:20]} {
			_, err := f(b)
			p.say([]any{"parse", i}, err)
		}
	}
}
