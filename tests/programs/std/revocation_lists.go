// Lists of revoked certificates are written byte for byte as Go writes them, read and checked; those that are damaged are
// refused.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

var day = time.Date(2030, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func issuer(change func(*x509.Certificate)) (*x509.Certificate, ed25519.PrivateKey) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "issuer", Country: []string{"CH"}}, NotBefore: day, NotAfter: day.AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, SubjectKeyId: []byte{1, 2, 3},
	}
	change(t)
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	check(err)
	cert, err := x509.ParseCertificate(der)
	check(err)
	return cert, key
}

func template() *x509.RevocationList {
	return &x509.RevocationList{
		Number: big.NewInt(300), ThisUpdate: day, NextUpdate: day.AddDate(0, 1, 0),
		RevokedCertificateEntries: []x509.RevocationListEntry{
			{SerialNumber: big.NewInt(17), RevocationTime: day.Add(-time.Hour)},
			{SerialNumber: new(big.Int).Lsh(big.NewInt(3), 90), RevocationTime: day.AddDate(30, 0, 0), ReasonCode: 4},
			{SerialNumber: big.NewInt(-5), RevocationTime: day, ReasonCode: 1,
				ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 24}, Value: []byte{5, 0}}}},
		},
		ExtraExtensions: []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3}, Critical: true, Value: []byte{4, 1, 9}}},
	}
}

func show(rl *x509.RevocationList) {
	fmt.Println(rl.Issuer, rl.SignatureAlgorithm, rl.Number, rl.ThisUpdate, rl.NextUpdate, hex.EncodeToString(rl.AuthorityKeyId))
	fmt.Println(len(rl.Raw), len(rl.RawTBSRevocationList), hex.EncodeToString(rl.RawIssuer), hex.EncodeToString(rl.RawSignatureAlgorithm), len(rl.Signature))
	for i, e := range rl.RevokedCertificateEntries {
		fmt.Println(e.SerialNumber, e.RevocationTime, e.ReasonCode, hex.EncodeToString(e.Raw), e.Extensions, e.ExtraExtensions, rl.RevokedCertificates[i].SerialNumber)
	}
	fmt.Println(rl.Extensions, rl.ExtraExtensions)
}

func main() {
	ca, key := issuer(func(*x509.Certificate) {})
	der, err := x509.CreateRevocationList(rand.Reader, template(), ca, key)
	check(err)
	fmt.Printf("%x\n", sha256.Sum256(der))
	rl, err := x509.ParseRevocationList(der)
	check(err)
	show(rl)
	fmt.Println(rl.CheckSignatureFrom(ca))
	empty, err := x509.CreateRevocationList(rand.Reader, &x509.RevocationList{Number: big.NewInt(0), ThisUpdate: day, NextUpdate: day}, ca, key)
	check(err)
	fmt.Printf("%x\n", empty)
	rl, err = x509.ParseRevocationList(empty)
	check(err)
	show(rl)
	deprecated(ca, key, der)
	refusals(ca, key)
	signatures(der)
	damaged(der)
}

// deprecated goes the older ways.
func deprecated(ca *x509.Certificate, key ed25519.PrivateKey, der []byte) {
	list, err := x509.ParseCRL(pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: der}))
	check(err)
	t := list.TBSCertList
	fmt.Println(t.Version, t.Issuer, t.ThisUpdate, t.NextUpdate, len(t.RevokedCertificates), len(t.Extensions), list.HasExpired(day), list.HasExpired(day.AddDate(1, 0, 0)))
	fmt.Println(ca.CheckCRLSignature(list))
	revoked := []pkix.RevokedCertificate{{SerialNumber: big.NewInt(9), RevocationTime: day}}
	old, err := ca.CreateCRL(rand.Reader, key, revoked, day, day.AddDate(0, 0, 7))
	check(err)
	fmt.Printf("%x\n", old)
	rl, err := x509.ParseRevocationList(old)
	fmt.Println(rl.Number, rl.RevokedCertificates[0].SerialNumber, rl.CheckSignatureFrom(ca), err)
	der, err = x509.CreateRevocationList(rand.Reader, &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: day, NextUpdate: day, RevokedCertificates: revoked}, ca, key)
	fmt.Printf("%x %v\n", der, err)
	_, err = ca.CreateCRL(rand.Reader, 5, nil, day, day)
	fmt.Println(err)
	_, err = x509.ParseDERCRL(append(old, 0))
	fmt.Println(err)
	_, err = x509.ParseCRL([]byte("-----BEGIN X509 CRL"))
	fmt.Println(err != nil)
}

