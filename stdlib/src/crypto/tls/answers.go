package tls

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/mldsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"internal/settings"
	"net"
	"slices"
	"strings"
)

// follow answers what a step asks, until it is done.
func (c *Conn) follow(step int, bytes []byte) error {
	for {
		var ok bool
		var reply []byte
		if err := c.logSecrets(); err != nil {
			return c.end(err, internalError)
		}
		switch step {
		case stepDone:
			if c.abort {
				return c.end(c.refusal, internalError)
			}
			return nil
		case stepRejected:
			if len(bytes) == 0 {
				bytes = nil
			}
			return &ECHRejectionError{RetryConfigList: bytes}
		case stepAlert:
			if c.quic != nil {
				return &net.OpError{Op: "remote error", Err: AlertError(bytes[0])}
			}
			return &permanentError{&net.OpError{Op: "remote error", Err: alert(bytes[0])}}
		case stepFailed:
			if c.refusal != nil {
				return c.refusal
			}
			return errors.New(string(bytes) + c.hello.offered(string(bytes)))
		case stepHello:
			c.hello = readHello(helloMessage(c.heard))
			c.heard = nil
			settings, err := c.answerHello()
			if err != nil {
				// The alert is in the clear: nothing was agreed on.
				c.conn.Write([]byte{21, 3, 3, 0, 2, 2, byte(alertOf(err))})
				return err
			}
			step, bytes = accept(c.number, settings)
			continue
		case stepTrust:
			var alert byte
			alert, c.refusal = c.trust(split(bytes))
			ok, reply = c.refusal == nil, []byte{alert}
		case stepIsSigned:
			ok = c.isSigned(split(bytes))
		case stepSign:
			var err error
			if reply, err = c.sign(split(bytes)); err != nil {
				c.refusal = err
			}
			ok = err == nil
		case stepClientCertificate:
			var err error
			if reply, err = c.clientCertificate(split(bytes)); err != nil {
				c.refusal = err
			}
			ok = err == nil && reply != nil
		case stepServerCertificate:
			var err error
			if reply, err = c.secondCertificate(); err != nil {
				c.refusal = err
			}
			ok = err == nil
		case stepSeal:
			var err error
			if reply, err = c.seal(bytes); err != nil {
				c.refusal, c.abort = err, true
			}
			ok = err == nil
		case stepOpen:
			s, err := c.openOnce(bytes)
			if err != nil {
				c.refusal, c.abort = err, true
			} else if s != nil {
				c.opened, ok, reply = s, true, s.plain
			}
		}
		step, bytes = answer(c.number, ok, reply)
	}
}

// end ends a handshake that rustls would continue: rustls's pending output is not sent. A client that nothing was sent
// yet gets an alert, which is in the clear.
func (c *Conn) end(err error, alert AlertError) error {
	takeOut(c.number)
	if c.conn != nil && !c.isClient && !c.sent {
		c.conn.Write([]byte{21, 3, 3, 0, 2, 2, byte(alert)})
	}
	return err
}

// secondCertificate chooses for the hello that a client says again.
func (c *Conn) secondCertificate() ([]byte, error) {
	info := c.hello.ClientHelloInfo
	if message := helloMessage(c.heard); message != nil {
		again := readHello(message)
		again.Conn, again.ctx = info.Conn, info.ctx
		info = again.ClientHelloInfo
	}
	c.heard = nil
	info.HelloRetryRequest = true
	cert, err := c.config.certificateFor(&info)
	if err != nil {
		return nil, err
	}
	return c.certificate(cert)
}

// answerHello makes the settings for a hello.
func (c *Conn) answerHello() ([]byte, error) {
	hello := &c.hello.ClientHelloInfo
	hello.Conn, hello.ctx = c.conn, c.ctx
	if c.quic != nil {
		hello.Conn = c.quic.helloConn
	}
	if c.config.GetConfigForClient != nil {
		config, err := c.config.GetConfigForClient(hello)
		if err != nil {
			return nil, err
		}
		if config != nil {
			c.config = config
		}
	}
	config := c.config
	var cert *Certificate
	if !c.hello.retries(config) {
		var err error
		if cert, err = config.certificateFor(hello); err != nil {
			return nil, err
		}
	}
	switch common(config.NextProtos, hello.SupportedProtos) {
	case none:
		c.refusal = fmt.Errorf("tls: client requested unsupported application protocols (%q)", hello.SupportedProtos)
	case unsaid:
		config = config.Clone()
		config.NextProtos = nil
	}
	return c.settings(config, cert)
}

