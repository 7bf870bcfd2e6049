// What rustls cannot do is refused with a reason, where nothing else is left to do. The reasons are minigo's own.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"time"
)

func main() {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"host.test"}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	own := []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}
	for _, config := range []*tls.Config{
		{CipherSuites: []uint16{tls.TLS_RSA_WITH_AES_128_CBC_SHA, tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA}, MaxVersion: tls.VersionTLS12},
		{CurvePreferences: []tls.CurveID{tls.CurveP521, tls.MLKEM1024}},
		{MaxVersion: tls.VersionTLS11},
		{EncryptedClientHelloConfigList: []byte{}},
		{EncryptedClientHelloConfigList: []byte{0, 3, 1, 2, 3}},
		{EncryptedClientHelloKeys: []tls.EncryptedClientHelloKey{{}}},
	} {
		config.InsecureSkipVerify = true
		a, b := net.Pipe()
		if config.EncryptedClientHelloConfigList != nil || config.MaxVersion == tls.VersionTLS11 {
			fmt.Println(tls.Client(a, config).Handshake())
			continue
		}
		config.Certificates = own
		go func() { tls.Client(b, &tls.Config{InsecureSkipVerify: true}).Handshake() }()
		fmt.Println(tls.Server(a, config).Handshake())
		a.Close()
	}
}

// No Go is to be found, whose crypto/tls would be taken:
// Env: PATH= GOROOT=
// Output:
// tls: minigo's crypto/tls has none of the CipherSuites, as rustls has none: TLS_RSA_WITH_AES_128_CBC_SHA, TLS_ECDHE_RSA_WITH_RC4_128_SHA
// tls: minigo's crypto/tls has none of the CurvePreferences, as rustls with ring and ML-KEM has none: CurveP521, MLKEM1024
// tls: minigo speaks TLS 1.2 and 1.3 only
// tls: EncryptedClientHelloConfigList contains no valid configs
// tls: encrypted client hello failure: InvalidConfigList
// tls: minigo's crypto/tls cannot decrypt a client's hello, as rustls cannot: EncryptedClientHelloKeys and GetEncryptedClientHelloKeys need the crypto/tls of an installed Go
