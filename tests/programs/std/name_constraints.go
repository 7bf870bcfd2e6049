// What an authority may sign for, also for names with a star and names that cannot be compared; hosts that certificates
// are for, and keys that sign nothing.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"
)

var (
	now      = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	caKey, _ = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	key, _   = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
)

// verify makes an authority and a certificate, and prints what comes of it.
func verify(label string, ca, leaf func(*x509.Certificate)) {
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root"}, NotBefore: now, NotAfter: now,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	ca(root)
	der, err := x509.CreateCertificate(rand.Reader, root, root, &caKey.PublicKey, caKey)
	if err == nil {
		root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		fmt.Println(label, "authority:", err)
		return
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "leaf"}, NotBefore: now, NotAfter: now}
	leaf(c)
	if der, err = x509.CreateCertificate(rand.Reader, c, root, &key.PublicKey, caKey); err == nil {
		c, err = x509.ParseCertificate(der)
	}
	if err != nil {
		fmt.Println(label, "certificate:", err)
		return
	}
	roots := x509.NewCertPool()
	roots.AddCert(root)
	_, err = c.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: now})
	text := "good"
	if err != nil {
		text = strings.TrimPrefix(err.Error(), "x509: a root or intermediate certificate is not authorized to sign for this name: ")
	}
	fmt.Println(label, text)
}

func domains() {
	for _, rule := range []string{"example.com", ".example.com", "a.example.com", "", ".", "example.com.", "a..b"} {
		for _, name := range []string{"example.com", "a.example.com", "*.example.com", "*.a.example.com", "*.com", "anexample.com", "EXAMPLE.com", "example.com.", "a..example.com"} {
			named := func(c *x509.Certificate) { c.DNSNames = []string{name} }
			verify("dns +"+rule+" "+name, func(c *x509.Certificate) { c.PermittedDNSDomains = []string{rule} }, named)
			verify("dns -"+rule+" "+name, func(c *x509.Certificate) { c.ExcludedDNSDomains = []string{rule} }, named)
		}
	}
}

func mailboxes() {
	for _, rule := range []string{"example.com", ".example.com", "a@example.com", "@example.com"} {
		for _, name := range []string{"a@example.com", "A@example.com", "a@b.example.com", `"a"@example.com`, `"a@b"@example.com`, `a\@b@example.com`, "none", "a@", "@example.com", "a@b@example.com", ".a@example.com", `"a`} {
			named := func(c *x509.Certificate) { c.EmailAddresses = []string{name} }
			verify("email +"+rule+" "+name, func(c *x509.Certificate) { c.PermittedEmailAddresses = []string{rule} }, named)
			verify("email -"+rule+" "+name, func(c *x509.Certificate) { c.ExcludedEmailAddresses = []string{rule} }, named)
		}
	}
}

func addresses() {
	for _, rule := range []string{"example.com", ".example.com", "1.2.3.4"} {
		for _, name := range []string{"https://example.com/x", "https://b.example.com:80/", "https://1.2.3.4/", "https://[::1]/", "https://[fe80::1%25eth0]/", "mailto:a@b", "https://EXAMPLE.com", "https://example.com."} {
			u, err := url.Parse(name)
			if err != nil {
				panic(err)
			}
			named := func(c *x509.Certificate) { c.URIs = []*url.URL{u} }
			verify("uri +"+rule+" "+name, func(c *x509.Certificate) { c.PermittedURIDomains = []string{rule} }, named)
			verify("uri -"+rule+" "+name, func(c *x509.Certificate) { c.ExcludedURIDomains = []string{rule} }, named)
		}
	}
}

func main() {
	domains()
	mailboxes()
	addresses()
	c := x509.Certificate{DNSNames: []string{"bank.com", "."}}
	for _, host := range []string{"bank.com", "BANK.com", "ban\u212a.com", "."} {
		fmt.Println(c.VerifyHostname(host))
	}
	_, err := ecdsa.SignASN1(rand.Reader, key, nil)
	fmt.Println(err)
	r, s, err := ecdsa.Sign(rand.Reader, key, []byte{})
	fmt.Println(r, s, err)
}

