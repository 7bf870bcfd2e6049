// A Config may name suites and groups that are not supported, in addition to supported ones; and certificates by names.
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/mldsa"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"slices"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func certificate(key crypto.Signer, names ...string) tls.Certificate {
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: names}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	check(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func talk(what string, server, client *tls.Config) (cs tls.ConnectionState) {
	l, err := tls.Listen("tcp", "127.0.0.1:0", server)
	check(err)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		check(err)
		io.Copy(c, c)
		c.Close()
	}()
	client.InsecureSkipVerify = true
	raw, err := net.Dial("tcp", l.Addr().String())
	check(err)
	c := tls.Client(raw, client)
	_, err = c.Write([]byte("hello"))
	if err == nil {
		_, err = io.ReadFull(c, make([]byte, 5))
	}
	c.Close()
	raw.Close()
	cs = c.ConnectionState()
	fmt.Println(what, err != nil, tls.VersionName(cs.Version), len(cs.PeerCertificates))
	return cs
}

func main() {
	for _, c := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		fmt.Println(*c, tls.CipherSuiteName(c.ID))
	}
	fmt.Println(tls.TLS_FALLBACK_SCSV, tls.CipherSuiteName(tls.TLS_FALLBACK_SCSV), tls.VersionName(tls.VersionSSL30))
	for _, id := range []tls.CurveID{tls.CurveP521, tls.X25519MLKEM768, tls.SecP256r1MLKEM768, tls.SecP384r1MLKEM1024, tls.MLKEM1024, 7} {
		fmt.Print(id, " ", uint16(id), "; ")
	}
	fmt.Println(tls.MLDSA44, tls.MLDSA65, tls.MLDSA87, tls.RenegotiateFreelyAsClient)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	a, b := certificate(key, "a.test"), certificate(key, "b.test", "*.c.test")
	var suites []uint16
	for _, c := range append(tls.InsecureCipherSuites(), tls.CipherSuites()...) {
		suites = append(suites, c.ID)
	}
	server := &tls.Config{Certificates: []tls.Certificate{a}, CipherSuites: suites, CurvePreferences: []tls.CurveID{tls.MLKEM1024, tls.CurveP384, tls.CurveP256}}
	cs := talk("all suites", server, &tls.Config{MaxVersion: tls.VersionTLS12, CipherSuites: suites, CurvePreferences: []tls.CurveID{tls.CurveP521, tls.CurveP384}})
	fmt.Println(cs.CurveID, cs.CipherSuite != 0, cs.TLSUnique != nil && false)
	named := &tls.Config{Certificates: []tls.Certificate{a, b}}
	named.BuildNameToCertificate()
	fmt.Println(len(named.NameToCertificate))
	for _, name := range []string{"a.test", "B.test", "x.c.test", "other.test"} {
		cs := talk(name, named, &tls.Config{ServerName: name, Renegotiation: tls.RenegotiateFreelyAsClient})
		fmt.Println(cs.PeerCertificates[0].DNSNames[0])
	}
	quantum, err := mldsa.GenerateKey(mldsa.MLDSA65())
	check(err)
	cs = talk("ML-DSA", &tls.Config{Certificates: []tls.Certificate{certificate(quantum, "a.test")}}, &tls.Config{})
	fmt.Println(cs.PeerCertificates[0].PublicKeyAlgorithm)
	hello := &tls.Config{GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
		fmt.Println(h.HelloRetryRequest, slices.Contains(h.Extensions, 43), slices.Contains(h.Extensions, 51), h.SupportedVersions, h.SupportedPoints, h.SupportedProtos)
		return &a, nil
	}, CurvePreferences: []tls.CurveID{tls.CurveP384}}
	cs = talk("hello", hello, &tls.Config{ServerName: "a.test", NextProtos: []string{"p"}, MinVersion: tls.VersionTLS12})
	fmt.Println(cs.HelloRetryRequest, cs.CurveID)
	cs = talk("hello", hello, &tls.Config{ServerName: "a.test", NextProtos: []string{"p"}, CurvePreferences: []tls.CurveID{tls.CurveP384}})
	fmt.Println(cs.HelloRetryRequest, cs.CurveID)
	rejection := &tls.ECHRejectionError{RetryConfigList: []byte{1}}
	fmt.Println(rejection)
}

// Output:
// {4865 TLS_AES_128_GCM_SHA256 [772] false} TLS_AES_128_GCM_SHA256
// {4866 TLS_AES_256_GCM_SHA384 [772] false} TLS_AES_256_GCM_SHA384
// {4867 TLS_CHACHA20_POLY1305_SHA256 [772] false} TLS_CHACHA20_POLY1305_SHA256
// {49161 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA [769 770 771] false} TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA
// {49162 TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA [769 770 771] false} TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA
// {49171 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA [769 770 771] false} TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA
// {49172 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA [769 770 771] false} TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA
// {49195 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 [771] false} TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
// {49196 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 [771] false} TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
// {49199 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 [771] false} TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
// {49200 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 [771] false} TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
// {52392 TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256 [771] false} TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
// {52393 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 [771] false} TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
// {5 TLS_RSA_WITH_RC4_128_SHA [769 770 771] true} TLS_RSA_WITH_RC4_128_SHA
// {10 TLS_RSA_WITH_3DES_EDE_CBC_SHA [769 770 771] true} TLS_RSA_WITH_3DES_EDE_CBC_SHA
// {47 TLS_RSA_WITH_AES_128_CBC_SHA [769 770 771] true} TLS_RSA_WITH_AES_128_CBC_SHA
// {53 TLS_RSA_WITH_AES_256_CBC_SHA [769 770 771] true} TLS_RSA_WITH_AES_256_CBC_SHA
// {60 TLS_RSA_WITH_AES_128_CBC_SHA256 [771] true} TLS_RSA_WITH_AES_128_CBC_SHA256
// {156 TLS_RSA_WITH_AES_128_GCM_SHA256 [771] true} TLS_RSA_WITH_AES_128_GCM_SHA256
// {157 TLS_RSA_WITH_AES_256_GCM_SHA384 [771] true} TLS_RSA_WITH_AES_256_GCM_SHA384
// {49159 TLS_ECDHE_ECDSA_WITH_RC4_128_SHA [769 770 771] true} TLS_ECDHE_ECDSA_WITH_RC4_128_SHA
// {49169 TLS_ECDHE_RSA_WITH_RC4_128_SHA [769 770 771] true} TLS_ECDHE_RSA_WITH_RC4_128_SHA
// {49170 TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA [769 770 771] true} TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA
// {49187 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256 [771] true} TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256
// {49191 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256 [771] true} TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256
// 22016 0x5600 SSLv3
// CurveP521 25; X25519MLKEM768 4588; SecP256r1MLKEM768 4587; SecP384r1MLKEM1024 4589; MLKEM1024 514; CurveID(7) 7; MLDSA44 MLDSA65 MLDSA87 2
// all suites false TLS 1.2 1
// CurveP384 true false
// 3
// a.test false TLS 1.3 1
// a.test
// B.test false TLS 1.3 1
// b.test
// x.c.test false TLS 1.3 1
// b.test
// other.test false TLS 1.3 1
// a.test
// ML-DSA false TLS 1.3 1
// ML-DSA
// true true true [772 771] [0] [p]
// hello false TLS 1.3 1
// true CurveP384
// false true true [772 771] [0] [p]
// hello false TLS 1.3 1
// false CurveP384
// tls: server rejected ECH