const (
	agreed = iota
	none
	unsaid
)

// common reports whether both sides have a protocol in common, one of which need not be named: a client of HTTP/1.1 for
// a server of HTTP/2.
func common(server, client []string) int {
	if len(server) == 0 || len(client) == 0 {
		return agreed
	}
	for _, s := range server {
		if slices.Contains(client, s) {
			return agreed
		}
	}
	if slices.Contains(server, "h2") && slices.Contains(client, "http/1.1") {
		return unsaid
	}
	return none
}

// alertOf is the alert for a hello that is refused by this side's Config.
func alertOf(err error) AlertError {
	if err == errNoCertificates {
		return 112
	}
	return 80
}

// maxRSABits is the size of the largest RSA keys of other sides, which choose how long this one computes: 8192, unless
// GODEBUG=tlsmaxrsasize=N sets another one.
func maxRSABits() int { return settings.Int("tlsmaxrsasize", 8192) }

// trust decides on the other side's certificates, and with which alert they are refused.
func (c *Conn) trust(f [][]byte) (alert byte, err error) {
	const badCertificate, expired, unknownCA = 42, 45, 48
	name, chain := string(f[0]), f[1:]
	certs := make([]*x509.Certificate, len(chain))
	pool := x509.NewCertPool()
	side := "client"
	if c.isClient {
		side = "server"
	}
	for i, der := range chain {
		if certs[i], err = x509.ParseCertificate(der); err != nil {
			return badCertificate, errors.New("tls: failed to parse certificate from " + side + ": " + err.Error())
		}
		if key, ok := certs[i].PublicKey.(*rsa.PublicKey); ok && key.N.BitLen() > maxRSABits() {
			return badCertificate, fmt.Errorf("tls: %s sent certificate containing RSA key larger than %d bits", side, maxRSABits())
		}
		if i > 0 {
			pool.AddCert(certs[i])
		}
	}
	opts := x509.VerifyOptions{Intermediates: pool, CurrentTime: c.config.now()}
	verify := !c.config.InsecureSkipVerify
	if c.isClient {
		opts.Roots, opts.DNSName = c.config.RootCAs, c.config.ServerName
		if c.config.EncryptedClientHelloConfigList != nil && name != strings.TrimRight(opts.DNSName, ".") {
			return c.trustPublic(certs, opts, name)
		}
	} else {
		opts.Roots, opts.KeyUsages = c.config.ClientCAs, []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		verify = c.config.ClientAuth >= VerifyClientCertIfGiven
	}
	if verify {
		if c.state.VerifiedChains, err = certs[0].Verify(opts); err != nil {
			alert = badCertificate
			var invalid x509.CertificateInvalidError
			if !c.isClient && errors.As(err, &x509.UnknownAuthorityError{}) {
				alert = unknownCA
			} else if !c.isClient && errors.As(err, &invalid) && invalid.Reason == x509.Expired {
				alert = expired
			}
			return alert, &CertificateVerificationError{certs, err}
		}
	}
	c.state.PeerCertificates = certs
	if c.config.VerifyPeerCertificate != nil {
		if err := c.config.VerifyPeerCertificate(chain, c.state.VerifiedChains); err != nil {
			return badCertificate, err
		}
	}
	if c.config.VerifyConnection != nil {
		c.asked = true
		if err := c.config.VerifyConnection(c.state); err != nil {
			return badCertificate, err
		}
	}
	return 0, nil
}

// trustPublic decides on the certificates of a server that has not decrypted the hello, and goes by its public name.
func (c *Conn) trustPublic(certs []*x509.Certificate, opts x509.VerifyOptions, name string) (alert byte, err error) {
	const badCertificate = 42
	c.asked = true
	c.state.PeerCertificates = certs
	if verify := c.config.EncryptedClientHelloRejectionVerify; verify != nil {
		return badCertificate, verify(c.state)
	}
	opts.DNSName = name
	if c.state.VerifiedChains, err = certs[0].Verify(opts); err != nil {
		return badCertificate, &CertificateVerificationError{certs, err}
	}
	return 0, nil
}

