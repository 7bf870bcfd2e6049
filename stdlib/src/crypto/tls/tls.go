// Package tls speaks TLS 1.2 and 1.3. The protocol is rustls's, which is fed with bytes: what goes over a connection,
// which certificates are trusted, what keys sign and which sessions are resumed is decided here.
//
// This package lacks the features that rustls lacks: TLS before 1.2, the cipher suites of TLS 1.2 with CBC, RC4 or
// without ECDHE, the groups CurveP521 and MLKEM1024 alone, Encrypted Client Hello for servers, and renegotiation. A
// Config that leaves nothing else makes the handshake fail, and the error says what is missing. A client's session
// stays in its process (SessionState).
package tls

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/mldsa"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Versions of the protocol. Versions before 1.2 are not supported.
const (
	VersionTLS10 = 0x0301
	VersionTLS11 = 0x0302
	VersionTLS12 = 0x0303
	VersionTLS13 = 0x0304

	// VersionSSL30 is not spoken by Go either.
	VersionSSL30 = 0x0300
)

// VersionName is the name of a version.
func VersionName(version uint16) string {
	if version == VersionSSL30 {
		return "SSLv3"
	}
	if version >= VersionTLS10 && version <= VersionTLS13 {
		return fmt.Sprintf("TLS 1.%d", version-VersionTLS10)
	}
	return fmt.Sprintf("0x%04X", version)
}

// A SignatureScheme is how a handshake is signed.
type SignatureScheme uint16

// The schemes.
const (
	PKCS1WithSHA256        SignatureScheme = 0x0401
	PKCS1WithSHA384        SignatureScheme = 0x0501
	PKCS1WithSHA512        SignatureScheme = 0x0601
	PSSWithSHA256          SignatureScheme = 0x0804
	PSSWithSHA384          SignatureScheme = 0x0805
	PSSWithSHA512          SignatureScheme = 0x0806
	ECDSAWithP256AndSHA256 SignatureScheme = 0x0403
	ECDSAWithP384AndSHA384 SignatureScheme = 0x0503
	ECDSAWithP521AndSHA512 SignatureScheme = 0x0603
	Ed25519                SignatureScheme = 0x0807
	MLDSA44                SignatureScheme = 0x0904
	MLDSA65                SignatureScheme = 0x0905
	MLDSA87                SignatureScheme = 0x0906
	PKCS1WithSHA1          SignatureScheme = 0x0201
	ECDSAWithSHA1          SignatureScheme = 0x0203
)

var schemeNames = map[SignatureScheme]string{
	PKCS1WithSHA256: "PKCS1WithSHA256", PKCS1WithSHA384: "PKCS1WithSHA384", PKCS1WithSHA512: "PKCS1WithSHA512",
	PSSWithSHA256: "PSSWithSHA256", PSSWithSHA384: "PSSWithSHA384", PSSWithSHA512: "PSSWithSHA512",
	ECDSAWithP256AndSHA256: "ECDSAWithP256AndSHA256", ECDSAWithP384AndSHA384: "ECDSAWithP384AndSHA384",
	ECDSAWithP521AndSHA512: "ECDSAWithP521AndSHA512", Ed25519: "Ed25519",
	MLDSA44: "MLDSA44", MLDSA65: "MLDSA65", MLDSA87: "MLDSA87", PKCS1WithSHA1: "PKCS1WithSHA1", ECDSAWithSHA1: "ECDSAWithSHA1",
}

func (i SignatureScheme) String() string {
	if name, ok := schemeNames[i]; ok {
		return name
	}
	return fmt.Sprintf("SignatureScheme(%d)", uint16(i))
}

// A ClientAuthType is what a server wants of a client's certificate.
type ClientAuthType int

// The types.
const (
	NoClientCert ClientAuthType = iota
	RequestClientCert
	RequireAnyClientCert
	VerifyClientCertIfGiven
	RequireAndVerifyClientCert
)

