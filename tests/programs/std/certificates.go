package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"time"
)

var (
	caKey   = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32))
	subKey  = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))
	leafKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{3}, 32))
	begin   = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	end     = time.Date(2060, 1, 2, 3, 4, 5, 0, time.UTC)
	now     = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
)

func create(t, parent *x509.Certificate, pub crypto.PublicKey, key crypto.Signer) *x509.Certificate {
	der, err := x509.CreateCertificate(rand.Reader, t, parent, pub, key)
	if err != nil {
		fmt.Println("create:", err)
		return nil
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		fmt.Println("parse:", err)
	}
	return c
}

func authority(name string, more func(*x509.Certificate)) *x509.Certificate {
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name, Organization: []string{"Acme"}, Country: []string{"CH"}},
		NotBefore: begin, NotAfter: end, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
	}
	if more != nil {
		more(t)
	}
	return t
}

func leaf(more func(*x509.Certificate)) *x509.Certificate {
	u, _ := url.Parse("https://example.com/id")
	t := &x509.Certificate{
		SerialNumber: big.NewInt(77), Subject: pkix.Name{CommonName: "leaf", SerialNumber: "12", Locality: []string{"Zürich"}},
		NotBefore: begin, NotAfter: end, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		DNSNames:    []string{"example.com", "*.example.org"}, IPAddresses: []net.IP{net.IPv4(10, 0, 0, 1), net.ParseIP("fd00::1")},
		EmailAddresses: []string{"a@example.com"}, URIs: []*url.URL{u},
	}
	if more != nil {
		more(t)
	}
	return t
}

func show(c *x509.Certificate) {
	fmt.Printf("%x %d\n", sha256.Sum256(c.Raw), len(c.Raw))
	fmt.Println(c.Version, c.SerialNumber, c.Subject, "|", c.Issuer, c.NotBefore, c.NotAfter)
	fmt.Println(c.SignatureAlgorithm, c.PublicKeyAlgorithm, c.KeyUsage, c.ExtKeyUsage, c.IsCA, c.BasicConstraintsValid, c.MaxPathLen, c.MaxPathLenZero)
	fmt.Println(c.DNSNames, c.IPAddresses, c.EmailAddresses, c.URIs)
	fmt.Printf("%x %x %d\n", c.SubjectKeyId, c.AuthorityKeyId, len(c.Extensions))
	for _, e := range c.Extensions {
		fmt.Printf("  %v %v %x\n", e.Id, e.Critical, e.Value)
	}
	fmt.Println(c.OCSPServer, c.IssuingCertificateURL, c.CRLDistributionPoints, c.PolicyIdentifiers)
	fmt.Println(c.PermittedDNSDomains, c.ExcludedDNSDomains, c.PermittedIPRanges, c.PermittedEmailAddresses, c.ExcludedURIDomains, c.PermittedDNSDomainsCritical)
}

func main() {
	root := create(authority("Root", nil), authority("Root", nil), caKey.Public(), caKey)
	show(root)
	sub := create(authority("Sub", func(c *x509.Certificate) {
		c.MaxPathLenZero = true
		c.OCSPServer, c.IssuingCertificateURL = []string{"http://ocsp.example.com"}, []string{"http://ca.example.com/a.crt"}
		c.CRLDistributionPoints = []string{"http://crl.example.com/1", "http://crl.example.com/2"}
		c.PolicyIdentifiers = []asn1.ObjectIdentifier{{1, 2, 3, 4}}
	}), root, subKey.Public(), caKey)
	show(sub)
	end := create(leaf(func(c *x509.Certificate) {
		c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3, 9}, Value: []byte{5, 0}}}
	}), sub, leafKey.Public(), subKey)
	show(end)
	verify(root, sub, end)
	constraints(root)
	refused(root, sub)
	kinds()
	pools(root, sub)
	malformed(root)
}

func pool(cs ...*x509.Certificate) *x509.CertPool {
	p := x509.NewCertPool()
	for _, c := range cs {
		p.AddCert(c)
	}
	return p
}