// hashed is the message as the scheme signs it, and how.
func hashed(scheme SignatureScheme, message []byte) ([]byte, crypto.SignerOpts) {
	var hash crypto.Hash
	switch scheme {
	case PKCS1WithSHA256, PSSWithSHA256, ECDSAWithP256AndSHA256:
		hash = crypto.SHA256
	case PKCS1WithSHA384, PSSWithSHA384, ECDSAWithP384AndSHA384:
		hash = crypto.SHA384
	case PKCS1WithSHA512, PSSWithSHA512, ECDSAWithP521AndSHA512:
		hash = crypto.SHA512
	default:
		return message, crypto.Hash(0)
	}
	h := hash.New()
	h.Write(message)
	if scheme >= PSSWithSHA256 && scheme <= PSSWithSHA512 {
		return h.Sum(nil), &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: hash}
	}
	return h.Sum(nil), hash
}

func (c *Conn) sign(f [][]byte) ([]byte, error) {
	scheme := binary.BigEndian.Uint16(f[0])
	if key, ok := c.signer.(*rsa.PrivateKey); ok && len(key.Primes) == 2 {
		// Other sides can measure how long this takes; ring takes as long for any message, and package rsa may not.
		if signature := signRSA(x509.MarshalPKCS1PrivateKey(key), scheme, f[1]); signature != nil {
			return signature, nil
		}
	}
	message, opts := hashed(SignatureScheme(scheme), f[1])
	return c.signer.Sign(rand.Reader, message, opts)
}

func (c *Conn) isSigned(f [][]byte) bool {
	scheme := SignatureScheme(binary.BigEndian.Uint16(f[0]))
	cert, err := x509.ParseCertificate(f[1])
	if err != nil {
		return false
	}
	message, opts := hashed(scheme, f[2])
	switch pub := cert.PublicKey.(type) {
	case *rsa.PublicKey:
		if pss, ok := opts.(*rsa.PSSOptions); ok {
			return rsa.VerifyPSS(pub, pss.Hash, message, f[3], pss) == nil
		}
		rsaScheme := scheme == PKCS1WithSHA256 || scheme == PKCS1WithSHA384 || scheme == PKCS1WithSHA512
		return rsaScheme && rsa.VerifyPKCS1v15(pub, opts.HashFunc(), message, f[3]) == nil
	case *ecdsa.PublicKey:
		ecdsaScheme := scheme == ECDSAWithP256AndSHA256 || scheme == ECDSAWithP384AndSHA384 || scheme == ECDSAWithP521AndSHA512
		return ecdsaScheme && ecdsa.VerifyASN1(pub, message, f[3])
	case ed25519.PublicKey:
		return scheme == Ed25519 && ed25519.Verify(pub, message, f[3])
	case *mldsa.PublicKey:
		return scheme == mldsaScheme(pub) && mldsa.Verify(pub, message, f[3], nil) == nil
	}
	return false
}

// clientCertificate is nil if there is none for the server.
func (c *Conn) clientCertificate(f [][]byte) ([]byte, error) {
	info := &CertificateRequestInfo{f[1:], get[SignatureScheme](f[0]), c.state.Version, c.ctx}
	if info.Version == 0 {
		// In TLS 1.3 the version comes in a record before, in TLS 1.2 it may come in the same.
		info.Version = VersionTLS12
	}
	if c.config.GetClientCertificate != nil {
		cert, err := c.config.GetClientCertificate(info)
		if err == nil && cert == nil {
			err = errors.New("tls: GetClientCertificate returned a nil certificate")
		}
		if err != nil || len(cert.Certificate) == 0 {
			return nil, err
		}
		return c.certificate(cert)
	}
	for i := range c.config.Certificates {
		if info.SupportsCertificate(&c.config.Certificates[i]) == nil {
			return c.certificate(&c.config.Certificates[i])
		}
	}
	return nil, nil
}
