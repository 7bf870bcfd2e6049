// Package tls has the types of crypto/tls that net/http names. Where no Go is installed there is no TLS: whatever would
// speak it fails with an error that says so.
package tls

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"
)

// Versions of the protocol.
const (
	VersionTLS10 = 0x0301
	VersionTLS11 = 0x0302
	VersionTLS12 = 0x0303
	VersionTLS13 = 0x0304
)

var errNoTLS = errors.New("crypto/tls: there is no TLS without an installed Go 1.27")

// VersionName is the name of a version.
func VersionName(version uint16) string {
	if version >= VersionTLS10 && version <= VersionTLS13 {
		return fmt.Sprintf("TLS 1.%d", version-VersionTLS10)
	}
	return fmt.Sprintf("0x%04X", version)
}

// A Certificate is a chain of certificates and a key.
type Certificate struct {
	Certificate [][]byte
	PrivateKey  any
}

// A ClientHelloInfo is what a client says first.
type ClientHelloInfo struct {
	ServerName        string
	SupportedProtos   []string
	SupportedVersions []uint16
	Conn              net.Conn
}

// A Config says how TLS is spoken.
type Config struct {
	Rand               io.Reader
	Time               func() time.Time
	Certificates       []Certificate
	GetCertificate     func(*ClientHelloInfo) (*Certificate, error)
	GetConfigForClient func(*ClientHelloInfo) (*Config, error)
	NextProtos         []string
	ServerName         string
	InsecureSkipVerify bool
	CipherSuites       []uint16
	MinVersion         uint16
	MaxVersion         uint16
}

// Clone is a copy.
func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	c2 := *c
	c2.Certificates = slices.Clone(c.Certificates)
	c2.NextProtos = slices.Clone(c.NextProtos)
	return &c2
}

// A ConnectionState says what was agreed on.
type ConnectionState struct {
	Version            uint16
	HandshakeComplete  bool
	DidResume          bool
	CipherSuite        uint16
	NegotiatedProtocol string
	ServerName         string
}

// A RecordHeaderError is the error of what is no TLS.
type RecordHeaderError struct {
	Msg          string
	RecordHeader [5]byte
	Conn         net.Conn
}

func (e RecordHeaderError) Error() string { return "tls: " + e.Msg }

// A Conn is a connection that would speak TLS.
type Conn struct{ net.Conn }

// Client is the client's end of conn.
func Client(conn net.Conn, config *Config) *Conn { return &Conn{conn} }

// Server is the server's end of conn.
func Server(conn net.Conn, config *Config) *Conn { return &Conn{conn} }

// Handshake fails.
func (c *Conn) Handshake() error { return errNoTLS }

// HandshakeContext fails.
func (c *Conn) HandshakeContext(ctx context.Context) error { return errNoTLS }

// Read fails.
func (c *Conn) Read(b []byte) (int, error) { return 0, errNoTLS }

// Write fails.
func (c *Conn) Write(b []byte) (int, error) { return 0, errNoTLS }

// ConnectionState is that before the handshake.
func (c *Conn) ConnectionState() ConnectionState { return ConnectionState{} }

// NetConn is the connection below.
func (c *Conn) NetConn() net.Conn { return c.Conn }

// NewListener makes a listener whose connections would speak TLS.
func NewListener(inner net.Listener, config *Config) net.Listener { return listener{inner} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &Conn{c}, nil
}

// LoadX509KeyPair fails.
func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) { return Certificate{}, errNoTLS }

// X509KeyPair fails.
func X509KeyPair(certPEMBlock, keyPEMBlock []byte) (Certificate, error) {
	return Certificate{}, errNoTLS
}
