// The numbers of private RSA and EC keys, and of DSA keys, that crypto/x509 reads, and those that it refuses.
package main

import (
	"crypto/dsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"fmt"
	"math/big"
)

type key struct {
	Version      int
	N            *big.Int
	E            *big.Int
	D, P, Q      *big.Int
	Dp, Dq, Qinv *big.Int `asn1:"optional"`
	More         []prime  `asn1:"optional,omitempty"`
}
type prime struct{ P, E, C *big.Int }

func main() {
	one := big.NewInt(1)
	number := func(digits string) *big.Int { n, _ := new(big.Int).SetString(digits, 16); return n }
	p, q := number("ecab58532b7a5e92623a9fbfd27243b87180117d98d9eea0000a2001507b98acf7cc65cb93976dad2b64a0839006360c8ae705c67d46a76984998c84bee8643d"), number("d2aba595c9f42263a69cf8f5ba0dba7bd8deda8a6e95412bdb87c7e1c90772c3bb63631d263a58cd1d15ba7b7a4598d773395faff1f0d02e89ab33edf3bbe279")
	lessP, lessQ := new(big.Int).Sub(p, one), new(big.Int).Sub(q, one)
	common := new(big.Int).Div(new(big.Int).Mul(lessP, lessQ), new(big.Int).GCD(nil, nil, lessP, lessQ))
	k := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: 65537}, Primes: []*big.Int{p, q}}
	k.D = new(big.Int).ModInverse(big.NewInt(65537), common)
	k.Precompute()
	base := func() key {
		c := func(n *big.Int) *big.Int { return new(big.Int).Set(n) }
		return key{0, c(k.N), big.NewInt(int64(k.E)), c(k.D), c(k.Primes[0]), c(k.Primes[1]), c(k.Precomputed.Dp), c(k.Precomputed.Dq), c(k.Precomputed.Qinv), nil}
	}
	try := func(name string, f func(k *key)) {
		in := base()
		f(&in)
		var der []byte
		var err error
		if in.Dp == nil && in.Dq == nil {
			der, err = asn1.Marshal(struct {
				V             int
				N, E, D, P, Q *big.Int
			}{in.Version, in.N, in.E, in.D, in.P, in.Q})
		} else if in.Qinv == nil {
			der, err = asn1.Marshal(struct {
				V                   int
				N, E, D, P, Q, A, B *big.Int
			}{in.Version, in.N, in.E, in.D, in.P, in.Q, in.Dp, in.Dq})
		} else {
			der, err = asn1.Marshal(in)
		}
		if err != nil {
			fmt.Println(name, "MARSHAL", err)
			return
		}
		out, err := x509.ParsePKCS1PrivateKey(der)
		if err != nil {
			fmt.Println(name, "ERR", err, out == nil)
			return
		}
		fmt.Println(name, "ok", out.D.Cmp(k.D) == 0, len(out.Primes))
	}
	add := func(n, m *big.Int) { n.Add(n, m) }
	try("plain", func(k *key) {})
	try("none", func(k *key) { k.Dp, k.Dq, k.Qinv = nil, nil, nil })
	try("no qinv", func(k *key) { k.Qinv = nil })
	try("dp 0", func(k *key) { k.Dp.SetInt64(0) })
	try("dq 0", func(k *key) { k.Dq.SetInt64(0) })
	try("qinv 0", func(k *key) { k.Qinv.SetInt64(0) })
	try("dp neg", func(k *key) { k.Dp.Neg(k.Dp) })
	try("dp+1", func(k *key) { add(k.Dp, one) })
	try("dp+2", func(k *key) { add(k.Dp, big.NewInt(2)) })
	try("dp+(p-1)", func(k *key) { add(k.Dp, lessP) })
	try("dq+2", func(k *key) { add(k.Dq, big.NewInt(2)) })
	try("dq+(q-1)", func(k *key) { add(k.Dq, lessQ) })
	try("dp huge", func(k *key) { k.Dp.Lsh(k.Dp, 2000) })
	try("qinv+1", func(k *key) { add(k.Qinv, one) })
	try("qinv+p", func(k *key) { add(k.Qinv, k.P) })
	try("qinv huge", func(k *key) { k.Qinv.Lsh(k.Qinv, 2000) })
	try("d+2", func(k *key) { add(k.D, big.NewInt(2)) })
	try("d+1", func(k *key) { add(k.D, one) })
	try("d+lcm", func(k *key) {
		g := new(big.Int).GCD(nil, nil, lessP, lessQ)
		l := new(big.Int).Mul(lessP, lessQ)
		add(k.D, l.Div(l, g))
	})
	try("d+n", func(k *key) { add(k.D, new(big.Int).Mul(lessP, lessQ)); add(k.D, new(big.Int).Mul(lessP, lessQ)) })
	try("d huge", func(k *key) { k.D.Lsh(k.D, 2000) })
	try("d 1", func(k *key) { k.D.SetInt64(1) })
	try("d 0", func(k *key) { k.D.SetInt64(0) })
	try("swapped", func(k *key) { k.P, k.Q = k.Q, k.P })
	try("swapped all", func(k *key) { k.P, k.Q, k.Dp, k.Dq = k.Q, k.P, k.Dq, k.Dp; k.Qinv.ModInverse(k.Q, k.P) })
	try("p 1", func(k *key) { k.P.SetInt64(1); k.Q.Set(k.N) })
	try("p+2", func(k *key) { add(k.P, big.NewInt(2)) })
	try("p even", func(k *key) { add(k.P, one) })
	try("p huge", func(k *key) { k.P.Lsh(k.P, 2000) })
	try("p=q", func(k *key) { k.P.Set(k.Q); k.N.Mul(k.Q, k.Q) })
	try("n+2", func(k *key) { add(k.N, big.NewInt(2)) })
	try("n even", func(k *key) { add(k.N, one) })
	try("n small", func(k *key) { k.N.SetInt64(15) })
	try("e 1", func(k *key) { k.E.SetInt64(1) })
	try("e 2", func(k *key) { k.E.SetInt64(2) })
	try("e 3", func(k *key) { k.E.SetInt64(3) })
	try("e neg", func(k *key) { k.E.SetInt64(-3) })
	try("e 0", func(k *key) { k.E.SetInt64(0) })
	try("e big", func(k *key) { k.E.SetInt64(1<<31 + 1) })
	try("e huge", func(k *key) { k.E.Lsh(one, 70) })
	try("version 1", func(k *key) { k.Version = 1 })
	try("version 2", func(k *key) { k.Version = 2 })
	try("version -1", func(k *key) { k.Version = -1 })
	try("more", func(k *key) { k.Version = 1; k.More = []prime{{big.NewInt(3), big.NewInt(1), big.NewInt(1)}} })
	try("more 0", func(k *key) { k.More = []prime{{big.NewInt(3), big.NewInt(1), big.NewInt(1)}} })
	try("more neg", func(k *key) { k.Version = 1; k.More = []prime{{big.NewInt(-3), big.NewInt(1), big.NewInt(1)}} })
	try("more neg e", func(k *key) { k.Version = 1; k.More = []prime{{big.NewInt(3), big.NewInt(-1), big.NewInt(1)}} })
	for _, v := range [][]int{{7, 3}, {1, 1}, {3, 7}} {
		n := v[0] * v[1]
		for e := 3; e < 8; e += 2 {
			in := base()
			in.N, in.P, in.Q, in.E = big.NewInt(int64(n)), big.NewInt(int64(v[0])), big.NewInt(int64(v[1])), big.NewInt(int64(e))
			in.D, in.Dp, in.Dq, in.Qinv = big.NewInt(5), big.NewInt(5), big.NewInt(1), big.NewInt(5)
			der, _ := asn1.Marshal(in)
			_, err := x509.ParsePKCS1PrivateKey(der)
			fmt.Println(n, e, err)
		}
	}
	// DSA
	for _, p := range [][]int64{{1019, 509, 4, 625}, {0, 509, 4, 625}, {1019, -1, 4, 625}, {1019, 509, 4, 0}, {1019, 509, 4, -5}, {4, 2, 1, 9999}} {
		raw, _ := asn1.Marshal(struct{ P, Q, G *big.Int }{big.NewInt(p[0]), big.NewInt(p[1]), big.NewInt(p[2])})
		y, _ := asn1.Marshal(big.NewInt(p[3]))
		for _, tail := range [][]byte{nil, {5, 0}} {
			yy := append(append([]byte{}, y...), tail...)
			der, err := asn1.Marshal(struct {
				A struct {
					O asn1.ObjectIdentifier
					P asn1.RawValue
				}
				K asn1.BitString
			}{struct {
				O asn1.ObjectIdentifier
				P asn1.RawValue
			}{asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}, asn1.RawValue{FullBytes: raw}}, asn1.BitString{Bytes: yy, BitLength: 8 * len(yy)}})
			if err != nil {
				panic(err)
			}
			pub, err := x509.ParsePKIXPublicKey(der)
			fmt.Println(p, tail, err)
			if d, ok := pub.(*dsa.PublicKey); ok {
				fmt.Println(d.P, d.Q, d.G, d.Y)
			}
		}
	}
	_, err := x509.MarshalPKIXPublicKey(&dsa.PublicKey{})
	fmt.Println(err)
	type ec struct {
		V int
		K []byte
		O asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
		P asn1.BitString        `asn1:"optional,explicit,tag:1"`
	}
	for _, o := range []asn1.ObjectIdentifier{{1, 3, 132, 0, 33}, {1, 2, 840, 10045, 3, 1, 7}} {
		for _, l := range []int{0, 1, 27, 28, 29, 31, 32, 33, 40} {
			for _, lead := range []byte{0, 1} {
				for _, pub := range []bool{false, true} {
					b := make([]byte, l)
					if l > 0 {
						b[l-1] = 7
						b[0] |= lead
					}
					in := ec{1, b, o, asn1.BitString{}}
					if pub {
						in.P = asn1.BitString{Bytes: []byte{4, 1, 2}, BitLength: 24}
					}
					der, _ := asn1.Marshal(in)
					k, err := x509.ParseECPrivateKey(der)
					fmt.Println(o, l, lead, pub, err, k != nil)
				}
			}
		}
	}
}