func refusals(ca *x509.Certificate, key ed25519.PrivateKey) {
	try := func(ca *x509.Certificate, change func(*x509.RevocationList)) {
		t := template()
		change(t)
		_, err := x509.CreateRevocationList(rand.Reader, t, ca, key)
		fmt.Println(err)
	}
	same := func(*x509.RevocationList) {}
	_, err := x509.CreateRevocationList(rand.Reader, nil, ca, key)
	fmt.Println(err)
	try(nil, same)
	other, _ := issuer(func(t *x509.Certificate) { t.KeyUsage = x509.KeyUsageCertSign })
	try(other, same)
	other, _ = issuer(func(t *x509.Certificate) { t.IsCA, t.SubjectKeyId = false, nil })
	try(other, same)
	try(ca, func(t *x509.RevocationList) { t.NextUpdate = day.Add(-time.Second) })
	try(ca, func(t *x509.RevocationList) { t.Number = nil })
	try(ca, func(t *x509.RevocationList) { t.Number = new(big.Int).Lsh(big.NewInt(1), 159) })
	try(ca, func(t *x509.RevocationList) { t.Number = new(big.Int).Lsh(big.NewInt(1), 158) })
	try(ca, func(t *x509.RevocationList) { t.RevokedCertificateEntries[1].SerialNumber = nil })
	try(ca, func(t *x509.RevocationList) { t.RevokedCertificateEntries[1].RevocationTime = time.Time{} })
	try(ca, func(t *x509.RevocationList) {
		t.RevokedCertificateEntries[1].ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 21}}}
	})
	try(ca, func(t *x509.RevocationList) { t.SignatureAlgorithm = x509.SHA256WithRSA })
}

func signatures(der []byte) {
	rl, err := x509.ParseRevocationList(der)
	check(err)
	for _, change := range []func(*x509.Certificate){
		func(t *x509.Certificate) { t.KeyUsage = 0 },
		func(t *x509.Certificate) { t.KeyUsage = x509.KeyUsageCertSign },
		func(t *x509.Certificate) { t.IsCA = false },
		func(t *x509.Certificate) { t.BasicConstraintsValid, t.IsCA = false, false },
	} {
		ca, _ := issuer(change)
		fmt.Println(rl.CheckSignatureFrom(ca))
	}
	ca, _ := issuer(func(*x509.Certificate) {})
	rl.Signature[5] ^= 1
	fmt.Println(rl.CheckSignatureFrom(ca))
	ca.PublicKeyAlgorithm = x509.UnknownPublicKeyAlgorithm
	fmt.Println(rl.CheckSignatureFrom(ca))
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P521()} {
		key, err := ecdsa.GenerateKey(curve, rand.Reader)
		check(err)
		cert := &x509.Certificate{
			PublicKey: key.Public(), PublicKeyAlgorithm: x509.ECDSA, KeyUsage: x509.KeyUsageCRLSign, SubjectKeyId: []byte{1},
			Subject: pkix.Name{CommonName: "curve"}, BasicConstraintsValid: true, IsCA: true,
		}
		der, err := x509.CreateRevocationList(rand.Reader, template(), cert, key)
		check(err)
		rl, err := x509.ParseRevocationList(der)
		check(err)
		fmt.Println(rl.SignatureAlgorithm, rl.Issuer, rl.CheckSignatureFrom(cert))
	}
}

// damaged changes each byte of what is before the signature: what is read must be refused by the signature.
func damaged(der []byte) {
	ca, _ := issuer(func(*x509.Certificate) {})
	counts := map[bool]int{}
	for i := range der {
		bad := bytes.Clone(der)
		bad[i] ^= 0x40
		rl, err := x509.ParseRevocationList(bad)
		if err == nil && rl.CheckSignatureFrom(ca) == nil {
			fmt.Println("byte", i, "does not count")
		}
		counts[err == nil]++
	}
	fmt.Println(counts[true] > 100, counts[false] > 30)
	for n := range der {
		if _, err := x509.ParseRevocationList(der[:n]); err == nil {
			fmt.Println("a part is read:", n)
		}
	}
	for _, text := range []string{"", "30020500", "3006300402010005", "3005300302010105", "3003300130", "30073005020102300030"} {
		raw, _ := hex.DecodeString(text)
		_, err := x509.ParseRevocationList(raw)
		fmt.Println(err)
	}
}

