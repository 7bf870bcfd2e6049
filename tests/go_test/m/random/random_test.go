// Package testing/cryptotest: the same seed gives the same random bytes and keys, which are Go's where they are made of plain bytes;
// afterwards bytes are random again, and a parallel test may not set a seed.
package random

import (
	"crypto"
	"crypto/dsa"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hpke"
	"crypto/mldsa"
	"crypto/mlkem"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"fmt"
	"testing"
	"testing/cryptotest"
)

func TestPlain(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	b := make([]byte, 7)
	fmt.Println(rand.Text())
	rand.Read(b)
	fmt.Printf("%x\n", b)
	rand.Reader.Read(b)
	fmt.Printf("%x\n", b)
	for _, c := range []ecdh.Curve{ecdh.P256(), ecdh.P384(), ecdh.P521(), ecdh.X25519()} {
		cryptotest.SetGlobalRandom(t, 1)
		k, _ := c.GenerateKey(nil)
		fmt.Printf("%v %x\n", c, k.Bytes())
	}
	for _, c := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		cryptotest.SetGlobalRandom(t, 1)
		k, _ := ecdsa.GenerateKey(c, nil)
		b, _ := k.Bytes()
		fmt.Printf("%v %x\n", c.Params().Name, b)
	}
	cryptotest.SetGlobalRandom(t, 1<<40|5)
	k, _ := mlkem.GenerateKey768()
	secret, sealed := k.EncapsulationKey().Encapsulate()
	fmt.Printf("%x %x %x\n", k.Bytes(), secret, sealed[:8])
	_, p, _ := ed25519.GenerateKey(nil)
	fmt.Printf("%x\n", p.Seed())
	for _, k := range []hpke.KEM{hpke.DHKEM(ecdh.X25519()), hpke.MLKEM1024(), hpke.MLKEM768P256()} {
		cryptotest.SetGlobalRandom(t, 1)
		p, _ := k.GenerateKey()
		b, _ := p.Bytes()
		c, err := hpke.Seal(p.PublicKey(), hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), nil, []byte("abc"))
		fmt.Printf("%x %x %v\n", b, c[len(c)-8:], err)
	}
	n, _ := rand.Prime(nil, 100)
	fmt.Println(n.BitLen(), n.ProbablyPrime(20))
}

// TestSame compares two draws with the same seed. How bytes become such results is nobody's promise.
func TestSame(t *testing.T) {
	key, err := rsa.GenerateKey(nil, 1024)
	if err != nil {
		t.Fatal(err)
	}
	var d dsa.PrivateKey
	if err := dsa.GenerateParameters(&d.Parameters, rand.Reader, dsa.L1024N160); err != nil {
		t.Fatal(err)
	}
	if err := dsa.GenerateKey(&d, rand.Reader); err != nil {
		t.Fatal(err)
	}
	m, err := mldsa.GenerateKey(mldsa.MLDSA44())
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256([]byte("abc"))
	draws := map[string]func() string{
		"pss": func() string {
			b, err := rsa.SignPSS(rand.Reader, key, crypto.SHA256, hash[:], nil)
			return fmt.Sprint(b, err)
		},
		"oaep": func() string {
			b, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, hash[:], nil)
			return fmt.Sprint(b, err)
		},
		"mldsa": func() string {
			b, err := m.Sign(nil, hash[:], &mldsa.Options{})
			return fmt.Sprint(b, err)
		},
	}
	for _, name := range []string{"pss", "oaep", "mldsa"} {
		var got [3]string
		for i := range got {
			cryptotest.SetGlobalRandom(t, uint64(min(i, 1)))
			got[i] = draws[name]()
		}
		fmt.Println(name, got[0] != got[1], got[1] == got[2])
	}
}

func TestParallel(t *testing.T) {
	t.Parallel()
	defer func() { fmt.Println(recover()) }()
	cryptotest.SetGlobalRandom(t, 1)
}

func TestBecomesParallel(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	defer func() { fmt.Println(recover()) }()
	t.Parallel()
}

func TestNone(t *testing.T) {
	defer func() { fmt.Println(recover()) }()
	cryptotest.SetGlobalRandom(nil, 1)
}

func TestRestored(t *testing.T) {
	before := rand.Reader
	var inside [2]string
	for i := range inside {
		t.Run("", func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 9)
			cryptotest.SetGlobalRandom(t, 8)
			inside[i] = rand.Text()
		})
	}
	fmt.Println(inside[0] == inside[1], rand.Reader == before, rand.Text() != rand.Text(), rand.Text() != inside[0])
}
