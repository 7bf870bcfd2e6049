// Packages crypto/mlkem and crypto/dsa: a key from a seed, ciphertexts that were made elsewhere, both sides' keys, signatures, and what is refused.
package main

import (
	"bytes"
	"crypto"
	"crypto/dsa"
	"crypto/mlkem"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"math/big"
)

func seed() []byte {
	b := make([]byte, mlkem.SeedSize)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

func both(d crypto.Decapsulator) {
	e := d.Encapsulator()
	key, sealed := e.Encapsulate()
	got, err := d.Decapsulate(sealed)
	fmt.Println(len(key), len(sealed), len(e.Bytes()), bytes.Equal(key, got), err)
	sealed[5] ^= 1
	got, err = d.Decapsulate(sealed)
	again, _ := d.Decapsulate(sealed)
	fmt.Println(bytes.Equal(key, got), bytes.Equal(got, again), len(got), err)
}

func number(s string) *big.Int {
	n, _ := new(big.Int).SetString(s, 16)
	return n
}

func main() {
	a, err := mlkem.NewDecapsulationKey768(seed())
	fmt.Printf("%x %v\n", sha256.Sum256(a.EncapsulationKey().Bytes()), err)
	b, err := mlkem.NewDecapsulationKey1024(seed())
	fmt.Printf("%x %v\n", sha256.Sum256(b.EncapsulationKey().Bytes()), err)
	fmt.Println(bytes.Equal(a.Bytes(), seed()), bytes.Equal(b.Bytes(), seed()))
	// What no key has made has a shared key all the same, which is always the same.
	key, err := a.Decapsulate(make([]byte, mlkem.CiphertextSize768))
	fmt.Printf("%x %v\n", key, err)
	key, err = b.Decapsulate(make([]byte, mlkem.CiphertextSize1024))
	fmt.Printf("%x %v\n", key, err)
	c, _ := mlkem.GenerateKey768()
	d, _ := mlkem.GenerateKey1024()
	for _, k := range []crypto.Decapsulator{a, b, c, d} {
		both(k)
	}
	_, err = mlkem.NewDecapsulationKey768(nil)
	fmt.Println(err)
	_, err = mlkem.NewEncapsulationKey768(nil)
	fmt.Println(err)
	_, err = mlkem.NewEncapsulationKey1024(bytes.Repeat([]byte{255}, mlkem.EncapsulationKeySize1024))
	fmt.Println(err)
	_, err = a.Decapsulate(nil)
	fmt.Println(err)
	e, err := mlkem.NewEncapsulationKey768(a.EncapsulationKey().Bytes())
	fmt.Println(bytes.Equal(e.Bytes(), a.EncapsulationKey().Bytes()), err)

	var p dsa.PrivateKey
	fmt.Println(dsa.GenerateKey(&p, rand.Reader), dsa.GenerateParameters(&p.Parameters, rand.Reader, 9))
	p.P = number(paramP)
	p.Q = number(paramQ)
	p.G = number(paramG)
	fmt.Println(dsa.GenerateKey(&p, rand.Reader), p.Y.Cmp(new(big.Int).Exp(p.G, p.X, p.P)), p.X.Cmp(p.Q))
	for _, hash := range [][]byte{nil, []byte("short"), []byte("0123456789abcdefghij"), []byte("0123456789abcdefghijklmnopqrstuvwxyz")} {
		r, s, err := dsa.Sign(rand.Reader, &p, hash)
		other := append([]byte("x"), hash...)
		fmt.Println(err, dsa.Verify(&p.PublicKey, hash, r, s), dsa.Verify(&p.PublicKey, other, r, s), dsa.Verify(&p.PublicKey, hash, s, r),
			dsa.Verify(&p.PublicKey, hash, new(big.Int), s), dsa.Verify(&p.PublicKey, hash, new(big.Int).Add(r, p.Q), s))
	}
	p.X, p.Y = number(keyX), number(keyY)
	fmt.Println(dsa.Verify(&p.PublicKey, []byte("hash"), number(sigR), number(sigS)))
	q := p
	q.X = new(big.Int)
	_, _, err = dsa.Sign(rand.Reader, &q, nil)
	fmt.Println(err)
	q = p
	q.P = new(big.Int)
	_, _, err = dsa.Sign(rand.Reader, &q, nil)
	fmt.Println(err, dsa.Verify(&q.PublicKey, []byte("hash"), number(sigR), number(sigS)))
}

// Parameters, a key and a signature that real Go has made.
const (
	paramP = "b617ed0537200c0c4e405b38aae2519c1c96b62ea14f6950ddf4719780aa37912f7458b7c773e4e381b9f094f4eae69d845ab9bfee1b705ddd60b9d1dac6c21e61876acd344e7787daed618336e1fbbfac0a85c72250a3a527524f4f3e6cba477d068dae5b9baa5cf916e77fc1309ed7120b033e1679338de212b75d33134559"
	paramQ = "ba83f9095b4add1d1f7ce5e92fea4ebd74218c2d"
	paramG = "40dbaebf7f3166146ac938e41fd8e6ab1acd3d2c44630ebc40c4e96b6a12183f5be7167460bdad4f6e2da8aba5c2572c30e1e3e2825bc4278c31cb6a55bc39b1e414acb35310044fd639c043d1f4a992b89ec2ff9d16129f6da778714d21bf7bb4bb946bee3afdbcb33c3f1624616971d8083254867379f23d69714be6777250"
	keyX   = "727963a7fcf0bfded1d5f3539b25b7cbdff45b86"
	keyY   = "a908647df32d2e8c26916b91eb70e96e7f88b515691b1ba2b3a360adb3285cfe182ba43a7e744b58b48bf118a5fd6d6e045c867fd60c4b315cb84e33de1f7bb308ad366d6373ba8d742e1340edb564bec9de28cb98673a5667cb32389ebc9ff867c9c9c23fe58e955677365af21e58d829c91ccf674317a4efe070aec9360fe5"
	sigR   = "39378f513152ea09dc50d90898717c2d45ff2e14"
	sigS   = "669779e3bc472c3e2d652ec639dbd21f697502d"
)

// Output:
// 0b7934c83125c788995e2ba6bd761e33046b3e40571be53e023309a29f398cc9 <nil>
// c7b8fa0aa471d5ae18922d6ccad5b31e1d84f92ae723abfd13747018740a8530 <nil>
// true true
// c8fbeddafdacef2ffeb8b354ea644f11b5c150f3e2c4a74ce38abba8f854ae16 <nil>
// 294cb5b6b0f37a047745a2a69991f66ac85936e1b077e717eaeb26bb0ba42c68 <nil>
// 32 1088 1184 true <nil>
// false true 32 <nil>
// 32 1568 1568 true <nil>
// false true 32 <nil>
// 32 1088 1184 true <nil>
// false true 32 <nil>
// 32 1568 1568 true <nil>
// false true 32 <nil>
// mlkem: invalid seed length
// mlkem: invalid encapsulation key length
// mlkem: invalid polynomial encoding
// mlkem: invalid ciphertext length
// true <nil>
// crypto/dsa: parameters not set up before generating key crypto/dsa: invalid ParameterSizes
// <nil> 0 -1
// <nil> true false false false false
// <nil> true false false false false
// <nil> true false false false false
// <nil> true false false false false
// true
// crypto/dsa: invalid public key
// crypto/dsa: invalid public key false