// Output:
// dns +example.com example.com good
// dns -example.com example.com DNS name "example.com" is excluded by constraint "example.com"
// dns +example.com a.example.com good
// dns -example.com a.example.com DNS name "a.example.com" is excluded by constraint "example.com"
// dns +example.com *.example.com good
// dns -example.com *.example.com DNS name "*.example.com" is excluded by constraint "example.com"
// dns +example.com *.a.example.com good
// dns -example.com *.a.example.com DNS name "*.a.example.com" is excluded by constraint "example.com"
// dns +example.com *.com DNS name "*.com" is not permitted by any constraint
// dns -example.com *.com DNS name "*.com" is excluded by constraint "example.com"
// dns +example.com anexample.com DNS name "anexample.com" is not permitted by any constraint
// dns -example.com anexample.com good
// dns +example.com EXAMPLE.com good
// dns -example.com EXAMPLE.com DNS name "EXAMPLE.com" is excluded by constraint "example.com"
// dns +example.com example.com. x509: cannot parse dnsName "example.com."
// dns -example.com example.com. x509: cannot parse dnsName "example.com."
// dns +example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns -example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns +.example.com example.com DNS name "example.com" is not permitted by any constraint
// dns -.example.com example.com good
// dns +.example.com a.example.com good
// dns -.example.com a.example.com DNS name "a.example.com" is excluded by constraint ".example.com"
// dns +.example.com *.example.com good
// dns -.example.com *.example.com DNS name "*.example.com" is excluded by constraint ".example.com"
// dns +.example.com *.a.example.com good
// dns -.example.com *.a.example.com DNS name "*.a.example.com" is excluded by constraint ".example.com"
// dns +.example.com *.com DNS name "*.com" is not permitted by any constraint
// dns -.example.com *.com good
// dns +.example.com anexample.com DNS name "anexample.com" is not permitted by any constraint
// dns -.example.com anexample.com good
// dns +.example.com EXAMPLE.com DNS name "EXAMPLE.com" is not permitted by any constraint
// dns -.example.com EXAMPLE.com good
// dns +.example.com example.com. x509: cannot parse dnsName "example.com."
// dns -.example.com example.com. x509: cannot parse dnsName "example.com."
// dns +.example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns -.example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns +a.example.com example.com DNS name "example.com" is not permitted by any constraint
// dns -a.example.com example.com good
// dns +a.example.com a.example.com good
// dns -a.example.com a.example.com DNS name "a.example.com" is excluded by constraint "a.example.com"
// dns +a.example.com *.example.com DNS name "*.example.com" is not permitted by any constraint
// dns -a.example.com *.example.com DNS name "*.example.com" is excluded by constraint "a.example.com"
// dns +a.example.com *.a.example.com good
// dns -a.example.com *.a.example.com DNS name "*.a.example.com" is excluded by constraint "a.example.com"
// dns +a.example.com *.com DNS name "*.com" is not permitted by any constraint
// dns -a.example.com *.com good
// dns +a.example.com anexample.com DNS name "anexample.com" is not permitted by any constraint
// dns -a.example.com anexample.com good
// dns +a.example.com EXAMPLE.com DNS name "EXAMPLE.com" is not permitted by any constraint
// dns -a.example.com EXAMPLE.com good
// dns +a.example.com example.com. x509: cannot parse dnsName "example.com."
// dns -a.example.com example.com. x509: cannot parse dnsName "example.com."
// dns +a.example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns -a.example.com a..example.com x509: cannot parse dnsName "a..example.com"
// dns + example.com good
// dns - example.com DNS name "example.com" is excluded by constraint ""
// dns + a.example.com good
// dns - a.example.com DNS name "a.example.com" is excluded by constraint ""
// dns + *.example.com good
// dns - *.example.com DNS name "*.example.com" is excluded by constraint ""
// dns + *.a.example.com good
// dns - *.a.example.com DNS name "*.a.example.com" is excluded by constraint ""
// dns + *.com good
// dns - *.com DNS name "*.com" is excluded by constraint ""
// dns + anexample.com good
// dns - anexample.com DNS name "anexample.com" is excluded by constraint ""
// dns + EXAMPLE.com good
// dns - EXAMPLE.com DNS name "EXAMPLE.com" is excluded by constraint ""
// dns + example.com. x509: cannot parse dnsName "example.com."
// dns - example.com. x509: cannot parse dnsName "example.com."
// dns + a..example.com x509: cannot parse dnsName "a..example.com"
// dns - a..example.com x509: cannot parse dnsName "a..example.com"
// dns +. example.com authority: x509: failed to parse dnsName constraint "."
// dns -. example.com authority: x509: failed to parse dnsName constraint "."
// dns +. a.example.com authority: x509: failed to parse dnsName constraint "."
// dns -. a.example.com authority: x509: failed to parse dnsName constraint "."
// dns +. *.example.com authority: x509: failed to parse dnsName constraint "."
// dns -. *.example.com authority: x509: failed to parse dnsName constraint "."
// dns +. *.a.example.com authority: x509: failed to parse dnsName constraint "."
// dns -. *.a.example.com authority: x509: failed to parse dnsName constraint "."
// dns +. *.com authority: x509: failed to parse dnsName constraint "."
// dns -. *.com authority: x509: failed to parse dnsName constraint "."
// dns +. anexample.com authority: x509: failed to parse dnsName constraint "."
// dns -. anexample.com authority: x509: failed to parse dnsName constraint "."
// dns +. EXAMPLE.com authority: x509: failed to parse dnsName constraint "."
// dns -. EXAMPLE.com authority: x509: failed to parse dnsName constraint "."
// dns +. example.com. authority: x509: failed to parse dnsName constraint "."
// dns -. example.com. authority: x509: failed to parse dnsName constraint "."
// dns +. a..example.com authority: x509: failed to parse dnsName constraint "."
// dns -. a..example.com authority: x509: failed to parse dnsName constraint "."
// dns +example.com. example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. a.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. a.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. *.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. *.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. *.a.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. *.a.example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. *.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. *.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. anexample.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. anexample.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. EXAMPLE.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. EXAMPLE.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. example.com. authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. example.com. authority: x509: failed to parse dnsName constraint "example.com."
// dns +example.com. a..example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns -example.com. a..example.com authority: x509: failed to parse dnsName constraint "example.com."
// dns +a..b example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b a.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b a.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b *.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b *.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b *.a.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b *.a.example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b *.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b *.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b anexample.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b anexample.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b EXAMPLE.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b EXAMPLE.com authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b example.com. authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b example.com. authority: x509: failed to parse dnsName constraint "a..b"
// dns +a..b a..example.com authority: x509: failed to parse dnsName constraint "a..b"
// dns -a..b a..example.com authority: x509: failed to parse dnsName constraint "a..b"
// email +example.com a@example.com good
// email -example.com a@example.com email address "a@example.com" is excluded by constraint "example.com"
// email +example.com A@example.com good
// email -example.com A@example.com email address "A@example.com" is excluded by constraint "example.com"
// email +example.com a@b.example.com good
// email -example.com a@b.example.com email address "a@b.example.com" is excluded by constraint "example.com"
// email +example.com "a"@example.com good
// email -example.com "a"@example.com email address "a@example.com" is excluded by constraint "example.com"
// email +example.com "a@b"@example.com good
// email -example.com "a@b"@example.com email address "a@b@example.com" is excluded by constraint "example.com"
// email +example.com a\@b@example.com good
// email -example.com a\@b@example.com email address "a@b@example.com" is excluded by constraint "example.com"
// email +example.com none cannot parse rfc822Name "none"
// email -example.com none cannot parse rfc822Name "none"
// email +example.com a@ email address "a@" is not permitted by any constraint
// email -example.com a@ good
// email +example.com @example.com cannot parse rfc822Name "@example.com"
// email -example.com @example.com cannot parse rfc822Name "@example.com"
// email +example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email -example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email +example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email -example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email +example.com "a cannot parse rfc822Name "\"a"
// email -example.com "a cannot parse rfc822Name "\"a"
// email +.example.com a@example.com email address "a@example.com" is not permitted by any constraint
// email -.example.com a@example.com good
// email +.example.com A@example.com email address "A@example.com" is not permitted by any constraint
// email -.example.com A@example.com good
// email +.example.com a@b.example.com good
// email -.example.com a@b.example.com email address "a@b.example.com" is excluded by constraint ".example.com"
// email +.example.com "a"@example.com email address "a@example.com" is not permitted by any constraint
// email -.example.com "a"@example.com good
// email +.example.com "a@b"@example.com email address "a@b@example.com" is not permitted by any constraint
// email -.example.com "a@b"@example.com good
// email +.example.com a\@b@example.com email address "a@b@example.com" is not permitted by any constraint
// email -.example.com a\@b@example.com good
// email +.example.com none cannot parse rfc822Name "none"
// email -.example.com none cannot parse rfc822Name "none"
// email +.example.com a@ email address "a@" is not permitted by any constraint
// email -.example.com a@ good
// email +.example.com @example.com cannot parse rfc822Name "@example.com"
// email -.example.com @example.com cannot parse rfc822Name "@example.com"
// email +.example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email -.example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email +.example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email -.example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email +.example.com "a cannot parse rfc822Name "\"a"
// email -.example.com "a cannot parse rfc822Name "\"a"
// email +a@example.com a@example.com good
// email -a@example.com a@example.com email address "a@example.com" is excluded by constraint "a@example.com"
// email +a@example.com A@example.com email address "A@example.com" is not permitted by any constraint
// email -a@example.com A@example.com good
// email +a@example.com a@b.example.com email address "a@b.example.com" is not permitted by any constraint
// email -a@example.com a@b.example.com good
// email +a@example.com "a"@example.com good
// email -a@example.com "a"@example.com email address "a@example.com" is excluded by constraint "a@example.com"
// email +a@example.com "a@b"@example.com email address "a@b@example.com" is not permitted by any constraint
// email -a@example.com "a@b"@example.com good
// email +a@example.com a\@b@example.com email address "a@b@example.com" is not permitted by any constraint
// email -a@example.com a\@b@example.com good
// email +a@example.com none cannot parse rfc822Name "none"
// email -a@example.com none cannot parse rfc822Name "none"
// email +a@example.com a@ email address "a@" is not permitted by any constraint
// email -a@example.com a@ good
// email +a@example.com @example.com cannot parse rfc822Name "@example.com"
// email -a@example.com @example.com cannot parse rfc822Name "@example.com"
// email +a@example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email -a@example.com a@b@example.com cannot parse rfc822Name "a@b@example.com"
// email +a@example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email -a@example.com .a@example.com cannot parse rfc822Name ".a@example.com"
// email +a@example.com "a cannot parse rfc822Name "\"a"
// email -a@example.com "a cannot parse rfc822Name "\"a"
// email +@example.com a@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com a@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com A@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com A@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com a@b.example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com a@b.example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com "a"@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com "a"@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com "a@b"@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com "a@b"@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com a\@b@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com a\@b@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com none authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com none authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com a@ authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com a@ authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com @example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com @example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com a@b@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com a@b@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com .a@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com .a@example.com authority: x509: failed to parse rfc822Name constraint "@example.com"
// email +@example.com "a authority: x509: failed to parse rfc822Name constraint "@example.com"
// email -@example.com "a authority: x509: failed to parse rfc822Name constraint "@example.com"
// uri +example.com https://example.com/x good
// uri -example.com https://example.com/x URI "https://example.com/x" is excluded by constraint "example.com"
// uri +example.com https://b.example.com:80/ good
// uri -example.com https://b.example.com:80/ URI "https://b.example.com:80/" is excluded by constraint "example.com"
// uri +example.com https://1.2.3.4/ URI with IP ("https://1.2.3.4/") cannot be matched against constraints
// uri -example.com https://1.2.3.4/ URI with IP ("https://1.2.3.4/") cannot be matched against constraints
// uri +example.com https://[::1]/ URI with IP ("https://[::1]/") cannot be matched against constraints
// uri -example.com https://[::1]/ URI with IP ("https://[::1]/") cannot be matched against constraints
// uri +example.com https://[fe80::1%25eth0]/ URI with IP ("https://[fe80::1%25eth0]/") cannot be matched against constraints
// uri -example.com https://[fe80::1%25eth0]/ URI with IP ("https://[fe80::1%25eth0]/") cannot be matched against constraints
// uri +example.com mailto:a@b URI with empty host ("mailto:a@b") cannot be matched against constraints
// uri -example.com mailto:a@b URI with empty host ("mailto:a@b") cannot be matched against constraints
// uri +example.com https://EXAMPLE.com good
// uri -example.com https://EXAMPLE.com URI "https://EXAMPLE.com" is excluded by constraint "example.com"
// uri +example.com https://example.com. certificate: x509: cannot parse URI "https://example.com.": invalid domain
// uri -example.com https://example.com. certificate: x509: cannot parse URI "https://example.com.": invalid domain
// uri +.example.com https://example.com/x URI "https://example.com/x" is not permitted by any constraint
// uri -.example.com https://example.com/x good
// uri +.example.com https://b.example.com:80/ good
// uri -.example.com https://b.example.com:80/ URI "https://b.example.com:80/" is excluded by constraint ".example.com"
// uri +.example.com https://1.2.3.4/ URI with IP ("https://1.2.3.4/") cannot be matched against constraints
// uri -.example.com https://1.2.3.4/ URI with IP ("https://1.2.3.4/") cannot be matched against constraints
// uri +.example.com https://[::1]/ URI with IP ("https://[::1]/") cannot be matched against constraints
// uri -.example.com https://[::1]/ URI with IP ("https://[::1]/") cannot be matched against constraints
// uri +.example.com https://[fe80::1%25eth0]/ URI with IP ("https://[fe80::1%25eth0]/") cannot be matched against constraints
// uri -.example.com https://[fe80::1%25eth0]/ URI with IP ("https://[fe80::1%25eth0]/") cannot be matched against constraints
// uri +.example.com mailto:a@b URI with empty host ("mailto:a@b") cannot be matched against constraints
// uri -.example.com mailto:a@b URI with empty host ("mailto:a@b") cannot be matched against constraints
// uri +.example.com https://EXAMPLE.com URI "https://EXAMPLE.com" is not permitted by any constraint
// uri -.example.com https://EXAMPLE.com good
// uri +.example.com https://example.com. certificate: x509: cannot parse URI "https://example.com.": invalid domain
// uri -.example.com https://example.com. certificate: x509: cannot parse URI "https://example.com.": invalid domain
// uri +1.2.3.4 https://example.com/x authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://example.com/x authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://b.example.com:80/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://b.example.com:80/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://1.2.3.4/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://1.2.3.4/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://[::1]/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://[::1]/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://[fe80::1%25eth0]/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://[fe80::1%25eth0]/ authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 mailto:a@b authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 mailto:a@b authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://EXAMPLE.com authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://EXAMPLE.com authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri +1.2.3.4 https://example.com. authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// uri -1.2.3.4 https://example.com. authority: x509: failed to parse URI constraint "1.2.3.4": cannot be IP address
// <nil>
// <nil>
// x509: certificate is valid for bank.com, ., not banK.com
// x509: certificate is valid for bank.com, ., not .
// ecdsa: hash cannot be empty
// <nil> <nil> ecdsa: hash cannot be empty
