package tls

// An EncryptedClientHelloKey decrypts hellos of clients that know its configuration. A server of minigo's crypto/tls
// cannot use one, as rustls decrypts no hellos: its handshakes fail.
type EncryptedClientHelloKey struct {
	Config      []byte
	PrivateKey  []byte
	SendAsRetry bool
}

// An ECHRejectionError is that of a server that has not decrypted the hello, with configurations by which it would.
type ECHRejectionError struct {
	RetryConfigList []byte
}

func (e *ECHRejectionError) Error() string { return "tls: server rejected ECH" }