// Output:
// plain ok true 2
// none ok true 2
// no qinv ok true 2
// dp 0 ERR x509: private key contains zero or negative value true
// dq 0 ERR x509: private key contains zero or negative value true
// qinv 0 ERR x509: private key contains zero or negative value true
// dp neg ERR x509: private key contains zero or negative value true
// dp+1 ERR crypto/rsa: invalid CRT exponent true
// dp+2 ERR crypto/rsa: invalid CRT exponent true
// dp+(p-1) ERR crypto/rsa: invalid CRT exponent true
// dq+2 ERR crypto/rsa: invalid CRT exponent true
// dq+(q-1) ERR crypto/rsa: invalid CRT exponent true
// dp huge ERR crypto/rsa: invalid CRT exponent true
// qinv+1 ERR crypto/rsa: invalid CRT coefficient true
// qinv+p ERR input overflows the modulus size true
// qinv huge ERR input overflows the modulus size true
// d+2 ERR crypto/rsa: d does not match dP true
// d+1 ERR crypto/rsa: d does not match dP true
// d+lcm ok false 2
// d+n ERR input overflows the modulus size true
// d huge ERR input overflows the modulus size true
// d 1 ERR crypto/rsa: d does not match dP true
// d 0 ERR x509: private key contains zero or negative value true
// swapped ERR input overflows the modulus true
// swapped all ok true 2
// p 1 ERR modulus must be > 1 true
// p+2 ERR crypto/rsa: p * q != n true
// p even ERR crypto/rsa: p * q != n true
// p huge ERR crypto/rsa: invalid prime true
// p=q ERR input overflows the modulus true
// n+2 ERR crypto/rsa: p * q != n true
// n even ERR crypto/rsa: public modulus is even true
// n small ERR input overflows the modulus size true
// e 1 ERR crypto/rsa: public exponent too small or negative true
// e 2 ERR crypto/rsa: public exponent is even true
// e 3 ERR crypto/rsa: invalid CRT exponent true
// e neg ERR crypto/rsa: public exponent too small or negative true
// e 0 ERR crypto/rsa: public exponent too small or negative true
// e big ERR crypto/rsa: public exponent too large true
// e huge ERR asn1: structure error: integer too large true
// version 1 ok true 2
// version 2 ERR x509: unsupported private key version true
// version -1 ok true 2
// more ok true 3
// more 0 ok true 3
// more neg ERR x509: private key contains zero or negative prime true
// more neg e ok true 3
// 21 3 crypto/rsa: invalid CRT exponent
// 21 5 <nil>
// 21 7 crypto/rsa: invalid CRT exponent
// 1 3 modulus must be > 1
// 1 5 modulus must be > 1
// 1 7 modulus must be > 1
// 21 3 input overflows the modulus
// 21 5 input overflows the modulus
// 21 7 input overflows the modulus
// [1019 509 4 625] [] <nil>
// 1019 509 4 625
// [1019 509 4 625] [5 0] <nil>
// 1019 509 4 625
// [0 509 4 625] [] x509: zero or negative DSA parameter
// [0 509 4 625] [5 0] x509: zero or negative DSA parameter
// [1019 -1 4 625] [] x509: zero or negative DSA parameter
// [1019 -1 4 625] [5 0] x509: zero or negative DSA parameter
// [1019 509 4 0] [] x509: zero or negative DSA parameter
// [1019 509 4 0] [5 0] x509: zero or negative DSA parameter
// [1019 509 4 -5] [] x509: zero or negative DSA parameter
// [1019 509 4 -5] [5 0] x509: zero or negative DSA parameter
// [4 2 1 9999] [] <nil>
// 4 2 1 9999
// [4 2 1 9999] [5 0] <nil>
// 4 2 1 9999
// x509: unsupported public key type: *dsa.PublicKey
// 1.3.132.0.33 0 0 false ecdsa: invalid public key encoding false
// 1.3.132.0.33 0 0 true ecdsa: invalid public key encoding false
// 1.3.132.0.33 0 1 false ecdsa: invalid public key encoding false
// 1.3.132.0.33 0 1 true ecdsa: invalid public key encoding false
// 1.3.132.0.33 1 0 false <nil> true
// 1.3.132.0.33 1 0 true <nil> true
// 1.3.132.0.33 1 1 false <nil> true
// 1.3.132.0.33 1 1 true <nil> true
// 1.3.132.0.33 27 0 false <nil> true
// 1.3.132.0.33 27 0 true <nil> true
// 1.3.132.0.33 27 1 false <nil> true
// 1.3.132.0.33 27 1 true <nil> true
// 1.3.132.0.33 28 0 false <nil> true
// 1.3.132.0.33 28 0 true <nil> true
// 1.3.132.0.33 28 1 false <nil> true
// 1.3.132.0.33 28 1 true <nil> true
// 1.3.132.0.33 29 0 false <nil> true
// 1.3.132.0.33 29 0 true <nil> true
// 1.3.132.0.33 29 1 false x509: invalid private key length false
// 1.3.132.0.33 29 1 true x509: invalid private key length false
// 1.3.132.0.33 31 0 false <nil> true
// 1.3.132.0.33 31 0 true <nil> true
// 1.3.132.0.33 31 1 false x509: invalid private key length false
// 1.3.132.0.33 31 1 true x509: invalid private key length false
// 1.3.132.0.33 32 0 false <nil> true
// 1.3.132.0.33 32 0 true <nil> true
// 1.3.132.0.33 32 1 false x509: invalid private key length false
// 1.3.132.0.33 32 1 true x509: invalid private key length false
// 1.3.132.0.33 33 0 false <nil> true
// 1.3.132.0.33 33 0 true <nil> true
// 1.3.132.0.33 33 1 false x509: invalid private key length false
// 1.3.132.0.33 33 1 true x509: invalid private key length false
// 1.3.132.0.33 40 0 false <nil> true
// 1.3.132.0.33 40 0 true <nil> true
// 1.3.132.0.33 40 1 false x509: invalid private key length false
// 1.3.132.0.33 40 1 true x509: invalid private key length false
// 1.2.840.10045.3.1.7 0 0 false ecdsa: invalid public key encoding false
// 1.2.840.10045.3.1.7 0 0 true ecdsa: invalid public key encoding false
// 1.2.840.10045.3.1.7 0 1 false ecdsa: invalid public key encoding false
// 1.2.840.10045.3.1.7 0 1 true ecdsa: invalid public key encoding false
// 1.2.840.10045.3.1.7 1 0 false <nil> true
// 1.2.840.10045.3.1.7 1 0 true <nil> true
// 1.2.840.10045.3.1.7 1 1 false <nil> true
// 1.2.840.10045.3.1.7 1 1 true <nil> true
// 1.2.840.10045.3.1.7 27 0 false <nil> true
// 1.2.840.10045.3.1.7 27 0 true <nil> true
// 1.2.840.10045.3.1.7 27 1 false <nil> true
// 1.2.840.10045.3.1.7 27 1 true <nil> true
// 1.2.840.10045.3.1.7 28 0 false <nil> true
// 1.2.840.10045.3.1.7 28 0 true <nil> true
// 1.2.840.10045.3.1.7 28 1 false <nil> true
// 1.2.840.10045.3.1.7 28 1 true <nil> true
// 1.2.840.10045.3.1.7 29 0 false <nil> true
// 1.2.840.10045.3.1.7 29 0 true <nil> true
// 1.2.840.10045.3.1.7 29 1 false <nil> true
// 1.2.840.10045.3.1.7 29 1 true <nil> true
// 1.2.840.10045.3.1.7 31 0 false <nil> true
// 1.2.840.10045.3.1.7 31 0 true <nil> true
// 1.2.840.10045.3.1.7 31 1 false <nil> true
// 1.2.840.10045.3.1.7 31 1 true <nil> true
// 1.2.840.10045.3.1.7 32 0 false <nil> true
// 1.2.840.10045.3.1.7 32 0 true <nil> true
// 1.2.840.10045.3.1.7 32 1 false <nil> true
// 1.2.840.10045.3.1.7 32 1 true <nil> true
// 1.2.840.10045.3.1.7 33 0 false <nil> true
// 1.2.840.10045.3.1.7 33 0 true <nil> true
// 1.2.840.10045.3.1.7 33 1 false x509: invalid private key length false
// 1.2.840.10045.3.1.7 33 1 true x509: invalid private key length false
// 1.2.840.10045.3.1.7 40 0 false <nil> true
// 1.2.840.10045.3.1.7 40 0 true <nil> true
// 1.2.840.10045.3.1.7 40 1 false x509: invalid private key length false
// 1.2.840.10045.3.1.7 40 1 true x509: invalid private key length false
