package main

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

type authority struct {
	cert *x509.Certificate
	key  crypto.Signer
}

// issue writes NAME.crt and NAME.key; without an issuer the certificate is its own.
func issue(dir, name, host string, key crypto.Signer, by *authority) *authority {
	t := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true, IsCA: host == "",
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if host != "" {
		t.DNSNames = []string{host}
	}
	made := &authority{t, key}
	if by == nil {
		by = made
	}
	der, err := x509.CreateCertificate(rand.Reader, t, by.cert, key.Public(), by.key)
	check(err)
	made.cert, err = x509.ParseCertificate(der)
	check(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	check(err)
	write(dir, name+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	write(dir, name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	return made
}

func write(dir, name string, data []byte) {
	check(os.WriteFile(filepath.Join(dir, name), data, 0o666))
}

func curveKey(curve elliptic.Curve) crypto.Signer {
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	check(err)
	return key
}

func rsaKey() crypto.Signer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	check(err)
	return key
}

func edwardsKey() crypto.Signer {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	check(err)
	return key
}

// makeHello writes a list of one configuration of encrypted hellos, and its key.
func makeHello(dir, name string, id byte) {
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	check(err)
	const x25519, hkdf, aes128 = 0x20, 1, 1
	be := binary.BigEndian
	body := be.AppendUint16([]byte{id}, x25519)
	body = append(be.AppendUint16(body, 32), key.PublicKey().Bytes()...)
	body = be.AppendUint16(be.AppendUint16(be.AppendUint16(body, 4), hkdf), aes128)
	body = append(body, 32, byte(len("public.test")))
	body = append(append(body, "public.test"...), 0, 0)
	config := append(be.AppendUint16([]byte{0xfe, 0x0d}, uint16(len(body))), body...)
	write(dir, name+".ech", append(be.AppendUint16(nil, uint16(len(config))), config...))
	write(dir, name+".echkey", key.Bytes())
}

func makeFiles(dir string) {
	ca := issue(dir, "authority", "", curveKey(elliptic.P256()), nil)
	for name, key := range map[string]crypto.Signer{"ecdsa": curveKey(elliptic.P256()), "p384": curveKey(elliptic.P384()), "rsa": rsaKey(), "ed25519": edwardsKey()} {
		issue(dir, name, "server.test", key, ca)
	}
	issue(dir, "other", "other.test", curveKey(elliptic.P256()), ca)
	issue(dir, "public", "public.test", curveKey(elliptic.P256()), ca)
	issue(dir, "client", "client.test", curveKey(elliptic.P256()), ca)
	issue(dir, "clientrsa", "client.test", rsaKey(), ca)
	issue(dir, "cliented25519", "client.test", edwardsKey(), ca)
	issue(dir, "stranger", "client.test", curveKey(elliptic.P256()), nil)
	makeHello(dir, "known", 7)
	makeHello(dir, "foreign", 8)
}
