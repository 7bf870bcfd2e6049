// Requests for certificates, and object identifiers of any size.
package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"net"
	"net/url"
)

func show(c *x509.CertificateRequest) {
	fmt.Println(c.Version, c.SignatureAlgorithm, c.PublicKeyAlgorithm, c.Subject, len(c.Signature) > 0, len(c.RawTBSCertificateRequest) > 0)
	fmt.Println(c.DNSNames, c.EmailAddresses, c.IPAddresses, c.URIs)
	for _, e := range c.Extensions {
		fmt.Printf("%v %v %x\n", e.Id, e.Critical, e.Value)
	}
	fmt.Println(len(c.Attributes), c.CheckSignature())
}

func requests() {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	u, _ := url.Parse("https://example.org/x")
	template := &x509.CertificateRequest{
		Subject:        pkix.Name{CommonName: "test", Organization: []string{"Org"}},
		DNSNames:       []string{"a.example", "b.example"},
		EmailAddresses: []string{"x@example.org"},
		IPAddresses:    []net.IP{net.IPv4(127, 0, 0, 1), net.ParseIP("::1")},
		URIs:           []*url.URL{u},
		ExtraExtensions: []pkix.Extension{
			{Id: asn1.ObjectIdentifier{2, 5, 29, 15}, Critical: true, Value: []byte{3, 2, 5, 160}},
		},
	}
	for _, change := range []func(*x509.CertificateRequest){
		func(*x509.CertificateRequest) {},
		func(c *x509.CertificateRequest) { c.ExtraExtensions = nil },
		func(c *x509.CertificateRequest) { *c = x509.CertificateRequest{} },
		func(c *x509.CertificateRequest) {
			c.Attributes = []pkix.AttributeTypeAndValueSET{{
				Type:  asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14},
				Value: [][]pkix.AttributeTypeAndValue{{{Type: asn1.ObjectIdentifier{2, 5, 29, 37}, Value: []byte("any")}}},
			}}
		},
	} {
		c := *template
		change(&c)
		der, err := x509.CreateCertificateRequest(rand.Reader, &c, key)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%d bytes %x\n", len(der), sha256.Sum256(der))
		read, err := x509.ParseCertificateRequest(der)
		if err != nil {
			fmt.Println(err)
			continue
		}
		show(read)
		der[len(der)-1] ^= 1
		read, err = x509.ParseCertificateRequest(der)
		fmt.Println(err, read.CheckSignature() != nil)
		_, err = x509.ParseCertificateRequest(append(der, 0))
		fmt.Println(err)
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	der, err := x509.CreateCertificateRequest(rand.Reader, template, ec)
	fmt.Println(err)
	read, err := x509.ParseCertificateRequest(der)
	fmt.Println(err, read.SignatureAlgorithm, read.CheckSignature(), ec.PublicKey.Equal(read.PublicKey))
	_, err = x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{DNSNames: []string{"ä"}}, key)
	fmt.Println(err)
	_, err = x509.CreateCertificateRequest(rand.Reader, template, 7)
	fmt.Println(err)
	_, err = x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{SignatureAlgorithm: x509.SHA256WithRSA}, key)
	fmt.Println(err)
}

func identifiers() {
	for _, s := range []string{
		"1.2.840.113549.1.1", "2.5.29.15", "0.39", "1.40", "2.999.3", "3.1", "1", "", "1..2", "01.2", "1.02", "1.2.x",
		"2.18446744073709551615.1", "2.340282366920938463463374607431768211456.7", "1.2.340282366920938463463374607431768211456",
	} {
		o, err := x509.ParseOID(s)
		if err != nil {
			fmt.Printf("%q %v\n", s, err)
			continue
		}
		b, _ := o.MarshalBinary()
		text, _ := o.MarshalText()
		var again x509.OID
		fmt.Printf("%v %x %s %v %v\n", o, b, text, again.UnmarshalBinary(b), again.Equal(o))
	}
	o, err := x509.OIDFromInts([]uint64{2, 100, 1 << 63, 0})
	fmt.Println(o, err, o.EqualASN1OID(asn1.ObjectIdentifier{2, 100, 5}))
	_, err = x509.OIDFromInts([]uint64{1, 40})
	fmt.Println(err)
	_, err = x509.OIDFromASN1OID(asn1.ObjectIdentifier{1, 2, -1})
	fmt.Println(err)
	o, err = x509.OIDFromASN1OID(asn1.ObjectIdentifier{1, 2, 3})
	fmt.Println(o, err, o.EqualASN1OID(asn1.ObjectIdentifier{1, 2, 3}), o.EqualASN1OID(asn1.ObjectIdentifier{1, 2}))
	fmt.Println(x509.ExtKeyUsageServerAuth.OID(), x509.ExtKeyUsageAny.OID())
	for _, b := range [][]byte{nil, {0x80, 1}, {0x2a, 0x80}, {0x2a, 0x83}, {0x2a, 3}} {
		fmt.Println(o.UnmarshalBinary(b), o)
	}
	fmt.Println(o.UnmarshalText([]byte("2.5")), o)
}