var clientAuthNames = []string{
	"NoClientCert", "RequestClientCert", "RequireAnyClientCert", "VerifyClientCertIfGiven", "RequireAndVerifyClientCert",
}

func (i ClientAuthType) String() string {
	if i >= 0 && int(i) < len(clientAuthNames) {
		return clientAuthNames[i]
	}
	return fmt.Sprintf("ClientAuthType(%d)", int(i))
}

// A Certificate is a chain of certificates and the first one's key.
type Certificate struct {
	Certificate                  [][]byte
	PrivateKey                   crypto.PrivateKey
	SupportedSignatureAlgorithms []SignatureScheme
	OCSPStaple                   []byte
	SignedCertificateTimestamps  [][]byte
	Leaf                         *x509.Certificate
}

// A CertificateRequestInfo is what a server wants of a client's certificate.
type CertificateRequestInfo struct {
	AcceptableCAs    [][]byte
	SignatureSchemes []SignatureScheme
	Version          uint16
	ctx              context.Context
}

// Context is that of the handshake.
func (c *CertificateRequestInfo) Context() context.Context { return c.ctx }

// SupportsCertificate returns nil if the server will take the certificate.
func (cri *CertificateRequestInfo) SupportsCertificate(c *Certificate) error {
	own, err := c.schemes()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(own, func(s SignatureScheme) bool { return slices.Contains(cri.SignatureSchemes, s) }) {
		return errors.New("tls: peer doesn't support any of the certificate's signature algorithms")
	}
	if len(cri.AcceptableCAs) == 0 {
		return nil
	}
	for _, der := range c.Certificate {
		cert, err := x509.ParseCertificate(der)
		if err != nil {
			return err
		}
		for _, ca := range cri.AcceptableCAs {
			if string(cert.RawIssuer) == string(ca) {
				return nil
			}
		}
	}
	return errors.New("chain is not signed by an acceptable CA")
}

// RenegotiationSupport says how often hands may be shaken again on a connection of TLS 1.2.
type RenegotiationSupport int

// The kinds.
const (
	RenegotiateNever RenegotiationSupport = iota
	RenegotiateOnceAsClient
	RenegotiateFreelyAsClient
)

// A Config says how TLS is spoken. Random numbers are the system's whatever Rand is, and keys are agreed on as rustls
// prefers.
type Config struct {
	Rand                     io.Reader
	Time                     func() time.Time
	Certificates             []Certificate
	GetCertificate           func(*ClientHelloInfo) (*Certificate, error)
	GetClientCertificate     func(*CertificateRequestInfo) (*Certificate, error)
	GetConfigForClient       func(*ClientHelloInfo) (*Config, error)
	VerifyPeerCertificate    func(rawCerts [][]byte, verifiedChains [][]*x509.Certificate) error
	VerifyConnection         func(ConnectionState) error
	RootCAs                  *x509.CertPool
	NextProtos               []string
	ServerName               string
	ClientAuth               ClientAuthType
	ClientCAs                *x509.CertPool
	InsecureSkipVerify       bool
	CipherSuites             []uint16
	CurvePreferences         []CurveID
	PreferServerCipherSuites bool
	SessionTicketsDisabled   bool
	MinVersion, MaxVersion   uint16

	// NameToCertificate has certificates by names of servers, which can begin with a star.
	//
	// Deprecated: without it the first certificate is chosen that the client can take.
	NameToCertificate map[string]*Certificate
	// SessionTicketKey is the key for tickets, if it is not zero.
	//
	// Deprecated: use SetSessionTicketKeys.
	SessionTicketKey   [32]byte
	ClientSessionCache ClientSessionCache
	// UnwrapSession opens a server's ticket, and WrapSession makes it, instead of EncryptTicket and DecryptTicket.
	UnwrapSession func(identity []byte, cs ConnectionState) (*SessionState, error)
	WrapSession   func(ConnectionState, *SessionState) ([]byte, error)
	// Renegotiation changes nothing: hands are never shaken again. A server that asks for it is told so by an alert, as
	// any client may do, and decides what that means.
	Renegotiation RenegotiationSupport
	// KeyLogWriter gets the secrets of connections in the format of NSS.
	KeyLogWriter io.Writer

	// EncryptedClientHelloConfigList lets a client encrypt its hello; a server that cannot decrypt it is not spoken
	// with.
	EncryptedClientHelloConfigList []byte
	// EncryptedClientHelloRejectionVerify trusts such a server, or not, instead of RootCAs and the configuration's
	// public name.
	EncryptedClientHelloRejectionVerify func(ConnectionState) error
	// A server's handshakes fail with these, as rustls decrypts no hellos.
	GetEncryptedClientHelloKeys func(*ClientHelloInfo) ([]EncryptedClientHelloKey, error)
	EncryptedClientHelloKeys    []EncryptedClientHelloKey

	tickets atomic.Pointer[ticketKeys]

	// DynamicRecordSizingDisabled changes nothing: records have one size.
	DynamicRecordSizingDisabled bool
}