func try(what string, c *x509.Certificate, opts x509.VerifyOptions) {
	if opts.CurrentTime.IsZero() {
		opts.CurrentTime = now
	}
	chains, err := c.Verify(opts)
	fmt.Printf("%s: %v", what, err)
	for _, chain := range chains {
		fmt.Print(" [")
		for _, c := range chain {
			fmt.Print(" ", c.Subject.CommonName)
		}
		fmt.Print(" ]")
	}
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var host x509.HostnameError
	fmt.Println(errors.As(err, &unknown), errors.As(err, &invalid), invalid.Reason, errors.As(err, &host))
}

func verify(root, sub, end *x509.Certificate) {
	good := x509.VerifyOptions{Roots: pool(root), Intermediates: pool(sub)}
	try("good", end, good)
	for _, name := range []string{
		"example.com", "EXAMPLE.com", "example.com.", "www.example.com", "a.example.org", "a.b.example.org", "example.org", "*.example.org",
		"10.0.0.1", "[10.0.0.1]", "10.0.0.2", "[fd00::1]", "fd00::1", "", "bad name", "xn--bcher-kva.example.org",
	} {
		opts := good
		opts.DNSName = name
		try(fmt.Sprintf("%q", name), end, opts)
	}
	try("no intermediate", end, x509.VerifyOptions{Roots: pool(root)})
	try("no root", end, x509.VerifyOptions{Roots: pool(), Intermediates: pool(sub)})
	try("sub is root", end, x509.VerifyOptions{Roots: pool(sub)})
	try("leaf is root", end, x509.VerifyOptions{Roots: pool(end)})
	early, late := good, good
	early.CurrentTime, late.CurrentTime = begin.Add(-time.Second), time.Date(2061, 1, 1, 0, 0, 0, 0, time.UTC)
	try("early", end, early)
	try("late", end, late)
	for _, usage := range []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageCodeSigning, x509.ExtKeyUsageAny} {
		opts := good
		opts.KeyUsages = []x509.ExtKeyUsage{usage}
		try(fmt.Sprint("usage ", usage), end, opts)
	}
	other := create(authority("Root", nil), authority("Root", nil), subKey.Public(), subKey)
	try("another root of the name", end, x509.VerifyOptions{Roots: pool(other), Intermediates: pool(sub)})
	fmt.Println(end.CheckSignatureFrom(sub), end.CheckSignatureFrom(root), sub.CheckSignatureFrom(end))
	fmt.Println(end.Equal(end), end.Equal(sub))
}

func constraints(root *x509.Certificate) {
	under := func(more func(*x509.Certificate)) *x509.Certificate {
		return create(authority("Sub", more), root, subKey.Public(), caKey)
	}
	end := func(more func(*x509.Certificate)) *x509.Certificate {
		return create(&x509.Certificate{SerialNumber: big.NewInt(5), NotBefore: begin, NotAfter: time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC), DNSNames: []string{"a.example.com"}}, under(more), leafKey.Public(), subKey)
	}
	_, ten, _ := net.ParseCIDR("10.0.0.0/8")
	for i, more := range []func(c *x509.Certificate){
		func(c *x509.Certificate) {
			c.PermittedDNSDomains, c.PermittedDNSDomainsCritical = []string{"example.com"}, true
		},
		func(c *x509.Certificate) { c.PermittedDNSDomains = []string{".example.com"} },
		func(c *x509.Certificate) { c.PermittedDNSDomains = []string{"ple.com"} },
		func(c *x509.Certificate) { c.PermittedDNSDomains = []string{"example.net", "example.org"} },
		func(c *x509.Certificate) { c.ExcludedDNSDomains = []string{"example.com"} },
		func(c *x509.Certificate) { c.ExcludedDNSDomains = []string{"b.example.com"} },
		func(c *x509.Certificate) { c.PermittedIPRanges = []*net.IPNet{ten} },
		func(c *x509.Certificate) {
			c.PermittedEmailAddresses, c.ExcludedURIDomains = []string{"x.com"}, []string{"y.com"}
		},
		func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} },
		func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageDigitalSignature },
		func(c *x509.Certificate) { c.NotAfter = begin.Add(time.Hour) },
	} {
		sub := under(more)
		try(fmt.Sprint("constraint ", i), end(more), x509.VerifyOptions{Roots: pool(root), Intermediates: pool(sub)})
	}
	short := under(func(c *x509.Certificate) { c.MaxPathLenZero = true })
	third := create(authority("Third", nil), short, leafKey.Public(), subKey)
	last := create(leaf(nil), third, caKey.Public(), leafKey)
	try("too long", last, x509.VerifyOptions{Roots: pool(root), Intermediates: pool(short, third)})
}