// Output:
// e462c0ad0917ab6d5bc1ce6d95bbc34a385c168c7cf92695e9891ecfd4b50fa0
// CN=issuer,C=CH Ed25519 300 2030-01-02 02:04:05 +0000 UTC 2030-02-02 02:04:05 +0000 UTC 010203
// 314 236 301e310b3009060355040613024348310f300d06035504031306697373756572 300506032b6570 64
// 17 2030-01-02 01:04:05 +0000 UTC 0 3012020111170d3330303130323031303430355a [] [] 17
// 3713820117856140824697372672 2060-01-02 02:04:05 +0000 UTC 4 302d020c0c0000000000000000000000180f32303630303130323032303430355a300c300a0603551d1504030a0104 [{2.5.29.21 false [10 1 4]}] [] 3713820117856140824697372672
// -5 2030-01-02 02:04:05 +0000 UTC 1 302b0201fb170d3330303130323032303430355a301730090603551d1804020500300a0603551d1504030a0101 [{2.5.29.24 false [5 0]} {2.5.29.21 false [10 1 1]}] [] -5
// [{2.5.29.35 false [48 5 128 3 1 2 3]} {2.5.29.20 false [2 2 1 44]} {1.2.3 true [4 1 9]}] []
// <nil>
// 3081b43068020101300506032b6570301e310b3009060355040613024348310f300d06035504031306697373756572170d3330303130323032303430355a170d3330303130323032303430355aa01e301c300e0603551d23040730058003010203300a0603551d140403020100300506032b65700341003d4f22c98349a3786c17d1d6d808388dfbe5b3e925b3f604c13a00ddc321638a3f8c83af8721988000978edfd16793f0c9085e49943b81eff615a88e2c60f404
// CN=issuer,C=CH Ed25519 0 2030-01-02 02:04:05 +0000 UTC 2030-01-02 02:04:05 +0000 UTC 010203
// 183 106 301e310b3009060355040613024348310f300d06035504031306697373756572 300506032b6570 64
// [{2.5.29.35 false [48 5 128 3 1 2 3]} {2.5.29.20 false [2 1 0]}] []
// 1 CN=issuer,C=CH 2030-01-02 02:04:05 +0000 UTC 2030-02-02 02:04:05 +0000 UTC 3 3 false true
// <nil>
// 3081be3072020101300506032b6570301e310b3009060355040613024348310f300d06035504031306697373756572170d3330303130323032303430355a170d3330303130393032303430355a30143012020109170d3330303130323032303430355aa0123010300e0603551d23040730058003010203300506032b65700341006a229ad02813c41e57652e386b32a653b52301653b075f249d36e6b99a5d5c0aef7394b0fe884b642867525cdbe1efbc44bbb0b812a1b89f51e2419a3c49980d
// <nil> 9 <nil> <nil>
// 3081ca307e020101300506032b6570301e310b3009060355040613024348310f300d06035504031306697373756572170d3330303130323032303430355a170d3330303130323032303430355a30143012020109170d3330303130323032303430355aa01e301c300e0603551d23040730058003010203300a0603551d140403020101300506032b65700341000c29d53b2e09ca48aebc000b907ff9e2593df21cf9c0e89fde7f153800d4a53a9f046a9a9a5758cc207c5132b9d586017335a78463373b72f392a932dcb85409 <nil>
// x509: certificate private key does not implement crypto.Signer
// x509: trailing data after CRL
// true
// x509: template can not be nil
// x509: issuer can not be nil
// x509: issuer must have the crlSign key usage bit set
// x509: issuer certificate doesn't contain a subject key identifier
// x509: template.ThisUpdate is after template.NextUpdate
// x509: template contains nil Number field
// x509: CRL number exceeds 20 octets
// <nil>
// x509: template contains entry with nil SerialNumber field
// x509: template contains entry with zero RevocationTime field
// x509: template contains entry with ReasonCode ExtraExtension; use ReasonCode field instead
// x509: requested SignatureAlgorithm does not match private key type
// <nil>
// x509: invalid signature: parent certificate cannot sign this kind of certificate
// x509: invalid signature: parent certificate cannot sign this kind of certificate
// x509: invalid signature: parent certificate cannot sign this kind of certificate
// x509: Ed25519 verification failure
// x509: cannot verify signature: algorithm unimplemented
// ECDSA-SHA256 CN=curve <nil>
// ECDSA-SHA512 CN=curve <nil>
// true true
// x509: malformed crl
// x509: malformed tbs crl
// x509: unsupported crl version: 0
// x509: malformed signature algorithm identifier
// x509: unsupported crl version
// x509: unsupported crl version: 2