// Clone is a copy.
func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	keys := c.ticketKeys()
	keys.Lock()
	copied := &ticketKeys{set: keys.set, own: keys.own}
	keys.Unlock()
	c2 := *c
	c2.NextProtos = slices.Clone(c.NextProtos)
	c2.tickets.Store(copied)
	return &c2
}

func (c *Config) now() time.Time {
	if c.Time != nil {
		return c.Time()
	}
	return time.Now()
}

// A ConnectionState has the parameters that both sides have agreed on.
type ConnectionState struct {
	Version                     uint16
	HandshakeComplete           bool
	DidResume                   bool
	CipherSuite                 uint16
	CurveID                     CurveID
	NegotiatedProtocol          string
	NegotiatedProtocolIsMutual  bool
	ServerName                  string
	PeerCertificates            []*x509.Certificate
	VerifiedChains              [][]*x509.Certificate
	SignedCertificateTimestamps [][]byte
	OCSPResponse                []byte
	// TLSUnique is nil: rustls does not tell it.
	//
	// Deprecated: it does not bind a connection that is resumed. Use ExportKeyingMaterial.
	TLSUnique         []byte
	ECHAccepted       bool
	HelloRetryRequest bool
	LocalCertificate  [][]byte
	export            func(label string, context []byte, length int) ([]byte, error)
}

// ExportKeyingMaterial returns bytes that both sides can make of what they agreed on.
func (cs *ConnectionState) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	if cs.export == nil {
		return nil, errors.New("tls: the connection's state has no keying material")
	}
	return cs.export(label, context, length)
}

// A RecordHeaderError is the error for input that is not TLS.
type RecordHeaderError struct {
	Msg          string
	RecordHeader [5]byte
	Conn         net.Conn
}

func (e RecordHeaderError) Error() string { return "tls: " + e.Msg }

// A permanentError is an error after which a connection is of no use, so that it is not temporary.
type permanentError struct{ err net.Error }

func (e *permanentError) Error() string   { return e.err.Error() }
func (e *permanentError) Unwrap() error   { return e.err }
func (e *permanentError) Timeout() bool   { return e.err.Timeout() }
func (e *permanentError) Temporary() bool { return false }

// An alert is one that a record has; AlertError is that of QUIC.
type alert uint8

func (a alert) Error() string { return AlertError(a).Error() }

// An AlertError is the number of an alert.
type AlertError uint8

