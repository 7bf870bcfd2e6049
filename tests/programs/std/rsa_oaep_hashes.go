// OAEP pads with any hash function, also with another one for the mask than for the label.
package main

import (
	"bytes"
	"crypto"
	"crypto/md5"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"
	"math/big"
)

// reversed is a hash function of the program's own.
type reversed struct{ hash.Hash }

func (r reversed) Sum(b []byte) []byte {
	sum := r.Hash.Sum(nil)
	for i := range sum {
		b = append(b, sum[len(sum)-1-i])
	}
	return b
}

func main() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	msg := []byte("a short message")
	for _, new := range []func() hash.Hash{
		md5.New, sha1.New, sha256.New, sha256.New224, sha512.New, sha512.New384, sha512.New512_256,
		func() hash.Hash { return sha3.New256() },
		func() hash.Hash { return reversed{sha256.New()} },
	} {
		c, err := rsa.EncryptOAEP(new(), rand.Reader, &key.PublicKey, msg, []byte("label"))
		if err != nil {
			fmt.Println(err)
			continue
		}
		m, err := rsa.DecryptOAEP(new(), nil, key, c, []byte("label"))
		fmt.Println(len(c), string(m), err)
		m, err = rsa.DecryptOAEP(new(), nil, key, c, []byte("other"))
		fmt.Println(string(m), err)
		c[9] ^= 1
		m, err = rsa.DecryptOAEP(new(), nil, key, c, []byte("label"))
		fmt.Println(string(m), err)
	}
	hashes := []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA3_512, crypto.SHA512_224}
	for _, h := range hashes {
		for _, mask := range append(hashes, 0) {
			opts := &rsa.OAEPOptions{Hash: h, MGFHash: mask, Label: []byte("l")}
			c, err := rsa.EncryptOAEPWithOptions(rand.Reader, &key.PublicKey, msg, opts)
			m, err2 := key.Decrypt(nil, c, opts)
			fmt.Println(h, mask, bytes.Equal(m, msg), err, err2)
		}
	}
	for _, n := range []int{0, 190, 191, 300} {
		c, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, make([]byte, n), nil)
		m, err2 := rsa.DecryptOAEP(sha256.New(), nil, key, c, nil)
		fmt.Println(n, len(c), len(m), err, err2)
	}
	for _, c := range [][]byte{nil, {1}, make([]byte, 256), make([]byte, 257), bytes.Repeat([]byte{255}, 256)} {
		m, err := rsa.DecryptOAEP(sha256.New(), nil, key, c, nil)
		fmt.Println(m, err)
	}
	// An encoded message of a known seed, encrypted by hand: a wrong first byte, and a padding without its end.
	for _, first := range []byte{0, 1} {
		for _, end := range []byte{1, 0, 2} {
			em := make([]byte, 256)
			seed, block := em[1:33], em[33:]
			for i := range seed {
				seed[i] = byte(i)
			}
			sum := sha256.Sum256(nil)
			copy(block, sum[:])
			block[len(block)-3] = end
			copy(block[len(block)-2:], "ok")
			mask(block, seed)
			mask(seed, block)
			em[0] = first
			e := new(big.Int).Exp(new(big.Int).SetBytes(em), big.NewInt(int64(key.E)), key.N)
			m, err := rsa.DecryptOAEP(sha256.New(), nil, key, e.FillBytes(make([]byte, 256)), nil)
			fmt.Printf("%d %d %q %v\n", first, end, m, err)
		}
	}
	small := &rsa.PublicKey{N: big.NewInt(15), E: 3}
	_, err = rsa.EncryptOAEP(sha256.New(), rand.Reader, small, nil, nil)
	fmt.Println(err)
}

func mask(data, seed []byte) {
	for i := 0; i < len(data); i++ {
		sum := sha256.Sum256(append(append([]byte(nil), seed...), 0, 0, 0, byte(i/32)))
		data[i] ^= sum[i%32]
	}
}

// Output:
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// 256 a short message <nil>
//  crypto/rsa: decryption error
//  crypto/rsa: decryption error
// SHA-1 SHA-1 true <nil> <nil>
// SHA-1 SHA-256 true <nil> <nil>
// SHA-1 SHA3-512 true <nil> <nil>
// SHA-1 SHA-512/224 true <nil> <nil>
// SHA-1 unknown hash value 0 true <nil> <nil>
// SHA-256 SHA-1 true <nil> <nil>
// SHA-256 SHA-256 true <nil> <nil>
// SHA-256 SHA3-512 true <nil> <nil>
// SHA-256 SHA-512/224 true <nil> <nil>
// SHA-256 unknown hash value 0 true <nil> <nil>
// SHA3-512 SHA-1 true <nil> <nil>
// SHA3-512 SHA-256 true <nil> <nil>
// SHA3-512 SHA3-512 true <nil> <nil>
// SHA3-512 SHA-512/224 true <nil> <nil>
// SHA3-512 unknown hash value 0 true <nil> <nil>
// SHA-512/224 SHA-1 true <nil> <nil>
// SHA-512/224 SHA-256 true <nil> <nil>
// SHA-512/224 SHA3-512 true <nil> <nil>
// SHA-512/224 SHA-512/224 true <nil> <nil>
// SHA-512/224 unknown hash value 0 true <nil> <nil>
// 0 256 0 <nil> <nil>
// 190 256 190 <nil> <nil>
// 191 0 0 crypto/rsa: message too long for RSA key size crypto/rsa: decryption error
// 300 0 0 crypto/rsa: message too long for RSA key size crypto/rsa: decryption error
// [] crypto/rsa: decryption error
// [] crypto/rsa: decryption error
// [] crypto/rsa: decryption error
// [] crypto/rsa: decryption error
// [] crypto/rsa: decryption error
// 0 1 "ok" <nil>
// 0 0 "" crypto/rsa: decryption error
// 0 2 "" crypto/rsa: decryption error
// 1 1 "" crypto/rsa: decryption error
// 1 0 "" crypto/rsa: decryption error
// 1 2 "" crypto/rsa: decryption error
// crypto/rsa: 4-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)