func refused(root, sub *x509.Certificate) {
	create(leaf(func(c *x509.Certificate) { c.SerialNumber = big.NewInt(-1) }), root, leafKey.Public(), caKey)
	create(leaf(nil), root, leafKey.Public(), subKey)
	create(leaf(func(c *x509.Certificate) { c.SignatureAlgorithm = x509.SHA256WithRSA }), root, leafKey.Public(), caKey)
	create(leaf(func(c *x509.Certificate) { c.DNSNames = []string{"zürich.ch"} }), root, leafKey.Public(), caKey)
	create(leaf(func(c *x509.Certificate) { c.BasicConstraintsValid, c.MaxPathLen = true, 1 }), root, leafKey.Public(), caKey)
	_, err := x509.CreateCertificate(rand.Reader, leaf(nil), root, "key", caKey)
	fmt.Println(err)
	_, err = x509.CreateCertificate(rand.Reader, leaf(nil), root, leafKey.Public(), "key")
	fmt.Println(err)
	critical := create(leaf(func(c *x509.Certificate) {
		c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3, 9}, Critical: true, Value: []byte{5, 0}}}
	}), root, leafKey.Public(), caKey)
	fmt.Println(critical.UnhandledCriticalExtensions)
	try("critical", critical, x509.VerifyOptions{Roots: pool(root)})
	nameless := create(&x509.Certificate{SerialNumber: big.NewInt(5), NotBefore: begin, NotAfter: end, Subject: pkix.Name{CommonName: "example.com"}}, root, leafKey.Public(), caKey)
	fmt.Println(nameless.VerifyHostname("example.com"), nameless.VerifyHostname("1.2.3.4"))
}

func kinds() {
	rsaKey, _ := rsa.GenerateKey(rand.Reader, 1024)
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		key, _ := ecdsa.GenerateKey(curve, rand.Reader)
		self(key, 0)
	}
	self(rsaKey, 0)
	for _, algo := range []x509.SignatureAlgorithm{x509.SHA384WithRSA, x509.SHA512WithRSA, x509.SHA256WithRSAPSS, x509.SHA384WithRSAPSS} {
		self(rsaKey, algo)
	}
}

func self(key crypto.Signer, algo x509.SignatureAlgorithm) {
	t := authority("Self", func(c *x509.Certificate) { c.SignatureAlgorithm = algo })
	c := create(t, t, key.Public(), key)
	fmt.Println(c.SignatureAlgorithm, c.PublicKeyAlgorithm, c.CheckSignatureFrom(c), len(c.SubjectKeyId))
	try("self", c, x509.VerifyOptions{Roots: pool(c)})
	bad := bytes.Clone(c.Raw)
	bad[len(bad)-3] ^= 1
	if b, err := x509.ParseCertificate(bad); err == nil {
		fmt.Println(b.CheckSignatureFrom(c) != nil)
	} else {
		fmt.Println(err)
	}
}

func pools(root, sub *x509.Certificate) {
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw}), "noise\n"...)
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: sub.Raw})...)
	p := x509.NewCertPool()
	fmt.Println(p.AppendCertsFromPEM(text), p.AppendCertsFromPEM([]byte("x")), len(p.Subjects()), p.Equal(pool(sub, root)), p.Equal(pool(root)), p.Equal(p.Clone()))
	both, err := x509.ParseCertificates(append(bytes.Clone(root.Raw), sub.Raw...))
	fmt.Println(len(both), err)
}

func malformed(root *x509.Certificate) {
	for _, n := range []int{0, 1, 10, 100, len(root.Raw) - 1} {
		_, err := x509.ParseCertificate(root.Raw[:n])
		fmt.Println(n, err != nil)
	}
	_, err := x509.ParseCertificate(append(bytes.Clone(root.Raw), 0))
	fmt.Println(err)
}

