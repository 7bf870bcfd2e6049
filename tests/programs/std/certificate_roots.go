// Roots with constraints, and roots for systems that have none.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"os"
	"time"
)

func create(name string, parent *x509.Certificate, key ed25519.PrivateKey) *x509.Certificate {
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		BasicConstraintsValid: true, IsCA: name != "leaf", DNSNames: []string{"host.test"},
	}
	if parent == nil {
		parent = t
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, key.Public(), key)
	if err != nil {
		panic(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		panic(err)
	}
	return c
}

func main() {
	dir, err := os.MkdirTemp("", "roots")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("SSL_CERT_FILE", dir+"/none")
	os.Setenv("SSL_CERT_DIR", dir)
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	root, root2 := create("root", nil, key), create("root2", nil, key)
	between := create("between", root, key)
	leaf := create("leaf", between, key)
	below := x509.NewCertPool()
	below.AddCert(between)

	pool := x509.NewCertPool()
	refuse := errors.New("not below this one")
	pool.AddCertWithConstraint(root, func(chain []*x509.Certificate) error {
		for _, c := range chain {
			fmt.Print(c.Subject.CommonName, " ")
		}
		fmt.Println("asked")
		return refuse
	})
	verify := func(roots *x509.CertPool) {
		chains, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: below, DNSName: "host.test"})
		fmt.Println(len(chains), err)
	}
	verify(pool)
	verify(pool.Clone())
	refuse = nil
	verify(pool)
	pool.AddCert(root)
	refuse = errors.New("not yet")
	verify(pool)
	fmt.Println(pool.Equal(pool.Clone()))

	first := x509.NewCertPool()
	first.AddCertWithConstraint(between, func([]*x509.Certificate) error { return errors.New("an intermediate's") })
	_, err = leaf.Verify(x509.VerifyOptions{Roots: pool, Intermediates: first})
	fmt.Println(err)

	verify(nil)
	caught := func(f func()) {
		defer func() { fmt.Println(recover()) }()
		f()
	}
	caught(func() { x509.SetFallbackRoots(nil) })
	caught(func() { pool.AddCertWithConstraint(nil, nil) })
	fallback := x509.NewCertPool()
	fallback.AddCert(root)
	fallback.AddCert(root2)
	x509.SetFallbackRoots(fallback)
	caught(func() { x509.SetFallbackRoots(fallback) })
	verify(nil)
	system, err := x509.SystemCertPool()
	fmt.Println(system.Equal(fallback), err)
}

// Output:
// leaf between asked
// 0 x509: certificate signed by unknown authority (possibly because of "not below this one" while trying to verify candidate authority certificate "root")
// leaf between asked
// 0 x509: certificate signed by unknown authority (possibly because of "not below this one" while trying to verify candidate authority certificate "root")
// leaf between asked
// 1 <nil>
// leaf between asked
// 0 x509: certificate signed by unknown authority (possibly because of "not yet" while trying to verify candidate authority certificate "root")
// true
// x509: certificate signed by unknown authority (possibly because of "an intermediate's" while trying to verify candidate authority certificate "between")
// 0 x509: certificate signed by unknown authority
// roots must be non-nil
// adding nil Certificate to CertPool
// SetFallbackRoots has already been called
// 1 <nil>
// true <nil>
