package tls

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/mldsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"
)

// LoadX509KeyPair reads a chain and a key from files.
func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) {
	var texts [2][]byte
	for i, name := range [...]string{certFile, keyFile} {
		text, err := os.ReadFile(name)
		if err != nil {
			return Certificate{}, err
		}
		texts[i] = text
	}
	return X509KeyPair(texts[0], texts[1])
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
	case *mldsa.PublicKey:
		k, ok := cert.PrivateKey.(*mldsa.PrivateKey)
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
		case *rsa.PrivateKey, *ecdsa.PrivateKey, ed25519.PrivateKey, *mldsa.PrivateKey:
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