var alertNames = map[AlertError]string{
	0: "close notify", 10: "unexpected message", 20: "bad record MAC", 21: "decryption failed", 22: "record overflow",
	30: "decompression failure", 40: "handshake failure", 42: "bad certificate", 43: "unsupported certificate",
	44: "revoked certificate", 45: "expired certificate", 46: "unknown certificate", 47: "illegal parameter",
	48: "unknown certificate authority", 49: "access denied", 50: "error decoding message",
	51: "error decrypting message", 60: "export restriction", 70: "protocol version not supported",
	71: "insufficient security level", 80: "internal error", 86: "inappropriate fallback", 90: "user canceled",
	100: "no renegotiation", 109: "missing extension", 110: "unsupported extension",
	111: "certificate unobtainable", 112: "unrecognized name", 113: "bad certificate status response",
	114: "bad certificate hash value", 115: "unknown PSK identity", 116: "certificate required",
	120: "no application protocol", 121: "encrypted client hello required",
}

func (e AlertError) Error() string {
	if name, ok := alertNames[e]; ok {
		return "tls: " + name
	}
	return fmt.Sprintf("tls: alert(%d)", uint8(e))
}

// A CertificateVerificationError is that of certificates that are not trusted.
type CertificateVerificationError struct {
	UnverifiedCertificates []*x509.Certificate
	Err                    error
}

func (e *CertificateVerificationError) Error() string {
	return fmt.Sprintf("tls: failed to verify certificate: %s", e.Err)
}

// Unwrap returns the cause.
func (e *CertificateVerificationError) Unwrap() error { return e.Err }

// schemes are those that the key can sign with.
func (c *Certificate) schemes() (all []SignatureScheme, err error) {
	key, ok := c.PrivateKey.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("tls: certificate private key of type %T does not implement crypto.Signer", c.PrivateKey)
	}
	switch pub := key.Public().(type) {
	case *rsa.PublicKey:
		all = []SignatureScheme{PSSWithSHA256, PSSWithSHA384, PSSWithSHA512, PKCS1WithSHA256, PKCS1WithSHA384, PKCS1WithSHA512}
	case *ecdsa.PublicKey:
		switch pub.Curve.Params().BitSize {
		case 256:
			all = []SignatureScheme{ECDSAWithP256AndSHA256}
		case 384:
			all = []SignatureScheme{ECDSAWithP384AndSHA384}
		case 521:
			all = []SignatureScheme{ECDSAWithP521AndSHA512}
		}
	case ed25519.PublicKey:
		all = []SignatureScheme{Ed25519}
	case *mldsa.PublicKey:
		all = []SignatureScheme{mldsaScheme(pub)}
	}
	if c.SupportedSignatureAlgorithms != nil {
		all = slices.DeleteFunc(all, func(s SignatureScheme) bool { return !slices.Contains(c.SupportedSignatureAlgorithms, s) })
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("tls: unsupported certificate: private key is %T", c.PrivateKey)
	}
	return all, nil
}

func (c *Certificate) leaf() (*x509.Certificate, error) {
	if c.Leaf != nil {
		return c.Leaf, nil
	}
	if len(c.Certificate) == 0 {
		return nil, errors.New("tls: there is no certificate")
	}
	return x509.ParseCertificate(c.Certificate[0])
}

// SupportsCertificate returns nil if the client will take the certificate.
func (chi *ClientHelloInfo) SupportsCertificate(c *Certificate) error {
	own, err := c.schemes()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(own, func(s SignatureScheme) bool { return slices.Contains(chi.SignatureSchemes, s) }) {
		return errors.New("tls: peer doesn't support any of the certificate's signature algorithms")
	}
	if chi.ServerName == "" {
		return nil
	}
	leaf, err := c.leaf()
	if err != nil {
		return fmt.Errorf("failed to parse certificate: %w", err)
	}
	if err := leaf.VerifyHostname(chi.ServerName); err != nil {
		return fmt.Errorf("certificate is not valid for requested server name: %w", err)
	}
	return nil
}

var errNoCertificates = errors.New("tls: no certificates configured")

