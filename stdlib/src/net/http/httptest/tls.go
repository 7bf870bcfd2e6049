package httptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"time"
)

// NewTLSServer starts a server that speaks TLS.
func NewTLSServer(handler http.Handler) *Server {
	ts := NewUnstartedServer(handler)
	ts.StartTLS()
	return ts
}

// Certificate is that of a server that speaks TLS.
func (s *Server) Certificate() *x509.Certificate { return s.certificate }

// StartTLS starts the server, which speaks TLS.
func (s *Server) StartTLS() {
	if s.URL != "" {
		panic("Server already started")
	}
	if s.Listener == nil {
		s.Listener, s.memory = newLocalListener(), false
	}
	config := s.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if len(config.NextProtos) == 0 {
		config.NextProtos = []string{"http/1.1"}
		if s.EnableHTTP2 {
			config.NextProtos = []string{"h2"}
		}
	}
	if len(config.Certificates) == 0 {
		cert, err := newCertificate()
		if err != nil {
			panic(fmt.Sprintf("httptest: NewTLSServer: %v", err))
		}
		config.Certificates = []tls.Certificate{cert}
	}
	s.TLS = config
	var err error
	if s.certificate, err = x509.ParseCertificate(config.Certificates[0].Certificate[0]); err != nil {
		panic(fmt.Sprintf("httptest: NewTLSServer: %v", err))
	}
	pool := x509.NewCertPool()
	pool.AddCert(s.certificate)
	s.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool}, DialContext: s.dial, ForceAttemptHTTP2: s.EnableHTTP2,
	}}
	s.Listener = tls.NewListener(s.Listener, config)
	s.URL = fmt.Sprint("https://", s.Listener.Addr())
	s.serve(s.Listener)
}

// newCertificate makes a certificate that signs itself, for this machine and example.com.
func newCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{Organization: []string{"Acme Co"}},
		NotBefore:    time.Unix(0, 0), NotAfter: time.Date(2084, 1, 29, 16, 0, 0, 0, time.UTC),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
		DNSNames:    []string{"example.com", "*.example.com"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
