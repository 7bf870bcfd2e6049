// ML-DSA: keys from seeds and signatures as Go makes them, in certificates and requests too.
package main

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/mldsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
	"strings"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func hash(b []byte) string { return fmt.Sprintf("%d %x", len(b), sha256.Sum256(b)) }

func main() {
	seed := bytes.Repeat([]byte{5}, mldsa.PrivateKeySize)
	for _, set := range []mldsa.Parameters{mldsa.MLDSA44(), mldsa.MLDSA65(), mldsa.MLDSA87()} {
		key, err := mldsa.NewPrivateKey(set, seed)
		check(err)
		keys(set, key, seed)
		certificates(set, key)
	}
	refused()
}

func keys(set mldsa.Parameters, key *mldsa.PrivateKey, seed []byte) {
	pub := key.PublicKey()
	fmt.Println(set, set.PublicKeySize(), set.SignatureSize(), hash(pub.Bytes()), bytes.Equal(key.Bytes(), seed), pub.Parameters() == set)
	message := []byte("a message")
	for _, opts := range []crypto.SignerOpts{nil, crypto.Hash(0), &mldsa.Options{Context: "context"}, crypto.MLDSAMu} {
		m := message
		if opts == crypto.MLDSAMu {
			m = bytes.Repeat([]byte{9}, 64)
		}
		s, err := key.SignDeterministic(m, opts)
		fmt.Println(hash(s), err)
		random, err := key.Sign(nil, m, opts)
		again, _ := key.Sign(nil, m, opts)
		fmt.Println(len(random), err, bytes.Equal(random, again))
		if opts == crypto.MLDSAMu {
			break
		}
		context, _ := opts.(*mldsa.Options)
		fmt.Println(mldsa.Verify(pub, m, s, context), mldsa.Verify(pub, m, random, context))
		fmt.Println(mldsa.Verify(pub, m, random, &mldsa.Options{Context: "other"}), mldsa.Verify(pub, m[1:], s, context))
	}
	s, _ := key.SignDeterministic(message, nil)
	s[0] ^= 1
	fmt.Println(mldsa.Verify(pub, message, s, nil), mldsa.Verify(pub, message, s[1:], nil))
	s[0] ^= 1
	s[len(s)-1] = 255
	fmt.Println(mldsa.Verify(pub, message, s, nil))
	_, err := key.SignDeterministic(message, &mldsa.Options{Context: strings.Repeat("x", 256)})
	fmt.Println(err, mldsa.Verify(pub, message, s, &mldsa.Options{Context: strings.Repeat("x", 256)}))
	_, err = key.SignDeterministic(message, crypto.MLDSAMu)
	fmt.Println(err)
	_, err = key.Sign(nil, message, crypto.SHA256)
	fmt.Println(err)
	same, err := mldsa.NewPublicKey(set, pub.Bytes())
	check(err)
	other, err := mldsa.GenerateKey(set)
	check(err)
	fmt.Println(same.Equal(pub), other.PublicKey().Equal(pub), other.Equal(key), key.Equal(key), pub.Equal(key.Public()), pub.Equal(5))
}

func certificates(set mldsa.Parameters, key *mldsa.PrivateKey) {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	check(err)
	fmt.Println(hash(der))
	read, err := x509.ParsePKCS8PrivateKey(der)
	check(err)
	fmt.Println(key.Equal(read))
	at := bytes.LastIndex(der, []byte{0x80, 32})
	for _, change := range []struct{ at, to int }{{at, 4}, {at, 0x30}, {at, 9}, {at + 1, 31}} {
		bad := bytes.Clone(der)
		bad[change.at] = byte(change.to)
		_, err = x509.ParsePKCS8PrivateKey(bad)
		fmt.Println(err)
	}
	der, err = x509.MarshalPKIXPublicKey(key.Public())
	check(err)
	fmt.Println(hash(der))
	pub, err := x509.ParsePKIXPublicKey(der)
	check(err)
	fmt.Println(key.PublicKey().Equal(pub.(crypto.PublicKey)))
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	t := &x509.Certificate{
		SerialNumber: big.NewInt(4), Subject: pkix.Name{CommonName: set.String()}, NotBefore: now, NotAfter: now.AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, DNSNames: []string{"host.test"},
	}
	der, err = x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	check(err)
	cert, err := x509.ParseCertificate(der)
	check(err)
	fmt.Println(len(der), hash(cert.RawTBSCertificate), cert.PublicKeyAlgorithm, cert.SignatureAlgorithm, cert.CheckSignatureFrom(cert))
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	chains, err := cert.Verify(x509.VerifyOptions{Roots: pool, CurrentTime: now.AddDate(0, 1, 0), DNSName: "host.test"})
	fmt.Println(len(chains), err)
	fmt.Println(cert.CheckSignature(x509.MLDSA44, []byte("x"), cert.Signature))
	fmt.Println(cert.CheckSignature(x509.PureEd25519, []byte("x"), cert.Signature))
	t.SignatureAlgorithm = x509.MLDSA65
	_, err = x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	fmt.Println(err)
	der, err = x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: t.Subject}, key)
	check(err)
	request, err := x509.ParseCertificateRequest(der)
	check(err)
	fmt.Println(hash(request.RawTBSCertificateRequest), request.SignatureAlgorithm, request.CheckSignature())
}