func (c *Config) certificateFor(hello *ClientHelloInfo) (*Certificate, error) {
	if c.GetCertificate != nil && (len(c.Certificates) == 0 || hello.ServerName != "") {
		cert, err := c.GetCertificate(hello)
		if cert != nil || err != nil {
			return cert, err
		}
	}
	if len(c.Certificates) == 0 {
		return nil, errNoCertificates
	}
	if len(c.Certificates) > 1 && c.NameToCertificate != nil {
		name := strings.ToLower(hello.ServerName)
		if cert, ok := c.NameToCertificate[name]; ok {
			return cert, nil
		}
		if _, parent, ok := strings.Cut(name, "."); ok {
			if cert, ok := c.NameToCertificate["*."+parent]; ok {
				return cert, nil
			}
		}
	}
	for i := range c.Certificates {
		if len(c.Certificates) > 1 && hello.SupportsCertificate(&c.Certificates[i]) == nil {
			return &c.Certificates[i], nil
		}
	}
	return &c.Certificates[0], nil
}

// BuildNameToCertificate fills NameToCertificate from the certificates.
//
// Deprecated: without it the first certificate is chosen that the client can take.
func (c *Config) BuildNameToCertificate() {
	c.NameToCertificate = map[string]*Certificate{}
	for i := range c.Certificates {
		cert := &c.Certificates[i]
		leaf, err := cert.leaf()
		if err != nil {
			continue
		}
		names := leaf.DNSNames
		if common := leaf.Subject.CommonName; len(names) == 0 && common != "" {
			names = []string{common}
		}
		for _, name := range names {
			c.NameToCertificate[name] = cert
		}
	}
}

// mldsaScheme is how keys with the parameters of this one sign.
func mldsaScheme(pub *mldsa.PublicKey) SignatureScheme {
	switch pub.Parameters() {
	case mldsa.MLDSA44():
		return MLDSA44
	case mldsa.MLDSA65():
		return MLDSA65
	}
	return MLDSA87
}

// NewListener makes a listener whose connections are servers' ends.
func NewListener(inner net.Listener, config *Config) net.Listener { return &listener{inner, config} }

type listener struct {
	net.Listener
	config *Config
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Server(c, l.config), nil
}

// Listen listens for TLS.
func Listen(network, laddr string, config *Config) (net.Listener, error) {
	if config == nil || len(config.Certificates) == 0 && config.GetCertificate == nil && config.GetConfigForClient == nil {
		return nil, errors.New("tls: neither Certificates, GetCertificate, nor GetConfigForClient set in Config")
	}
	l, err := net.Listen(network, laddr)
	if err != nil {
		return nil, err
	}
	return NewListener(l, config), nil
}

// A Dialer makes clients' connections.
type Dialer struct {
	NetDialer *net.Dialer
	Config    *Config
}

// Dial connects and shakes hands.
func (d *Dialer) Dial(network, addr string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, addr)
}

// DialContext connects and shakes hands, as long as ctx lasts.
func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := dial(ctx, d.NetDialer, network, addr, d.Config)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Dial connects and shakes hands.
func Dial(network, addr string, config *Config) (*Conn, error) {
	return dial(context.Background(), nil, network, addr, config)
}

// DialWithDialer connects by a dialer, whose timeout includes the handshake, and shakes hands.
func DialWithDialer(dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	return dial(context.Background(), dialer, network, addr, config)
}

func dial(ctx context.Context, dialer *net.Dialer, network, addr string, config *Config) (*Conn, error) {
	if dialer == nil {
		dialer = new(net.Dialer)
	}
	if dialer.Timeout != 0 {
		c, cancel := context.WithTimeout(ctx, dialer.Timeout)
		defer cancel()
		ctx = c
	}
	if !dialer.Deadline.IsZero() {
		c, cancel := context.WithDeadline(ctx, dialer.Deadline)
		defer cancel()
		ctx = c
	}
	raw, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	if config == nil {
		config = &Config{}
	}
	if config.ServerName == "" {
		config = config.Clone()
		config.ServerName = addr
		if colon := strings.LastIndexByte(addr, ':'); colon >= 0 {
			config.ServerName = addr[:colon]
		}
	}
	c := Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return c, nil
}
