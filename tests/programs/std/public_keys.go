package main

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
)

func main() {
	key := rsaKeys()
	rsaSignatures(key)
	rsaEncryption(key)
	rsaErrors(key)
	ecdsaKeys()
	ecdhKeys()
	curves()
	marshalled(key)
}

// text is made by openssl: RSA with 2048 bits.
const text = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCoVay5iV1sSCyo
4N0DA3ZlF20q2shGYajHHYyVGd365S9D7Fi2GzfzfzQ2C7UwINL1QOk4CsVpbWSj
oOY3HtPPIMhMmnSraUHgElZtMDFChJSWcSSbDIgDLENpQNhYEXniKMOX0wjITlR+
hrbdVpVeIjDywDeXoUJ+OUmz/P5l4DDI7wWrlNEcjF9Hs4xHL1w5s/drDYf34zu6
FY71ipPuz+9wCDUw5i/qoMYF2i/temV77uzN2au0fgsuoRnaX9ydyCuq7RJLt05R
8Va1d6eczl2R+L0L0dLOAz0LKfHluUaqVoDaFWxGLxM8goN1mF0k31dqSmoIUcev
N6G7pO9RAgMBAAECggEAEL9tZDbmz5Yis1lOmTUn+14oTgI0Y3mQlDbmvL2Kbfg4
CqGiIIQhaJ14Rq7wLkNQbyGFJ+k9GNnPEHnlTbNIeYFrzDX1yPQQ9MfTnMtrAJDg
7lLVby5WUz0n0SSoIaL40GfOhfVzbee1Kl120MYDgw5odk5qJDDhb7N9bLs4CE9A
jDD8X12ZyKz7hx/MRmxBNPqR2TZZIj6F1sti7L/WPd1nZ91G+WQ5SflidxD7dfh1
EAc6rq97cIv+Uqncn4H5JDZ6VpccxdX80xTjnnvo+gk49t+5+RQIy2c6khXANeM0
xqM+QSsRhjYdEBxqCCzl1ABRuH67nk4zxQdZIKZtHQKBgQDq0vAXElll8kDIcnT+
S9E3XmaRTWC0EYNbpVNWcjUwoNIdZ+uuVIH21oeFZBFGLQWwkktjlcyrxX93s/Yg
kqA863z2qvXDOxPMFSQQJpw3JwzCOZH83bPcYaWxI1g5N/YAcE4drbiXppEGc2IV
JMwR93odU//2l7fo4TsGpm0lAwKBgQC3g8napyG/pU/IPw4hD55+2T5KNZdFwxQc
IEeapisJsdx5/wc6IVPS9sG4fl2/OFNLKVzCI4lc9OtHCW350L+wn8OZ8HP6GsBh
JnJsJ/vMkf2jWdcLosoreZiBcxgols3wyTudfLFSKJ2y62+TvDHj1MaYD5k3/vir
6Ys83iNYGwKBgQDN9IQvOCDAkWDQbdK+1rCA54L+HeebB2E2mCInx7NvGx4uPF8x
X109qZrjG4krC4HaA/WrOk9wuJ+71VMh7ngr9j57+iXjPYV3kXM31yVcGhvOnb+1
EJ4XxG0Wl/Fg/fv9FoLs9NjZ6XV5OunjsYpql6u63Vm6ZgcfcavbgUxpEQKBgFlj
FgUs92FT8kKFhCpSY09CHfcjl2VhmgABMR+A5OG6ArxhnnGQHjZZ/w4QbzVfCCNK
KGZfzN68ZYWacDkIlvY/O5VV7Afc0+v+QCmyaBHC4pqYfgiq6HK4rbIQD6plmjY4
rpMNU4nDQt0NlLGPL3XcBEe5AVanGRUTksC5KtoVAoGALdmHNdR+AYlaSsW8yyC9
T0DS+8vs5v1pMXhgxtm3JzPki+ZNjVJPsCpf0roa4ErUA5AW26smJPv1hs1Omk2l
zLZkS4W9SKRNKcDknv4SL5zme23mjoaHIttxeZnXgKYKEOG43SPc5DiFtDCVmFQR
9K7lSLHzVtPZgFYsqXbilvQ=
-----END PRIVATE KEY-----
`

func rsaKeys() *rsa.PrivateKey {
	block, rest := pem.Decode([]byte(text))
	fmt.Println(block.Type, len(rest))
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key := parsed.(*rsa.PrivateKey)
	fmt.Println(err, key.N.BitLen(), key.E, key.Size(), len(key.Primes), key.Validate())
	fmt.Printf("%x\n", sha256.Sum256(x509.MarshalPKCS1PrivateKey(key)))
	der, err := x509.MarshalPKCS8PrivateKey(key)
	fmt.Println(err, bytes.Equal(der, block.Bytes))
	again, err := x509.ParsePKCS1PrivateKey(x509.MarshalPKCS1PrivateKey(key))
	fmt.Println(err, again.Equal(key), again.PublicKey.Equal(key.Public()))
	pub, err := x509.ParsePKCS1PublicKey(x509.MarshalPKCS1PublicKey(&key.PublicKey))
	fmt.Println(err, pub.Equal(&key.PublicKey))
	made, err := rsa.GenerateKey(rand.Reader, 1024)
	fmt.Println(err, made.N.BitLen(), made.Validate(), made.Equal(key))
	made.D.Add(made.D, big.NewInt(2))
	fmt.Println(made.Validate() != nil)
	return key
}

func rsaSignatures(key *rsa.PrivateKey) {
	sum := sha256.Sum256([]byte("a message"))
	sig, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
	fmt.Printf("%x %v\n", sig[:16], err)
	fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], sig))
	for _, i := range []int{0, 100, len(sig) - 1} {
		bad := bytes.Clone(sig)
		bad[i] ^= 1
		fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], bad))
	}
	fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], sig[1:]))
	fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], append([]byte{0}, sig...)))
	fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA512, sum[:], sig))
	for _, h := range []crypto.Hash{crypto.SHA1, crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512} {
		d := h.New()
		d.Write([]byte("another message"))
		sum := d.Sum(nil)
		sig, err := key.Sign(rand.Reader, sum, h)
		fmt.Printf("%v %x %v %v\n", h, sig[:8], err, rsa.VerifyPKCS1v15(&key.PublicKey, h, sum, sig))
		for _, salt := range []int{rsa.PSSSaltLengthAuto, rsa.PSSSaltLengthEqualsHash, 17} {
			opts := &rsa.PSSOptions{SaltLength: salt, Hash: h}
			sig, err := key.Sign(rand.Reader, sum, opts)
			fmt.Print(err, " ", len(sig), " ", rsa.VerifyPSS(&key.PublicKey, h, sum, sig, opts), " ")
			fmt.Print(rsa.VerifyPSS(&key.PublicKey, h, sum, sig, nil), " ")
			fmt.Print(rsa.VerifyPSS(&key.PublicKey, h, sum, sig, &rsa.PSSOptions{SaltLength: 16}), " ")
			sum[3] ^= 4
			fmt.Println(rsa.VerifyPSS(&key.PublicKey, h, sum, sig, opts))
			sum[3] ^= 4
		}
	}
}

func rsaEncryption(key *rsa.PrivateKey) {
	msg := []byte("a secret")
	c, err := rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, msg)
	fmt.Println(len(c), err)
	p, err := rsa.DecryptPKCS1v15(nil, key, c)
	fmt.Printf("%q %v\n", p, err)
	p, err = key.Decrypt(nil, c, nil)
	fmt.Printf("%q %v\n", p, err)
	session := make([]byte, len(msg))
	fmt.Println(rsa.DecryptPKCS1v15SessionKey(nil, key, c, session), string(session))
	short := []byte("0123")
	fmt.Println(rsa.DecryptPKCS1v15SessionKey(nil, key, c, short), string(short))
	c[5] ^= 1
	_, err = rsa.DecryptPKCS1v15(nil, key, c)
	fmt.Println(err)
	for _, label := range [][]byte{nil, []byte("label")} {
		c, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, msg, label)
		fmt.Println(len(c), err)
		p, err := rsa.DecryptOAEP(sha256.New(), nil, key, c, label)
		fmt.Printf("%q %v\n", p, err)
		p, err = rsa.DecryptOAEP(sha256.New(), nil, key, c, []byte("other"))
		fmt.Printf("%q %v\n", p, err)
		p, err = rsa.DecryptOAEP(sha512.New(), nil, key, c, label)
		fmt.Printf("%q %v\n", p, err)
		p, err = key.Decrypt(nil, c, &rsa.OAEPOptions{Hash: crypto.SHA256, Label: label})
		fmt.Printf("%q %v\n", p, err)
	}
	c, err = rsa.EncryptOAEP(sha1.New(), rand.Reader, &key.PublicKey, nil, nil)
	fmt.Println(len(c), err)
	p, err = rsa.DecryptOAEP(sha1.New(), nil, key, c, nil)
	fmt.Printf("%q %v\n", p, err)
}

func rsaErrors(key *rsa.PrivateKey) {
	long := make([]byte, 300)
	_, err := rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, long)
	fmt.Println(err)
	_, err = rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, long, nil)
	fmt.Println(err)
	_, err = rsa.SignPKCS1v15(nil, key, crypto.SHA256, long)
	fmt.Println(err)
	_, err = rsa.DecryptPKCS1v15(nil, key, long)
	fmt.Println(err)
	_, err = rsa.DecryptOAEP(sha256.New(), nil, key, long[:100], nil)
	fmt.Println(err)
	_, err = rsa.GenerateKey(rand.Reader, 512)
	fmt.Println(err)
	_, err = x509.ParsePKCS1PrivateKey([]byte("nothing"))
	fmt.Println(err != nil)
	_, err = x509.ParsePKCS8PrivateKey(x509.MarshalPKCS1PrivateKey(key))
	fmt.Println(err)
	_, err = x509.ParsePKIXPublicKey(x509.MarshalPKCS1PublicKey(&key.PublicKey))
	fmt.Println(err)
}

func ecdsaKeys() {
	for _, c := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		size := (c.Params().N.BitLen() + 7) / 8
		raw := bytes.Repeat([]byte{0, 0x11, 7}, 22)[:size]
		key, err := ecdsa.ParseRawPrivateKey(c, raw)
		fmt.Println(c.Params().Name, err)
		point, err := key.PublicKey.Bytes()
		fmt.Printf("%x %v\n", sha256.Sum256(point), err)
		sum := sha256.Sum256([]byte("message"))
		sig, err := key.Sign(nil, sum[:], crypto.SHA256)
		fmt.Printf("%x %v %v\n", sig, err, ecdsa.VerifyASN1(&key.PublicKey, sum[:], sig))
		sum512 := sha512.Sum512([]byte("message"))
		sig, err = key.Sign(nil, sum512[:], crypto.SHA512)
		fmt.Printf("%x %v %v\n", sha256.Sum256(sig), err, ecdsa.VerifyASN1(&key.PublicKey, sum512[:], sig))
		sig, err = ecdsa.SignASN1(rand.Reader, key, sum[:])
		fmt.Println(err, ecdsa.VerifyASN1(&key.PublicKey, sum[:], sig), ecdsa.VerifyASN1(&key.PublicKey, sum[1:], sig))
		sig[len(sig)-1] ^= 1
		fmt.Println(ecdsa.VerifyASN1(&key.PublicKey, sum[:], sig), ecdsa.VerifyASN1(&key.PublicKey, sum[:], nil))
		r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
		fmt.Println(err, ecdsa.Verify(&key.PublicKey, sum[:], r, s), ecdsa.Verify(&key.PublicKey, sum[:], s, r))
		fmt.Println(ecdsa.Verify(&key.PublicKey, sum[:], new(big.Int), s), ecdsa.Verify(&key.PublicKey, sum[:], c.Params().N, s))
		made, err := ecdsa.GenerateKey(c, rand.Reader)
		fmt.Println(err, made.Equal(key), made.Equal(made), made.PublicKey.Equal(made.Public()))
		a, err1 := made.ECDH()
		b, err2 := key.ECDH()
		x, err3 := a.ECDH(b.PublicKey())
		y, err4 := b.ECDH(a.PublicKey())
		fmt.Println(err1, err2, err3, err4, len(x), bytes.Equal(x, y))
		_, err = ecdsa.ParseUncompressedPublicKey(c, point[:len(point)-1])
		fmt.Println(err != nil)
		point[len(point)-1] ^= 1
		_, err = ecdsa.ParseUncompressedPublicKey(c, point)
		fmt.Println(err != nil)
		_, err = ecdsa.ParseRawPrivateKey(c, c.Params().N.Bytes())
		fmt.Println(err != nil)
	}
}

func ecdhKeys() {
	for _, c := range []ecdh.Curve{ecdh.P256(), ecdh.P384(), ecdh.P521(), ecdh.X25519()} {
		a, err := c.GenerateKey(rand.Reader)
		fmt.Println(c, err, len(a.Bytes()), len(a.PublicKey().Bytes()))
		b, err := c.GenerateKey(rand.Reader)
		x, err1 := a.ECDH(b.PublicKey())
		pub, err2 := c.NewPublicKey(a.PublicKey().Bytes())
		y, err3 := b.ECDH(pub)
		fmt.Println(err, err1, err2, err3, bytes.Equal(x, y), pub.Equal(a.PublicKey()), a.Equal(b))
		_, err = c.NewPublicKey([]byte{1, 2, 3})
		fmt.Println(err)
		_, err = c.NewPrivateKey([]byte{1, 2, 3})
		fmt.Println(err)
	}
	a, _ := ecdh.X25519().NewPrivateKey(bytes.Repeat([]byte{9}, 32))
	fmt.Printf("%x\n", a.PublicKey().Bytes())
	zero, _ := ecdh.X25519().NewPublicKey(make([]byte, 32))
	_, err := a.ECDH(zero)
	fmt.Println(err)
	p, _ := ecdh.P256().GenerateKey(rand.Reader)
	_, err = a.ECDH(p.PublicKey())
	fmt.Println(err)
}

func curves() {
	for _, c := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		p := c.Params()
		fmt.Println(p.Name, p.BitSize, c.IsOnCurve(p.Gx, p.Gy), c.IsOnCurve(p.Gx, p.Gx))
		x, y := c.ScalarBaseMult([]byte{5})
		x2, y2 := c.ScalarMult(p.Gx, p.Gy, []byte{5})
		fmt.Println(x.Cmp(x2), y.Cmp(y2), x.Text(36))
		x3, y3 := c.Add(x, y, p.Gx, p.Gy)
		x4, y4 := c.ScalarBaseMult([]byte{6})
		fmt.Println(x3.Cmp(x4), y3.Cmp(y4))
		dx, dy := c.Double(p.Gx, p.Gy)
		x5, y5 := c.ScalarBaseMult([]byte{2})
		fmt.Println(dx.Cmp(x5), dy.Cmp(y5))
		m := elliptic.MarshalCompressed(c, x, y)
		ux, uy := elliptic.UnmarshalCompressed(c, m)
		fmt.Println(len(m), ux.Cmp(x), uy.Cmp(y), len(elliptic.Marshal(c, x, y)))
		nx, _ := elliptic.Unmarshal(c, []byte{4, 1, 2})
		fmt.Println(nx)
	}
}

func marshalled(key *rsa.PrivateKey) {
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	ec, _ := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	xk, _ := ecdh.X25519().GenerateKey(rand.Reader)
	for _, k := range []any{key, ed, ec, xk} {
		der, err := x509.MarshalPKCS8PrivateKey(k)
		back, err2 := x509.ParsePKCS8PrivateKey(der)
		fmt.Printf("%T %v %v", back, err, err2)
		switch k := k.(type) {
		case interface{ Equal(crypto.PrivateKey) bool }:
			fmt.Print(" ", k.Equal(back))
		}
		pub := k.(interface{ Public() crypto.PublicKey }).Public()
		der, err = x509.MarshalPKIXPublicKey(pub)
		back, err2 = x509.ParsePKIXPublicKey(der)
		fmt.Printf(" %T %v %v %v\n", back, err, err2, pub.(interface{ Equal(crypto.PublicKey) bool }).Equal(back))
	}
	der, err := x509.MarshalECPrivateKey(ec)
	back, err2 := x509.ParseECPrivateKey(der)
	fmt.Println(err, err2, back.Equal(ec))
	_, err = x509.ParsePKCS8PrivateKey(der)
	fmt.Println(err)
	_, err = x509.ParsePKCS1PrivateKey(der)
	fmt.Println(err)
	_, err = x509.MarshalPKIXPublicKey(1)
	fmt.Println(err)
	_, err = x509.MarshalPKCS8PrivateKey("x")
	fmt.Println(err)
}

// Output:
// PRIVATE KEY 0
// <nil> 2048 65537 256 2 <nil>
// 83924cce365da1e74fc5d65b4d67f3e222188450c3f3fc6bbe25583f8a53887f
// <nil> true
// <nil> true true
// <nil> true
// <nil> 1024 <nil> false
// true
// 58d6888d32c675cca9b26ddfe7ed33b3 <nil>
// <nil>
// crypto/rsa: verification error
// crypto/rsa: verification error
// crypto/rsa: verification error
// crypto/rsa: verification error
// crypto/rsa: verification error
// crypto/rsa: input must be hashed message
// SHA-1 09984404a7d06277 <nil> <nil>
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// SHA-224 557160ba897032d6 <nil> <nil>
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// SHA-256 4eaed5aea3afa92b <nil> <nil>
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// SHA-384 789ac32edf7e9a31 <nil> <nil>
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// SHA-512 11a43eaf81dbebe8 <nil> <nil>
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// <nil> 256 <nil> <nil> crypto/rsa: verification error crypto/rsa: verification error
// 256 <nil>
// "a secret" <nil>
// "a secret" <nil>
// <nil> a secret
// <nil> 0123
// crypto/rsa: decryption error
// 256 <nil>
// "a secret" <nil>
// "" crypto/rsa: decryption error
// "" crypto/rsa: decryption error
// "a secret" <nil>
// 256 <nil>
// "a secret" <nil>
// "" crypto/rsa: decryption error
// "" crypto/rsa: decryption error
// "a secret" <nil>
// 256 <nil>
// "" <nil>
// crypto/rsa: message too long for RSA key size
// crypto/rsa: message too long for RSA key size
// crypto/rsa: input must be hashed message
// crypto/rsa: decryption error
// crypto/rsa: decryption error
// crypto/rsa: 512-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
// true
// x509: failed to parse private key (use ParsePKCS1PrivateKey instead for this key format)
// x509: failed to parse public key (use ParsePKCS1PublicKey instead for this key format)
// P-256 <nil>
// 433f4bb33df412ca0ec93bd22f9a7527c0b2507aca486c6835a10293a2ba16c0 <nil>
// 3045022057275fd72d50506fb9746b93e91eefc03cd73c980b53fb993238cdd08469971e0221008967d35ccd1793fef8d27bd812013e6c3220280ccaecf1595b160305d52d31bf <nil> true
// d584cf48586564007b48f23a1c7eb59cf5d119569bfb729412f07303b1d345b6 <nil> true
// <nil> true false
// false false
// <nil> true false
// false false
// <nil> false true true
// <nil> <nil> <nil> <nil> 32 true
// true
// true
// true
// P-384 <nil>
// 5da05c67cd93d5710732e093d3c02488e910eef1faa68074f8cde498c37c6a4c <nil>
// 306502303019a24fa8ef87f0a68aabaac6405853f64b3b53d980fa1c4f319e34bcd95f97669369a2939d64c863eafd5b9f44e8c4023100b6464755c725e74f49212aed88b454885e736a93c6bfd5dfb3090dc9bdabee58d13359c01b01c45f9b2c5d3436520a4d <nil> true
// 92b3da0bd6db9b5e15b6dca5fb8a2d172323c7ef1ee76a3256e3bec74b595d33 <nil> true
// <nil> true false
// false false
// <nil> true false
// false false
// <nil> false true true
// <nil> <nil> <nil> <nil> 48 true
// true
// true
// true
// P-521 <nil>
// 408d127a2197f6ba1d98c051102eb0ac30876eb54d30c19b6d5000c67a40c210 <nil>
// 3081880242014d8f5d3ff54838f3e1f69b08bca135cef86eed81db8f33f4847927a7437eecd20b9c07499ce3c8d711e3eb5056c44f42269bbfda9c19b88ba419d363174c1ac1a302420155e29e9899ac7e5f67f866686c93b1d99ece80cabe4b044ebf8802f6991f118704e1d9e8299d0a2fb5a4ed732542a6222de7633b9816893274ef4d9bcafacb61b2 <nil> true
// 157b611ac126cf4c050273b7ca515aeb5958605a3f02d15e5eba8411631eb045 <nil> true
// <nil> true false
// false false
// <nil> true false
// false false
// <nil> false true true
// <nil> <nil> <nil> <nil> 66 true
// true
// true
// true
// P-256 <nil> 32 65
// <nil> <nil> <nil> <nil> true true false
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid private key
// P-384 <nil> 48 97
// <nil> <nil> <nil> <nil> true true false
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid private key
// P-521 <nil> 66 133
// <nil> <nil> <nil> <nil> true true false
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid private key
// X25519 <nil> 32 32
// <nil> <nil> <nil> <nil> true true false
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid private key size
// 57db4b359f23ae5e146e4e2512056704722506348c150c14753d0c933d04d421
// crypto/ecdh: bad X25519 remote ECDH input: low order point
// crypto/ecdh: private key and public key curves do not match
// P-256 256 true false
// 0 0 20znd8e0izpu0gp4j4vzt09u3hkyin8trk5k79zcysevx1z3zh
// 0 0
// 0 0
// 33 0 0 65
// <nil>
// P-384 384 true false
// 0 0 6qz8bfl77ld857q74msgt0p7fk4w53bx3i3pf7e5h1htzixjtx5fhm8dq9kk335ae3j4pcdzgc
// 0 0
// 0 0
// 49 0 0 97
// <nil>
// P-521 521 true false
// 0 0 36et52kns2pdv1pat670eesxrtefozao34o0ajsmrjzgkziuz1uhcvrxqvv7g38rh1kdkpwxcl8xjq83stvzfo7cfyiugudikaws8
// 0 0
// 0 0
// 67 0 0 133
// <nil>
// *rsa.PrivateKey <nil> <nil> true *rsa.PublicKey <nil> <nil> true
// ed25519.PrivateKey <nil> <nil> true ed25519.PublicKey <nil> <nil> true
// *ecdsa.PrivateKey <nil> <nil> true *ecdsa.PublicKey <nil> <nil> true
// *ecdh.PrivateKey <nil> <nil> true *ecdh.PublicKey <nil> <nil> true
// <nil> <nil> true
// x509: failed to parse private key (use ParseECPrivateKey instead for this key format)
// x509: failed to parse private key (use ParseECPrivateKey instead for this key format)
// x509: unsupported public key type: int
// x509: unknown key type while marshaling PKCS#8: string