func refused() {
	_, err := mldsa.NewPrivateKey(mldsa.MLDSA44(), make([]byte, 31))
	fmt.Println(err)
	_, err = mldsa.NewPrivateKey(mldsa.Parameters{}, make([]byte, 32))
	fmt.Println(err)
	_, err = mldsa.NewPublicKey(mldsa.MLDSA65(), make([]byte, 31))
	fmt.Println(err)
	_, err = mldsa.NewPublicKey(mldsa.Parameters{}, nil)
	fmt.Println(err)
	_, err = new(mldsa.PrivateKey).Sign(nil, nil, nil)
	fmt.Println(err, mldsa.Verify(nil, nil, nil, nil), mldsa.Verify(new(mldsa.PublicKey), nil, nil, nil))
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	t := &x509.Certificate{SerialNumber: big.NewInt(4), SignatureAlgorithm: x509.MLDSA44}
	_, err = x509.CreateCertificate(rand.Reader, t, t, ed.Public(), ed)
	fmt.Println(err)
	fmt.Println(x509.MLDSA, x509.MLDSA44, x509.MLDSA65, x509.MLDSA87, mldsa.Parameters{}.String() == "", new(mldsa.Options).HashFunc())
	type info struct {
		ID  pkix.AlgorithmIdentifier
		Key asn1.BitString
	}
	id := pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 17}, Parameters: asn1.NullRawValue}
	der, err := asn1.Marshal(info{ID: id})
	check(err)
	_, err = x509.ParsePKIXPublicKey(der)
	fmt.Println(err)
}