func main() {
	requests()
	identifiers()
}

// Output:
// 290 bytes d71321fd1eb98fce4b27e66d8a4fa3a941bfb61985a4b60210d2946c747076e5
// 0 Ed25519 Ed25519 CN=test,O=Org true true
// [a.example b.example] [x@example.org] [127.0.0.1 ::1] [https://example.org/x]
// 2.5.29.17 false 30548209612e6578616d706c658209622e6578616d706c65810d78406578616d706c652e6f726787047f000001871000000000000000000000000000000001861568747470733a2f2f6578616d706c652e6f72672f78
// 2.5.29.15 true 030205a0
// 1 <nil>
// <nil> true
// asn1: syntax error: trailing data
// 273 bytes 706820dd6b31e26638d6576e993f1a02accce9c2a52d62a9612d641d478d86ae
// 0 Ed25519 Ed25519 CN=test,O=Org true true
// [a.example b.example] [x@example.org] [127.0.0.1 ::1] [https://example.org/x]
// 2.5.29.17 false 30548209612e6578616d706c658209622e6578616d706c65810d78406578616d706c652e6f726787047f000001871000000000000000000000000000000001861568747470733a2f2f6578616d706c652e6f72672f78
// 1 <nil>
// <nil> true
// asn1: syntax error: trailing data
// 129 bytes 8f96e213975ebd0e69dc7f724d63e40b31059b4fb7fe7fa4f26d0623e7f9e30b
// 0 Ed25519 Ed25519  true true
// [] [] [] []
// 0 <nil>
// <nil> true
// asn1: syntax error: trailing data
// 300 bytes dae32a4933e44b7e120f07d841750010dca3119ccc8ca492803b9cf0e596a626
// 0 Ed25519 Ed25519 CN=test,O=Org true true
// [a.example b.example] [x@example.org] [127.0.0.1 ::1] [https://example.org/x]
// 2.5.29.37 false 616e79
// 2.5.29.17 false 30548209612e6578616d706c658209622e6578616d706c65810d78406578616d706c652e6f726787047f000001871000000000000000000000000000000001861568747470733a2f2f6578616d706c652e6f72672f78
// 2.5.29.15 false 030205a0
// 1 <nil>
// <nil> true
// asn1: syntax error: trailing data
// <nil>
// <nil> ECDSA-SHA256 <nil> true
// x509: "ä" cannot be encoded as an IA5String
// x509: certificate private key does not implement crypto.Signer
// x509: requested SignatureAlgorithm does not match private key type
// 1.2.840.113549.1.1 2a864886f70d0101 1.2.840.113549.1.1 <nil> true
// 2.5.29.15 551d0f 2.5.29.15 <nil> true
// 0.39 27 0.39 <nil> true
// "1.40" invalid oid
// 2.999.3 883703 2.999.3 <nil> true
// "3.1" invalid oid
// "1" invalid oid
// "" invalid oid
// "1..2" invalid oid
// 1.2 2a 1.2 <nil> true
// 1.2 2a 1.2 <nil> true
// "1.2.x" invalid oid
// 2.18446744073709551615.1 8280808080808080804f01 2.18446744073709551615.1 <nil> true
// 2.340282366920938463463374607431768211456.7 8480808080808080808080808080808080805007 2.340282366920938463463374607431768211456.7 <nil> true
// 1.2.340282366920938463463374607431768211456 2a84808080808080808080808080808080808000 1.2.340282366920938463463374607431768211456 <nil> true
// 2.100.9223372036854775808.0 <nil> false
// invalid oid
// x509: OID components must be non-negative
// 1.2.3 <nil> true false
// 1.3.6.1.5.5.7.3.1 2.5.29.37.0
// invalid oid 1.2.3
// invalid oid 1.2.3
// invalid oid 1.2.3
// invalid oid 1.2.3
// <nil> 1.2.3
// <nil> 2.5