// Output:
// a53070806ed9dcb995e9423583c016562a116af1ea4dbea0f1dbf583c0c8fd66 332
// 3 1 CN=Root,O=Acme,C=CH | CN=Root,O=Acme,C=CH 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// Ed25519 Ed25519 KeyUsage(97) [] true true -1 false
// [] [] [] []
// 34750f98bd59fcfc946da45aaabe933be154a4b5  3
//   2.5.29.15 true 03020186
//   2.5.29.19 true 30030101ff
//   2.5.29.14 false 041434750f98bd59fcfc946da45aaabe933be154a4b5
// [] [] [] []
// [] [] [] [] [] false
// e24729fdbb04f2eb6e88d6274c99f46bcf6f24cb7fbd5a5614e8a04e5e164a14 541
// 3 1 CN=Sub,O=Acme,C=CH | CN=Root,O=Acme,C=CH 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// Ed25519 Ed25519 KeyUsage(97) [] true true 0 true
// [] [] [] []
// 6a3803d5f059902a1c6dafbc9ba4729212f7caac 34750f98bd59fcfc946da45aaabe933be154a4b5 6
//   2.5.29.15 true 03020186
//   2.5.29.19 true 30060101ff020100
//   2.5.29.14 false 04146a3803d5f059902a1c6dafbc9ba4729212f7caac
//   2.5.29.35 false 3016801434750f98bd59fcfc946da45aaabe933be154a4b5
//   1.3.6.1.5.5.7.1.1 false 304e302306082b060105050730018617687474703a2f2f6f6373702e6578616d706c652e636f6d302706082b06010505073002861b687474703a2f2f63612e6578616d706c652e636f6d2f612e637274
//   2.5.29.31 false 3040301ea01ca01a8618687474703a2f2f63726c2e6578616d706c652e636f6d2f31301ea01ca01a8618687474703a2f2f63726c2e6578616d706c652e636f6d2f32
// [http://ocsp.example.com] [http://ca.example.com/a.crt] [http://crl.example.com/1 http://crl.example.com/2] []
// [] [] [] [] [] false
// dfd73fe60a51bc06ba48ec22656a6bcdedd0ebb4fab409585aab2096beb78304 466
// 3 77 SERIALNUMBER=12,CN=leaf,L=Zürich | CN=Sub,O=Acme,C=CH 2020-01-02 03:04:05 +0000 UTC 2060-01-02 03:04:05 +0000 UTC
// Ed25519 Ed25519 digitalSignature [serverAuth clientAuth] false false 0 false
// [example.com *.example.org] [10.0.0.1 fd00::1] [a@example.com] [https://example.com/id]
//  6a3803d5f059902a1c6dafbc9ba4729212f7caac 5
//   2.5.29.15 true 03020780
//   2.5.29.37 false 301406082b0601050507030106082b06010505070302
//   2.5.29.35 false 301680146a3803d5f059902a1c6dafbc9ba4729212f7caac
//   2.5.29.17 false 305b820b6578616d706c652e636f6d820d2a2e6578616d706c652e6f7267810d61406578616d706c652e636f6d87040a0000018710fd000000000000000000000000000001861668747470733a2f2f6578616d706c652e636f6d2f6964
//   1.2.3.9 false 0500
// [] [] [] []
// [] [] [] [] [] false
// good: <nil> [ leaf Sub Root ]false false 0 false
// "example.com": <nil> [ leaf Sub Root ]false false 0 false
// "EXAMPLE.com": <nil> [ leaf Sub Root ]false false 0 false
// "example.com.": <nil> [ leaf Sub Root ]false false 0 false
// "www.example.com": x509: certificate is valid for example.com, *.example.org, not www.example.comfalse false 0 true
// "a.example.org": <nil> [ leaf Sub Root ]false false 0 false
// "a.b.example.org": x509: certificate is valid for example.com, *.example.org, not a.b.example.orgfalse false 0 true
// "example.org": x509: certificate is valid for example.com, *.example.org, not example.orgfalse false 0 true
// "*.example.org": <nil> [ leaf Sub Root ]false false 0 false
// "10.0.0.1": <nil> [ leaf Sub Root ]false false 0 false
// "[10.0.0.1]": <nil> [ leaf Sub Root ]false false 0 false
// "10.0.0.2": x509: certificate is valid for 10.0.0.1, fd00::1, not 10.0.0.2false false 0 true
// "[fd00::1]": <nil> [ leaf Sub Root ]false false 0 false
// "fd00::1": <nil> [ leaf Sub Root ]false false 0 false
// "": <nil> [ leaf Sub Root ]false false 0 false
// "bad name": x509: certificate is valid for example.com, *.example.org, not bad namefalse false 0 true
// "xn--bcher-kva.example.org": <nil> [ leaf Sub Root ]false false 0 false
// no intermediate: x509: certificate signed by unknown authoritytrue false 0 false
// no root: x509: certificate signed by unknown authoritytrue false 0 false
// sub is root: <nil> [ leaf Sub ]false false 0 false
// leaf is root: <nil> [ leaf ]false false 0 false
// early: x509: certificate has expired or is not yet valid: current time 2020-01-02T03:04:04Z is before 2020-01-02T03:04:05Zfalse true 1 false
// late: x509: certificate has expired or is not yet valid: current time 2061-01-01T00:00:00Z is after 2060-01-02T03:04:05Zfalse true 1 false
// usage clientAuth: <nil> [ leaf Sub Root ]false false 0 false
// usage codeSigning: x509: certificate specifies an incompatible key usagefalse true 4 false
// usage anyExtendedKeyUsage: <nil> [ leaf Sub Root ]false false 0 false
// another root of the name: x509: certificate signed by unknown authority (possibly because of "x509: Ed25519 verification failure" while trying to verify candidate authority certificate "Root")true false 0 false
// <nil> x509: Ed25519 verification failure x509: invalid signature: parent certificate cannot sign this kind of certificate
// true false
// constraint 0: <nil> [  Sub Root ]false false 0 false
// constraint 1: <nil> [  Sub Root ]false false 0 false
// constraint 2: x509: a root or intermediate certificate is not authorized to sign for this name: DNS name "a.example.com" is not permitted by any constraintfalse true 2 false
// constraint 3: x509: a root or intermediate certificate is not authorized to sign for this name: DNS name "a.example.com" is not permitted by any constraintfalse true 2 false
// constraint 4: x509: a root or intermediate certificate is not authorized to sign for this name: DNS name "a.example.com" is excluded by constraint "example.com"false true 2 false
// constraint 5: <nil> [  Sub Root ]false false 0 false
// constraint 6: <nil> [  Sub Root ]false false 0 false
// constraint 7: <nil> [  Sub Root ]false false 0 false
// constraint 8: x509: certificate specifies an incompatible key usagefalse true 4 false
// constraint 9: x509: certificate signed by unknown authority (possibly because of "x509: invalid signature: parent certificate cannot sign this kind of certificate" while trying to verify candidate authority certificate "Sub")true false 0 false
// constraint 10: x509: certificate has expired or is not yet valid: current time 2030-01-01T00:00:00Z is after 2020-01-02T04:04:05Zfalse true 1 false
// too long: x509: too many intermediates for path length constraintfalse true 3 false
// create: x509: serial number must be positive
// create: x509: provided PrivateKey doesn't match parent's PublicKey
// create: x509: requested SignatureAlgorithm does not match private key type
// create: x509: "zürich.ch" cannot be encoded as an IA5String
// create: x509: only CAs are allowed to specify MaxPathLen
// x509: unsupported public key type: string
// x509: certificate private key does not implement crypto.Signer
// [1.2.3.9]
// critical: x509: unhandled critical extensionfalse false 0 false
// x509: certificate relies on legacy Common Name field, use SANs instead x509: cannot validate certificate for 1.2.3.4 because it doesn't contain any IP SANs
// ECDSA-SHA256 ECDSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// ECDSA-SHA384 ECDSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// ECDSA-SHA512 ECDSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// SHA256-RSA RSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// SHA384-RSA RSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// SHA512-RSA RSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// SHA256-RSAPSS RSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// SHA384-RSAPSS RSA <nil> 20
// self: <nil> [ Self ]false false 0 false
// true
// true false 2 true false true
// 2 <nil>
// 0 true
// 1 true
// 10 true
// 100 true
// 331 true
// x509: trailing data
