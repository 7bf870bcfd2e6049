// Policies of certificates: how they are written and read, and 1,500 random chains whose policies are required, mapped and
// forbidden, with what is wanted of them.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	mathrand "math/rand"
	"os"
	"time"
)

var (
	now    = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	key    = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	serial = int64(1)
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// oid is the policy n; 0 is anyPolicy.
func oid(n int) x509.OID {
	ints := []uint64{1, 2, 3, uint64(n)}
	if n == 0 {
		ints = []uint64{2, 5, 29, 32, 0}
	}
	o, err := x509.OIDFromInts(ints)
	check(err)
	return o
}

func raw(o x509.OID) asn1.RawValue {
	der, err := o.MarshalBinary()
	check(err)
	return asn1.RawValue{Tag: asn1.TagOID, Bytes: der}
}

func extension(last int, v any) pkix.Extension {
	der, err := asn1.Marshal(v)
	check(err)
	return pkix.Extension{Id: asn1.ObjectIdentifier{2, 5, 29, last}, Value: der}
}

func make1(parent *x509.Certificate, name string, change func(*x509.Certificate)) (*x509.Certificate, []byte, error) {
	serial++
	t := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: now, NotAfter: now.AddDate(1, 0, 0),
		BasicConstraintsValid: true, IsCA: name != "leaf", KeyUsage: x509.KeyUsageCertSign,
	}
	change(t)
	if parent == nil {
		parent = t
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	c, err := x509.ParseCertificate(der)
	return c, der, err
}

func show(c *x509.Certificate, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Policies, c.PolicyIdentifiers, c.PolicyMappings, c.RequireExplicitPolicy, c.RequireExplicitPolicyZero,
		c.InhibitPolicyMapping, c.InhibitPolicyMappingZero, c.InhibitAnyPolicy, c.InhibitAnyPolicyZero, c.UnhandledCriticalExtensions)
}

type mapping struct{ Issuer, Subject asn1.RawValue }

type constraints struct {
	Require int `asn1:"optional,tag:0,default:-1"`
	Inhibit int `asn1:"optional,tag:1,default:-1"`
}

func written() {
	big64, err := x509.ParseOID("1.2.340282366920938463463374607431768211456")
	check(err)
	with := func(change func(*x509.Certificate)) {
		c, der, err := make1(nil, "written", change)
		if err == nil {
			i := bytes.Index(der, []byte{0x06, 3, 0x55, 0x1d, 0x20})
			fmt.Println(hex.EncodeToString(der[max(i, 0) : max(i, 0)+40]))
		}
		show(c, err)
	}
	with(func(t *x509.Certificate) { t.Policies = []x509.OID{oid(1), big64, oid(0)} })
	with(func(t *x509.Certificate) { t.PolicyIdentifiers = []asn1.ObjectIdentifier{{1, 2, 3}} })
	with(func(t *x509.Certificate) { t.Policies = []x509.OID{oid(1), oid(1)} })
	with(func(t *x509.Certificate) { t.Policies = []x509.OID{oid(1), {}} })
	with(func(t *x509.Certificate) {
		t.Policies, t.ExtraExtensions = []x509.OID{oid(1)}, []pkix.Extension{extension(32, [][]asn1.ObjectIdentifier{{{1, 2, 9}}})}
	})
	os.Setenv("GODEBUG", "x509usepolicies=0")
	with(func(t *x509.Certificate) {
		t.Policies, t.PolicyIdentifiers = []x509.OID{oid(1)}, []asn1.ObjectIdentifier{{1, 2, 7}, {1, 2, 8}}
	})
	os.Setenv("GODEBUG", "")
	extra := func(e ...pkix.Extension) {
		c, _, err := make1(nil, "extra", func(t *x509.Certificate) { t.ExtraExtensions = e })
		show(c, err)
	}
	extra(extension(33, []mapping{{raw(oid(1)), raw(oid(2))}, {raw(oid(3)), raw(big64)}}), extension(36, constraints{0, 7}), extension(54, 2))
	extra(extension(36, constraints{3, 0}), extension(54, 0))
	extra(extension(36, constraints{-1, 1}))
	extra(extension(33, 5))
	extra(extension(36, 5))
	extra(extension(54, "no"))
	extra(extension(32, "no"))
	extra(extension(32, [][]int{{1}}))
}

// random makes a chain: the trust anchor, up to three authorities, and a leaf.
func random(r *mathrand.Rand) (chain []*x509.Certificate) {
	root, _, err := make1(nil, "root", func(*x509.Certificate) {})
	check(err)
	chain = []*x509.Certificate{root}
	depth := 1 + r.Intn(4)
	for i := range depth {
		name := fmt.Sprint("authority ", i)
		if i > 0 && r.Intn(6) == 0 {
			name = chain[i].Subject.CommonName
		}
		if i == depth-1 {
			name = "leaf"
		}
		c, _, err := make1(chain[i], name, func(t *x509.Certificate) {
			// Two of the same name need another name beside, or they would be taken for the same.
			t.DNSNames = []string{fmt.Sprint("n", i)}
			if r.Intn(8) > 0 {
				for _, n := range r.Perm(4)[:1+r.Intn(3)] {
					t.Policies = append(t.Policies, oid(n))
				}
			}
			if r.Intn(3) == 0 {
				var all []mapping
				for range 1 + r.Intn(3) {
					from, to := 1+r.Intn(3), 1+r.Intn(3)
					if r.Intn(20) == 0 {
						from = 0
					}
					all = append(all, mapping{raw(oid(from)), raw(oid(to))})
				}
				t.ExtraExtensions = append(t.ExtraExtensions, extension(33, all))
			}
			if r.Intn(2) == 0 {
				t.ExtraExtensions = append(t.ExtraExtensions, extension(36, constraints{r.Intn(4) - 1, r.Intn(4) - 1}))
			}
			if r.Intn(4) == 0 {
				t.ExtraExtensions = append(t.ExtraExtensions, extension(54, r.Intn(3)))
			}
		})
		check(err)
		chain = append(chain, c)
	}
	return chain
}