// Output:
// ML-DSA-44 1312 2420 1312 4e4e2671157fa6d6c734bc952fde72c13ae6aa132a9b01eb215c17b6fd65567a true true
// 2420 6ec37eab26bdb704f1455c666458d0f7d33398ec7757e119ac163fa9309d680e <nil>
// 2420 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 2420 6ec37eab26bdb704f1455c666458d0f7d33398ec7757e119ac163fa9309d680e <nil>
// 2420 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 2420 c1ac293d4102abb8cbecf4a31695c399a3ac8d025cbd02adcbe1f535486fe0d6 <nil>
// 2420 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 2420 001d453efbe83b099c6081080622144c148de6846c2f6a9deff46e0d8afe2f01 <nil>
// 2420 <nil> false
// mldsa: invalid signature mldsa: invalid signature length
// mldsa: invalid signature encoding
// mldsa: context too long mldsa: context too long
// mldsa: invalid message hash length
// mldsa: invalid SignerOpts
// true false false true true false
// 54 0e8637ac7b8acc84aed0217ee8c3c0dc239c06144eb812baad291b147adb7686
// true
// x509: semi-expanded ML-DSA private keys without seed are not supported
// x509: ML-DSA private keys with both seed and expanded key are not supported, use e.g. "openssl pkey -provparam ml-dsa.output_formats=seed-only" to convert to a seed-only key
// x509: invalid ML-DSA private key: invalid ASN.1 tag 09
// x509: invalid ML-DSA private key ASN.1 encoding
// 1334 aaf5c03de0746bc31b6a9534e557e6436ce34f0a408ed1f0c441839fe8c98467
// true
// 3967 1525 5270619beca9677c515ec00ac899d76bb271584362bfd1bebf8d00db38bfc016 ML-DSA ML-DSA-44 <nil>
// 1 <nil>
// x509: ML-DSA verification failure: mldsa: invalid signature
// x509: signature algorithm specifies an Ed25519 public key, but have public key of type *mldsa.PublicKey
// x509: requested SignatureAlgorithm does not match ML-DSA parameters
// 1365 f2d09dd50d9e1d7f1a889751d13327364e7b10d05abc87b107ed4b28b79699fa ML-DSA-44 <nil>
// ML-DSA-65 1952 3309 1952 db0229df233110413da2c2031249e0a28300b68245b20668e723d11c127acb51 true true
// 3309 c0b6f8a4df086a4d068ad2a4ac7c287ad12992ad953d15193fb1b2538450a0d0 <nil>
// 3309 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 3309 c0b6f8a4df086a4d068ad2a4ac7c287ad12992ad953d15193fb1b2538450a0d0 <nil>
// 3309 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 3309 7c5845bb29befd36b4964349b88308703cebe4af21bdff51edd6598a825abf99 <nil>
// 3309 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 3309 11f949397301524f2009b8037feb40156707bb46e0f87e87843587ee5b01ea0f <nil>
// 3309 <nil> false
// mldsa: invalid signature mldsa: invalid signature length
// mldsa: invalid signature encoding
// mldsa: context too long mldsa: context too long
// mldsa: invalid message hash length
// mldsa: invalid SignerOpts
// true false false true true false
// 54 f81d41bcb94a5027c2a9a18a6a5546070a367f3a2a6ae3c0d92c43884459f1b3
// true
// x509: semi-expanded ML-DSA private keys without seed are not supported
// x509: ML-DSA private keys with both seed and expanded key are not supported, use e.g. "openssl pkey -provparam ml-dsa.output_formats=seed-only" to convert to a seed-only key
// x509: invalid ML-DSA private key: invalid ASN.1 tag 09
// x509: invalid ML-DSA private key ASN.1 encoding
// 1974 f3cbe4779bed39cd162f6bd8e206d41b4318fb84f7888d51064e2d21df716825
// true
// 5496 2165 c92e4e1a4bb7550740b74eef28c03f81e2e9a02dd4d27e1d59cda0387973b812 ML-DSA ML-DSA-65 <nil>
// 1 <nil>
// x509: signature algorithm specifies an ML-DSA public key with ML-DSA-44 parameters, but have a public key with ML-DSA-65 parameters
// x509: signature algorithm specifies an Ed25519 public key, but have public key of type *mldsa.PublicKey
// <nil>
// 2005 7e27baeeebcc9f30728f20e33511ad0e1cb491ed0903e0b7cfae1bd1179581e5 ML-DSA-65 <nil>
// ML-DSA-87 2592 4627 2592 fe41be59383db6db20c8c4ef08ca0ef54a94735f9def3b900a1a78dca8d03780 true true
// 4627 52959575da8b104541bb83631f2317c66d84dafa182a6a5657a535a4564fd3b3 <nil>
// 4627 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 4627 52959575da8b104541bb83631f2317c66d84dafa182a6a5657a535a4564fd3b3 <nil>
// 4627 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 4627 29ad2045858d89be91cc8851d1eb26766827314e6cdc9f4d15ce4e3f52ee1e78 <nil>
// 4627 <nil> false
// <nil> <nil>
// mldsa: invalid signature mldsa: invalid signature
// 4627 abcf7ed141f3b4df89ffa07c4a0c0ede4b594bd7b08a22f2a57c46b4d1dfeea2 <nil>
// 4627 <nil> false
// mldsa: invalid signature mldsa: invalid signature length
// mldsa: invalid signature encoding
// mldsa: context too long mldsa: context too long
// mldsa: invalid message hash length
// mldsa: invalid SignerOpts
// true false false true true false
// 54 bd235708b4cfabe0a6f43ac13e7ab0e1a941be26cca3e994ea0f31366c2d59b3
// true
// x509: semi-expanded ML-DSA private keys without seed are not supported
// x509: ML-DSA private keys with both seed and expanded key are not supported, use e.g. "openssl pkey -provparam ml-dsa.output_formats=seed-only" to convert to a seed-only key
// x509: invalid ML-DSA private key: invalid ASN.1 tag 09
// x509: invalid ML-DSA private key ASN.1 encoding
// 2614 12ea8c08b2fbc667b573da01c167fc8f4700224dd70d5590cc219c9b50008649
// true
// 7454 2805 f3b0e088367ae81c8d106f91597396d379268099368c2aeee44748ffe3256837 ML-DSA ML-DSA-87 <nil>
// 1 <nil>
// x509: signature algorithm specifies an ML-DSA public key with ML-DSA-44 parameters, but have a public key with ML-DSA-87 parameters
// x509: signature algorithm specifies an Ed25519 public key, but have public key of type *mldsa.PublicKey
// x509: requested SignatureAlgorithm does not match ML-DSA parameters
// 2645 32d3200629da2cdf255e854e9da08f6e4f01270ba0ac974c4c16b44e2c00ab9b ML-DSA-87 <nil>
// mldsa: invalid seed length
// mldsa: invalid parameters
// mldsa: invalid public key length
// mldsa: invalid parameters
// mldsa: zero private key mldsa: nil public key mldsa: zero public key
// x509: requested SignatureAlgorithm does not match private key type
// ML-DSA ML-DSA-44 ML-DSA-65 ML-DSA-87 true unknown hash value 0
// x509: ML-DSA key encoded with illegal parameters
