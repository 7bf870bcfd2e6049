// Package tls speaks TLS 1.2 and 1.3. The protocol is rustls's, which is fed with bytes: what goes over a connection,
// which certificates are trusted and what keys sign is decided here.
package tls

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"time"
)

// Versions of the protocol. Those before 1.2 are not spoken.
const (
	VersionTLS10 = 0x0301
	VersionTLS11 = 0x0302
	VersionTLS12 = 0x0303
	VersionTLS13 = 0x0304
)

// VersionName is the name of a version.
func VersionName(version uint16) string {
	if version >= VersionTLS10 && version <= VersionTLS13 {
		return fmt.Sprintf("TLS 1.%d", version-VersionTLS10)
	}
	return fmt.Sprintf("0x%04X", version)
}

// A CurveID is a way to agree on a key.
type CurveID uint16

// The ways.
const (
	CurveP256      CurveID = 23
	CurveP384      CurveID = 24
	CurveP521      CurveID = 25
	X25519         CurveID = 29
	X25519MLKEM768 CurveID = 4588
)

func (i CurveID) String() string {
	switch i {
	case CurveP256, CurveP384, CurveP521:
		return "CurveP" + []string{"256", "384", "521"}[i-CurveP256]
	case X25519:
		return "X25519"
	case X25519MLKEM768:
		return "X25519MLKEM768"
	}
	return fmt.Sprintf("CurveID(%d)", uint16(i))
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
	PKCS1WithSHA1          SignatureScheme = 0x0201
	ECDSAWithSHA1          SignatureScheme = 0x0203
)

var schemeNames = map[SignatureScheme]string{
	PKCS1WithSHA256: "PKCS1WithSHA256", PKCS1WithSHA384: "PKCS1WithSHA384", PKCS1WithSHA512: "PKCS1WithSHA512",
	PSSWithSHA256: "PSSWithSHA256", PSSWithSHA384: "PSSWithSHA384", PSSWithSHA512: "PSSWithSHA512",
	ECDSAWithP256AndSHA256: "ECDSAWithP256AndSHA256", ECDSAWithP384AndSHA384: "ECDSAWithP384AndSHA384",
	ECDSAWithP521AndSHA512: "ECDSAWithP521AndSHA512", Ed25519: "Ed25519",
	PKCS1WithSHA1: "PKCS1WithSHA1", ECDSAWithSHA1: "ECDSAWithSHA1",
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

// A ClientHelloInfo is what a client says first.
type ClientHelloInfo struct {
	CipherSuites      []uint16
	ServerName        string
	SupportedCurves   []CurveID
	SupportedPoints   []uint8
	SignatureSchemes  []SignatureScheme
	SupportedProtos   []string
	SupportedVersions []uint16
	Conn              net.Conn
	ctx               context.Context
}

// Context is that of the handshake.
func (c *ClientHelloInfo) Context() context.Context { return c.ctx }

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

// A Config says how TLS is spoken. Sessions are never resumed, and keys are agreed on as rustls prefers.
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
	// DynamicRecordSizingDisabled changes nothing: records have one size.
	DynamicRecordSizingDisabled bool
}

// Clone is a copy.
func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	c2 := *c
	c2.NextProtos = slices.Clone(c.NextProtos)
	return &c2
}

func (c *Config) now() time.Time {
	if c.Time != nil {
		return c.Time()
	}
	return time.Now()
}

// A ConnectionState says what was agreed on.
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
	HelloRetryRequest           bool
	LocalCertificate            [][]byte
	export                      func(label string, context []byte, length int) ([]byte, error)
}

// ExportKeyingMaterial returns bytes that both sides can make of what they agreed on.
func (cs *ConnectionState) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	if cs.export == nil {
		return nil, errors.New("tls: the connection's state has no keying material")
	}
	return cs.export(label, context, length)
}

// A RecordHeaderError is the error of what is no TLS.
type RecordHeaderError struct {
	Msg          string
	RecordHeader [5]byte
	Conn         net.Conn
}

