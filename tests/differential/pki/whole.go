package main

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/mldsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"log"
	"math/big"
	"net"
	"net/url"
	"time"
)

// must ends the program after an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

var notBefore, notAfter = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC)

// wholeObjects makes objects of each kind, with new keys.
func wholeObjects() []object {
	rsaKey := must(rsa.GenerateKey(rand.Reader, 2048))
	curves := []elliptic.Curve{elliptic.P256(), elliptic.P224(), elliptic.P384(), elliptic.P521()}
	var ecKeys []*ecdsa.PrivateKey
	for _, curve := range curves {
		ecKeys = append(ecKeys, must(ecdsa.GenerateKey(curve, rand.Reader)))
	}
	_, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	signers := []crypto.Signer{rsaKey, edKey, must(mldsa.GenerateKey(mldsa.MLDSA44()))}
	for _, key := range ecKeys {
		signers = append(signers, key)
	}
	all := keys(rsaKey, ecKeys, signers)
	all = append(all, certificates(rsaKey, ecKeys[0], edKey, signers)...)
	return append(all, messages()...)
}

func keys(rsaKey *rsa.PrivateKey, ecKeys []*ecdsa.PrivateKey, signers []crypto.Signer) []object {
	all := []object{
		{"pkcs1", x509.MarshalPKCS1PrivateKey(rsaKey)},
		{"pkcs1public", x509.MarshalPKCS1PublicKey(&rsaKey.PublicKey)},
	}
	for _, key := range ecKeys {
		all = append(all, object{"sec1", must(x509.MarshalECPrivateKey(key))})
	}
	x25519 := must(ecdh.X25519().GenerateKey(rand.Reader))
	all = append(all, object{"pkcs8", must(x509.MarshalPKCS8PrivateKey(x25519))})
	all = append(all, object{"pkix", must(x509.MarshalPKIXPublicKey(x25519.PublicKey()))})
	for _, key := range signers {
		all = append(all, object{"pkcs8", must(x509.MarshalPKCS8PrivateKey(key))})
		all = append(all, object{"pkix", must(x509.MarshalPKIXPublicKey(key.Public()))})
	}
	return append(all, object{"pkix", dsaKey()})
}

// dsaKey is a public key of DSA with small numbers.
func dsaKey() []byte {
	type parameters struct{ P, Q, G *big.Int }
	raw := must(asn1.Marshal(parameters{big.NewInt(1019), big.NewInt(509), big.NewInt(4)}))
	y := must(asn1.Marshal(big.NewInt(625)))
	return must(asn1.Marshal(struct {
		Algorithm pkix.AlgorithmIdentifier
		Key       asn1.BitString
	}{
		pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}, Parameters: asn1.RawValue{FullBytes: raw}},
		asn1.BitString{Bytes: y, BitLength: 8 * len(y)},
	}))
}

func rootTemplate() *x509.Certificate {
	_, network, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		log.Fatal(err)
	}
	policy := must(x509.OIDFromInts([]uint64{1, 3, 6, 1, 4, 1, 99999, 1}))
	return &x509.Certificate{
		SerialNumber:                big.NewInt(1),
		Subject:                     pkix.Name{CommonName: "root", Organization: []string{"minigo", "ü"}, Country: []string{"DE"}},
		NotBefore:                   notBefore,
		NotAfter:                    notAfter,
		KeyUsage:                    x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
		BasicConstraintsValid:       true,
		IsCA:                        true,
		MaxPathLen:                  2,
		SubjectKeyId:                []byte{1, 2, 3, 4},
		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         []string{"example.com"},
		ExcludedDNSDomains:          []string{"not.example.com"},
		PermittedIPRanges:           []*net.IPNet{network},
		ExcludedEmailAddresses:      []string{"root@example.com"},
		PermittedURIDomains:         []string{".example.com"},
		Policies:                    []x509.OID{policy},
		RequireExplicitPolicyZero:   true,
	}
}

func leafTemplate() *x509.Certificate {
	return &x509.Certificate{
		SerialNumber:          new(big.Int).Lsh(big.NewInt(1), 100),
		Subject:               pkix.Name{CommonName: "leaf", SerialNumber: "7", Locality: []string{"x"}, PostalCode: []string{"1"}},
		NotBefore:             notBefore,
		NotAfter:              notAfter,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		UnknownExtKeyUsage:    []asn1.ObjectIdentifier{{1, 2, 3, 4}},
		BasicConstraintsValid: true,
		DNSNames:              []string{"a.example.com", "*.example.com"},
		EmailAddresses:        []string{"a@example.com"},
		IPAddresses:           []net.IP{net.IPv4(10, 1, 2, 3), net.ParseIP("::1")},
		URIs:                  []*url.URL{must(url.Parse("https://a.example.com/x"))},
		OCSPServer:            []string{"http://ocsp.example.com"},
		IssuingCertificateURL: []string{"http://ca.example.com"},
		CRLDistributionPoints: []string{"http://crl.example.com/1"},
		ExtraExtensions:       []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3}, Value: []byte{5, 0}}},
	}
}

// certificates makes certificates, requests and lists. The first certificate is the root that verdicts.go trusts.
func certificates(rsaKey *rsa.PrivateKey, ecKey *ecdsa.PrivateKey, edKey ed25519.PrivateKey, signers []crypto.Signer) []object {
	root := rootTemplate()
	der := must(x509.CreateCertificate(rand.Reader, root, root, ecKey.Public(), ecKey))
	all := []object{{"certificate", der}}
	issuer := must(x509.ParseCertificate(der))
	for _, key := range signers {
		leaf := must(x509.CreateCertificate(rand.Reader, leafTemplate(), issuer, key.Public(), ecKey))
		all = append(all, object{"certificate", leaf})
		request := &x509.CertificateRequest{
			Subject:         pkix.Name{CommonName: "request"},
			DNSNames:        []string{"r.example.com"},
			IPAddresses:     []net.IP{net.IPv4(1, 2, 3, 4)},
			ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3}, Value: []byte{5, 0}, Critical: true}},
		}
		all = append(all, object{"request", must(x509.CreateCertificateRequest(rand.Reader, request, key))})
	}
	for _, algorithm := range []x509.SignatureAlgorithm{x509.SHA256WithRSA, x509.SHA384WithRSAPSS} {
		own := rootTemplate()
		own.SignatureAlgorithm = algorithm
		all = append(all, object{"certificate", must(x509.CreateCertificate(rand.Reader, own, own, rsaKey.Public(), rsaKey))})
	}
	own := rootTemplate()
	all = append(all, object{"certificate", must(x509.CreateCertificate(rand.Reader, own, own, edKey.Public(), edKey))})
	list := &x509.RevocationList{
		Number:     big.NewInt(7),
		ThisUpdate: notBefore,
		NextUpdate: notAfter,
		RevokedCertificateEntries: []x509.RevocationListEntry{
			{SerialNumber: big.NewInt(2), RevocationTime: notBefore, ReasonCode: 1},
			{SerialNumber: big.NewInt(3), RevocationTime: notBefore},
		},
	}
	all = append(all, object{"list", must(x509.CreateRevocationList(rand.Reader, list, issuer, ecKey))})
	return all
}