func verified(chain []*x509.Certificate, wanted []x509.OID) error {
	roots, between := x509.NewCertPool(), x509.NewCertPool()
	roots.AddCert(chain[0])
	for _, c := range chain[1 : len(chain)-1] {
		between.AddCert(c)
	}
	_, err := chain[len(chain)-1].Verify(x509.VerifyOptions{
		Roots: roots, Intermediates: between, CurrentTime: now.AddDate(0, 1, 0), CertificatePolicies: wanted,
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	return err
}

func main() {
	written()
	r := mathrand.New(mathrand.NewSource(5))
	good, texts := 0, map[string]bool{}
	for i := range 1500 {
		chain := random(r)
		var wanted []x509.OID
		for _, n := range r.Perm(4)[:r.Intn(3)] {
			wanted = append(wanted, oid(n))
		}
		err := verified(chain, wanted)
		if err == nil {
			good++
			fmt.Print("+")
		} else {
			texts[err.Error()] = true
			fmt.Print("-")
		}
		if i%100 == 99 {
			fmt.Println()
		}
	}
	fmt.Println(good > 300, good < 1200, texts)
}

// Output:
// 0603551d2004293027300506032a0301301606142a84808080808080808080808080808080808000
// [1.2.3.1 1.2.340282366920938463463374607431768211456 2.5.29.32.0] [1.2.3.1 2.5.29.32.0] [] 0 false 0 false 0 false []
// 308201143081c7a003020102020103300506032b657030123110300e060355040313077772697474
// [] [] [] 0 false 0 false 0 false []
// x509: invalid certificate policies
// invalid policy object identifier
// 0603551d2004083006300406022a09300506032b65700341006db8627b0e3b0b29dea7eaa00608c2
// [1.2.9] [1.2.9] [] 0 false 0 false 0 false []
// 0603551d20040e300c300406022a07300406022a08300506032b6570034100db58109b3bca503ff8
// [1.2.7 1.2.8] [1.2.7 1.2.8] [] 0 false 0 false 0 false []
// [] [] [{1.2.3.1 1.2.3.2} {1.2.3.3 1.2.340282366920938463463374607431768211456}] 0 true 7 false 2 false []
// [] [] [] 3 false 0 true 0 true []
// [] [] [] 0 false 1 false 0 false []
// x509: invalid policy mappings extension
// x509: invalid policy constraints extension
// x509: invalid inhibit any policy extension
// x509: invalid certificate policies
// x509: invalid certificate policies
// ++-++++++-+++-+++-+++++++-++++++++++-++++-++-++++++++-+++-++-+--+++-++-+++++--++++--++++-+++-+++++++
// -+++++++-+-+++-+-++-++++++++-+-+-++---+--++-+-++++++-+++--+--++++++--+++++++-+-+++++++++-++++++-++++
// ---+++++++++-+--+--+++++++-+++-+++++++++-++-++++-+++++-+++++++++-+++-+++-++++-++++--++++++-++-++++--
// -++-+-+-+++++++-+-++-+++++-++++-++++-++++-+-++-++-++-+++-+++++++-+++-+++++++--++-+++++-+++-+++++++--
// +-+++++-+++--++++++-++++-+++++++-++-+-++++++-+---+++++-++-+-+-+++-+++++++-++-+-++--+--++--+++++--+++
// +++-++++++--+-+++++++--++-+++++-++-++-+--++--+----+++-+--++++-+++---++++-+--+-+++++-++-+-+++++++-+-+
// -----+++-+-+++++-+++++++++--++-+-++++----+++--+-+-++++++++--+-++++-+--++--++++++--+++++++++++++-++++
// ++++++--+-+++-++++++-----+++--+++++++---++++-++++++++-+-+-++-+-++++-+-++++-++-++-+++++--+-+++--+++--
// +-+++--+-+-++-+++-++++-+++--++++++++-++--++++++++-----++-+++++-+++++++-++++++-+---+-+-+-++++++++-++-
// --+++-+++-+-+++-++--+++-++++-++++---+-+-+--+++-+++++-++++-++++++++-+-+-+-+++-++-+++++--+++---+++++++
// +++---++++--+-+++++++-++++++++--+++++++-++--+--+-++-+++++++-+++++++++++++++-++-++++++-++-++++++--+-+
// ++++-++++-++-++-+-++++++-++++--++++++-++++++++++++++++++++++++++-+++-++--+++-+++-+++++++++--++++++++
// +++-+++++++-++-+--++++++++++++++---++--++++--+--+++++++--++++++-+++-+-+++++++++++-+++--+-++++++-++++
// +++-+-+++++++++-+-+++-+++-+-++-++++-+++++-+++++-+-+-+--+++--++-+++++++++---++++---+-++++++++-+++++++
// ++++-++-++++---+++-++++-++--++++++-+-++++-++++-++++-+-+-+++++-+----+++-+++++-+---+++++++++-+++---++-
// true true map[x509: no valid chains built: 1 candidate chains with invalid policies:true x509: no valid chains built: 2 candidate chains with invalid policies:true x509: no valid chains built: 5 candidate chains with invalid policies:true]