func (e RecordHeaderError) Error() string { return "tls: " + e.Msg }

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
	for i := range c.Certificates {
		if len(c.Certificates) > 1 && hello.SupportsCertificate(&c.Certificates[i]) == nil {
			return &c.Certificates[i], nil
		}
	}
	return &c.Certificates[0], nil
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

// LoadX509KeyPair reads a chain and a key from files.
func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) {
	cert, err := os.ReadFile(certFile)
	if err != nil {
		return Certificate{}, err
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return Certificate{}, err
	}
	return X509KeyPair(cert, key)
}

// X509KeyPair reads a chain and a key.
func X509KeyPair(certPEMBlock, keyPEMBlock []byte) (Certificate, error) {
	var cert Certificate
	fail := func(err error) (Certificate, error) { return Certificate{}, err }
	skipped := func(text []byte, wanted func(string) bool, found func(*pem.Block) bool) (types []string) {
		for {
			var block *pem.Block
			if block, text = pem.Decode(text); block == nil {
				return types
			}
			if !wanted(block.Type) {
				types = append(types, block.Type)
			} else if found(block) {
				return types
			}
		}
	}
	isCert := func(t string) bool { return t == "CERTIFICATE" }
	isKey := func(t string) bool { return t == "PRIVATE KEY" || strings.HasSuffix(t, " PRIVATE KEY") }
	types := skipped(certPEMBlock, isCert, func(b *pem.Block) bool {
		cert.Certificate = append(cert.Certificate, b.Bytes)
		return false
	})
	if len(cert.Certificate) == 0 {
		switch {
		case len(types) == 0:
			return fail(errors.New("tls: failed to find any PEM data in certificate input"))
		case len(types) == 1 && isKey(types[0]):
			return fail(errors.New("tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched"))
		}
		return fail(fmt.Errorf("tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of the following types: %v", types))
	}
	var key *pem.Block
	types = skipped(keyPEMBlock, isKey, func(b *pem.Block) bool { key = b; return true })
	if key == nil {
		switch {
		case len(types) == 0:
			return fail(errors.New("tls: failed to find any PEM data in key input"))
		case len(types) == 1 && isCert(types[0]):
			return fail(errors.New("tls: found a certificate rather than a key in the PEM for the private key"))
		}
		return fail(fmt.Errorf("tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping PEM blocks of the following types: %v", types))
	}
	leaf, err := x509.ParseCertificate(cert.Certificate[0])
	if err != nil {
		return fail(err)
	}
	cert.Leaf = leaf
	if cert.PrivateKey, err = parsePrivateKey(key.Bytes); err != nil {
		return fail(err)
	}
	mismatch := func(same, equal bool) error {
		if !same {
			return errors.New("tls: private key type does not match public key type")
		}
		if !equal {
			return errors.New("tls: private key does not match public key")
		}
		return nil
	}
	switch pub := leaf.PublicKey.(type) {
	case *rsa.PublicKey:
		k, ok := cert.PrivateKey.(*rsa.PrivateKey)
		err = mismatch(ok, ok && k.PublicKey.Equal(pub))
	case *ecdsa.PublicKey:
		k, ok := cert.PrivateKey.(*ecdsa.PrivateKey)
		err = mismatch(ok, ok && k.PublicKey.Equal(pub))
	case ed25519.PublicKey:
		k, ok := cert.PrivateKey.(ed25519.PrivateKey)
		err = mismatch(ok, ok && pub.Equal(k.Public()))
	default:
		err = errors.New("tls: unknown public key algorithm")
	}
	if err != nil {
		return fail(err)
	}
	return cert, nil
}

func parsePrivateKey(der []byte) (crypto.PrivateKey, error) {
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		switch key := key.(type) {
		case *rsa.PrivateKey, *ecdsa.PrivateKey, ed25519.PrivateKey:
			return key, nil
		default:
			return nil, errors.New("tls: found unknown private key type in PKCS#8 wrapping")
		}
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return key, nil
	}
	return nil, errors.New("tls: failed to parse private key")
}
