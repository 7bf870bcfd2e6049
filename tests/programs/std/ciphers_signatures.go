package main

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"fmt"
	"io"
	"math/big"
	"strings"
)

func try(f func()) {
	defer func() { fmt.Println("recovered:", recover()) }()
	f()
}

// toy is a block cipher that is not AES.
type toy struct{ b cipher.Block }

func (t toy) BlockSize() int          { return 16 }
func (t toy) Encrypt(dst, src []byte) { t.b.Encrypt(dst, src) }
func (t toy) Decrypt(dst, src []byte) { t.b.Decrypt(dst, src) }

func modes(name string, b cipher.Block) {
	iv := []byte("0123456789abcdef")
	iv[15], iv[14], iv[13] = 0xff, 0xff, 0xff
	text := []byte(strings.Repeat("The quick brown fox. ", 48))[:1008]
	out := make([]byte, len(text))
	cipher.NewCBCEncrypter(b, iv).CryptBlocks(out, text)
	fmt.Printf("%s cbc %x\n", name, out[:64])
	back := make([]byte, len(text))
	mode := cipher.NewCBCDecrypter(b, iv)
	mode.CryptBlocks(back[:32], out[:32])
	mode.CryptBlocks(back[32:], out[32:])
	fmt.Println(bytes.Equal(back, text))
	for i, s := range []cipher.Stream{cipher.NewCTR(b, iv), cipher.NewOFB(b, iv), cipher.NewCFBEncrypter(b, iv)} {
		got := append([]byte(nil), text...)
		for at, n := 0, 1; at < len(got); at, n = at+n, n*3 {
			n = min(n, len(got)-at)
			s.XORKeyStream(got[at:at+n], got[at:at+n])
		}
		h := sha512.Sum512(got)
		fmt.Printf("%s stream %d %x %x\n", name, i, got[:20], h[:8])
		d := []cipher.Stream{cipher.NewCTR(b, iv), cipher.NewOFB(b, iv), cipher.NewCFBDecrypter(b, iv)}[i]
		d.XORKeyStream(got, got)
		fmt.Println(bytes.Equal(got, text))
	}
	for _, n := range []int{12, 1, 16, 33} {
		g, err := cipher.NewGCMWithNonceSize(b, n)
		if err != nil {
			fmt.Println(err)
			continue
		}
		nonce := bytes.Repeat([]byte{7}, n)
		for _, size := range []int{0, 1, 15, 16, 17, 100, 1008} {
			sealed := g.Seal([]byte("pre"), nonce, text[:size], []byte("extra"))
			h := sha512.Sum512(sealed)
			opened, err := g.Open(nil, nonce, sealed[3:], []byte("extra"))
			fmt.Printf("%x %v %v ", h[:4], bytes.Equal(opened, text[:size]), err)
			sealed[5] ^= 1
			_, err = g.Open(nil, nonce, sealed[3:], []byte("extra"))
			fmt.Println(err)
		}
	}
	g, err := cipher.NewGCMWithTagSize(b, 13)
	fmt.Printf("%x %v %d %d\n", g.Seal(nil, make([]byte, 12), []byte("hi"), nil), err, g.NonceSize(), g.Overhead())
	_, err = cipher.NewGCMWithTagSize(b, 11)
	fmt.Println(err)
	_, err = cipher.NewGCMWithNonceSize(b, 0)
	fmt.Println(err)
	r, err := cipher.NewGCMWithRandomNonce(b)
	fmt.Println(err)
	if err == nil {
		sealed := r.Seal(nil, nil, []byte("secret"), nil)
		opened, err := r.Open(nil, nil, sealed, nil)
		fmt.Println(len(sealed), string(opened), err, r.NonceSize(), r.Overhead())
	}
	try(func() { g.Seal(nil, []byte("short"), nil, nil) })
	try(func() { cipher.NewCBCEncrypter(b, iv[:3]) })
	try(func() { cipher.NewCTR(b, iv[:3]) })
	try(func() { cipher.NewOFB(b, iv[:3]) })
	try(func() { cipher.NewCFBDecrypter(b, iv[:3]) })
	try(func() { cipher.NewCBCEncrypter(b, iv).CryptBlocks(out, text[:5]) })
	try(func() { cipher.NewCBCEncrypter(b, iv).CryptBlocks(out[:16], text[:32]) })
	try(func() { cipher.NewCBCEncrypter(b, iv).CryptBlocks(out[1:], out[:32]) })
	try(func() { cipher.NewCTR(b, iv).XORKeyStream(out[:1], text[:2]) })
	try(func() { b.Encrypt(out[:3], text) })
	try(func() { b.Encrypt(out, text[:3]) })
	var sink bytes.Buffer
	w := cipher.StreamWriter{S: cipher.NewCTR(b, iv), W: &sink}
	io.WriteString(w, "hello, stream")
	fmt.Println(w.Close())
	plain, err := io.ReadAll(cipher.StreamReader{S: cipher.NewCTR(b, iv), R: &sink})
	fmt.Println(string(plain), err)
}

func main() {
	for _, n := range []int{16, 24, 32, 5} {
		key := []byte(strings.Repeat("k3y!", 8))[:n]
		b, err := aes.NewCipher(key)
		fmt.Println(err)
		if err != nil {
			continue
		}
		fmt.Printf("%T %d\n", b, b.BlockSize())
		modes(fmt.Sprint("aes", 8*n), b)
		if n == 16 {
			modes("toy", toy{b})
		}
	}
	pub, priv, err := ed25519.GenerateKey(strings.NewReader(strings.Repeat("seed", 20)))
	fmt.Printf("%x %x %v\n", pub, priv, err)
	sig := ed25519.Sign(priv, []byte("message"))
	fmt.Printf("%x %v\n", sig, ed25519.Verify(pub, []byte("message"), sig))
	fmt.Println(ed25519.Verify(pub, []byte("massage"), sig), ed25519.Verify(pub, []byte("message"), sig[:10]))
	digest := sha512.Sum512([]byte("message"))
	for _, opts := range []*ed25519.Options{{}, {Context: "ctx"}, {Hash: crypto.SHA512}, {Hash: crypto.SHA512, Context: "c"}, {Hash: crypto.SHA256}, {Context: strings.Repeat("x", 256)}} {
		s, err := priv.Sign(nil, digest[:], opts)
		fmt.Printf("%x %v\n", s, err)
		fmt.Println(ed25519.VerifyWithOptions(pub, digest[:], s, opts), ed25519.VerifyWithOptions(pub, digest[:5], s, opts))
	}
	fmt.Println(priv.Public().(ed25519.PublicKey).Equal(pub), priv.Equal(priv), pub.Equal(priv), len(priv.Seed()))
	bad := bytes.Repeat([]byte{0xfe}, 32)
	fmt.Println(ed25519.VerifyWithOptions(bad, nil, sig, &ed25519.Options{}))
	try(func() { ed25519.NewKeyFromSeed(nil) })
	try(func() { ed25519.Verify(pub[:5], nil, nil) })
	try(func() { ed25519.Sign(priv[:40], nil) })
	pub, priv, err = ed25519.GenerateKey(nil)
	fmt.Println(ed25519.Verify(pub, []byte("x"), ed25519.Sign(priv, []byte("x"))), err)

	b := make([]byte, 1000)
	n, err := rand.Read(b)
	zeros := bytes.Count(b, []byte{0})
	fmt.Println(n, err, zeros < 30, len(rand.Text()), rand.Text() != rand.Text())
	max := new(big.Int).Lsh(big.NewInt(1), 100)
	x, err := rand.Int(rand.Reader, max)
	fmt.Println(x.Cmp(max) < 0, err)
	x, err = rand.Int(strings.NewReader("a fixed source of bytes"), big.NewInt(1000))
	fmt.Println(x, err)
	x, err = rand.Int(strings.NewReader(""), big.NewInt(1000))
	fmt.Println(x, err)
	p, err := rand.Prime(rand.Reader, 128)
	fmt.Println(p.BitLen(), p.ProbablyPrime(10), p.Bit(126), err)
	_, err = rand.Prime(rand.Reader, 1)
	fmt.Println(err)
	try(func() { rand.Int(rand.Reader, big.NewInt(0)) })
	fmt.Printf("%T\n", rand.Reader)
	fmt.Println(crypto.SHA256, crypto.SHA512_256.Size(), crypto.MD4, crypto.Hash(99), crypto.SHA256.Available(), crypto.MD4.Available(), crypto.MLDSAMu)
	h := crypto.SHA512.New()
	h.Write([]byte("x"))
	fmt.Printf("%x\n", h.Sum(nil)[:8])
	try(func() { crypto.MD4.New() })
	try(func() { crypto.Hash(77).Size() })
	s, err := crypto.SignMessage(priv, nil, []byte("m"), crypto.SHA512)
	fmt.Println(len(s), err)
	_, err = crypto.SignMessage(priv, nil, []byte("m"), crypto.MD4)
	fmt.Println(err)
}

// Output:
// <nil>
// *aes.Block 16
// aes128 cbc 8711f6168b4c039c515b625f3b2bb27fca5b450a22db14094fc108b07f2da94809129b90a1bbb2ec05e9615036c09366231b70b36c3d113223cacc53620c36b0
// true
// aes128 stream 0 9416b78adee7a93c75b516f66a0eaf1f7d96dd69 9168396324f936bc
// true
// aes128 stream 1 9416b78adee7a93c75b516f66a0eaf1fe3ca3851 9fcd53091fd06519
// true
// aes128 stream 2 9416b78adee7a93c75b516f66a0eaf1f2552afb3 c20ede8bec55a886
// true
// da7742a9 true <nil> cipher: message authentication failed
// 44fba78d true <nil> cipher: message authentication failed
// a82cdbcb true <nil> cipher: message authentication failed
// 280b011d true <nil> cipher: message authentication failed
// 6ef01b57 true <nil> cipher: message authentication failed
// 03ad614f true <nil> cipher: message authentication failed
// 5a74f0d8 true <nil> cipher: message authentication failed
// e4360896 true <nil> cipher: message authentication failed
// 586a6201 true <nil> cipher: message authentication failed
// 2f0f5c88 true <nil> cipher: message authentication failed
// 040aff06 true <nil> cipher: message authentication failed
// 8763af4b true <nil> cipher: message authentication failed
// db590575 true <nil> cipher: message authentication failed
// bb36364e true <nil> cipher: message authentication failed
// 08151f56 true <nil> cipher: message authentication failed
// 364d4367 true <nil> cipher: message authentication failed
// 65fc3c63 true <nil> cipher: message authentication failed
// 67c74e25 true <nil> cipher: message authentication failed
// 8b9ece23 true <nil> cipher: message authentication failed
// 2a7d2e96 true <nil> cipher: message authentication failed
// 3b6915bb true <nil> cipher: message authentication failed
// 20f982cf true <nil> cipher: message authentication failed
// 1b9695e3 true <nil> cipher: message authentication failed
// 48cd4b46 true <nil> cipher: message authentication failed
// 889e9382 true <nil> cipher: message authentication failed
// 9c79cc8e true <nil> cipher: message authentication failed
// 4ffde4ea true <nil> cipher: message authentication failed
// 9bbedcec true <nil> cipher: message authentication failed
// 19772062d36c65bef198cbca49dde0 <nil> 12 13
// cipher: incorrect tag size given to GCM
// cipher: the nonce can't have zero length
// <nil>
// 34 secret <nil> 0 28
// recovered: crypto/cipher: incorrect nonce length given to GCM
// recovered: cipher.NewCBCEncrypter: IV length must equal block size
// recovered: bad IV length
// recovered: cipher.NewOFB: IV length must equal block size
// recovered: cipher.newCFB: IV length must equal block size
// recovered: crypto/cipher: input not full blocks
// recovered: crypto/cipher: output smaller than input
// recovered: crypto/cipher: invalid buffer overlap
// recovered: crypto/aes: len(dst) < len(src)
// recovered: crypto/aes: output not full block
// recovered: crypto/aes: input not full block
// <nil>
// hello, stream <nil>
// toy cbc 8711f6168b4c039c515b625f3b2bb27fca5b450a22db14094fc108b07f2da94809129b90a1bbb2ec05e9615036c09366231b70b36c3d113223cacc53620c36b0
// true
// toy stream 0 9416b78adee7a93c75b516f66a0eaf1f7d96dd69 9168396324f936bc
// true
// toy stream 1 9416b78adee7a93c75b516f66a0eaf1fe3ca3851 9fcd53091fd06519
// true
// toy stream 2 9416b78adee7a93c75b516f66a0eaf1f2552afb3 c20ede8bec55a886
// true
// da7742a9 true <nil> cipher: message authentication failed
// 44fba78d true <nil> cipher: message authentication failed
// a82cdbcb true <nil> cipher: message authentication failed
// 280b011d true <nil> cipher: message authentication failed
// 6ef01b57 true <nil> cipher: message authentication failed
// 03ad614f true <nil> cipher: message authentication failed
// 5a74f0d8 true <nil> cipher: message authentication failed
// e4360896 true <nil> cipher: message authentication failed
// 586a6201 true <nil> cipher: message authentication failed
// 2f0f5c88 true <nil> cipher: message authentication failed
// 040aff06 true <nil> cipher: message authentication failed
// 8763af4b true <nil> cipher: message authentication failed
// db590575 true <nil> cipher: message authentication failed
// bb36364e true <nil> cipher: message authentication failed
// 08151f56 true <nil> cipher: message authentication failed
// 364d4367 true <nil> cipher: message authentication failed
// 65fc3c63 true <nil> cipher: message authentication failed
// 67c74e25 true <nil> cipher: message authentication failed
// 8b9ece23 true <nil> cipher: message authentication failed
// 2a7d2e96 true <nil> cipher: message authentication failed
// 3b6915bb true <nil> cipher: message authentication failed
// 20f982cf true <nil> cipher: message authentication failed
// 1b9695e3 true <nil> cipher: message authentication failed
// 48cd4b46 true <nil> cipher: message authentication failed
// 889e9382 true <nil> cipher: message authentication failed
// 9c79cc8e true <nil> cipher: message authentication failed
// 4ffde4ea true <nil> cipher: message authentication failed
// 9bbedcec true <nil> cipher: message authentication failed
// 19772062d36c65bef198cbca49dde0 <nil> 12 13
// cipher: incorrect tag size given to GCM
// cipher: the nonce can't have zero length
// cipher: NewGCMWithRandomNonce requires aes.Block
// recovered: crypto/cipher: incorrect nonce length given to GCM
// recovered: cipher.NewCBCEncrypter: IV length must equal block size
// recovered: cipher.NewCTR: IV length must equal block size
// recovered: cipher.NewOFB: IV length must equal block size
// recovered: cipher.newCFB: IV length must equal block size
// recovered: crypto/cipher: input not full blocks
// recovered: crypto/cipher: output smaller than input
// recovered: crypto/cipher: invalid buffer overlap
// recovered: crypto/cipher: output smaller than input
// recovered: crypto/aes: output not full block
// recovered: crypto/aes: input not full block
// <nil>
// hello, stream <nil>
// <nil>
// *aes.Block 16
// aes192 cbc 10a90e0b8b5cdbda2190185710e4de200b2b71b0d18ac8a02f88043dcbee15f3bc4b1ecfe0459bc9a13f5844fbd3d4af0381bd96592e3c2324a7bfd3ac5e67cf
// true
// aes192 stream 0 bee75f15378c6323e8d4093875d11ef255131336 bc7e41f691c930a3
// true
// aes192 stream 1 bee75f15378c6323e8d4093875d11ef2692bc2cb b5b508a40cb6c82f
// true
// aes192 stream 2 bee75f15378c6323e8d4093875d11ef2e6951365 1f188f46244634e1
// true
// 96ed58aa true <nil> cipher: message authentication failed
// 31f330af true <nil> cipher: message authentication failed
// 1669a181 true <nil> cipher: message authentication failed
// c545b4ec true <nil> cipher: message authentication failed
// fdd12deb true <nil> cipher: message authentication failed
// 5b9c0c65 true <nil> cipher: message authentication failed
// c56f5c31 true <nil> cipher: message authentication failed
// 6d79daf7 true <nil> cipher: message authentication failed
// 7f015cb8 true <nil> cipher: message authentication failed
// 229ca157 true <nil> cipher: message authentication failed
// 25e44338 true <nil> cipher: message authentication failed
// 06569e05 true <nil> cipher: message authentication failed
// 224d965e true <nil> cipher: message authentication failed
// 28191314 true <nil> cipher: message authentication failed
// 3436c838 true <nil> cipher: message authentication failed
// 487b8860 true <nil> cipher: message authentication failed
// da063be3 true <nil> cipher: message authentication failed
// a4f52647 true <nil> cipher: message authentication failed
// 8b9c6c5d true <nil> cipher: message authentication failed
// 1a5b222b true <nil> cipher: message authentication failed
// 2834c108 true <nil> cipher: message authentication failed
// 4a58f0c5 true <nil> cipher: message authentication failed
// 64ac576c true <nil> cipher: message authentication failed
// a2714483 true <nil> cipher: message authentication failed
// 83095b2a true <nil> cipher: message authentication failed
// 9fac1d7a true <nil> cipher: message authentication failed
// b5489823 true <nil> cipher: message authentication failed
// 808d89a0 true <nil> cipher: message authentication failed
// b83bda6b4c96256e13f8dc9c38d766 <nil> 12 13
// cipher: incorrect tag size given to GCM
// cipher: the nonce can't have zero length
// <nil>
// 34 secret <nil> 0 28
// recovered: crypto/cipher: incorrect nonce length given to GCM
// recovered: cipher.NewCBCEncrypter: IV length must equal block size
// recovered: bad IV length
// recovered: cipher.NewOFB: IV length must equal block size
// recovered: cipher.newCFB: IV length must equal block size
// recovered: crypto/cipher: input not full blocks
// recovered: crypto/cipher: output smaller than input
// recovered: crypto/cipher: invalid buffer overlap
// recovered: crypto/aes: len(dst) < len(src)
// recovered: crypto/aes: output not full block
// recovered: crypto/aes: input not full block
// <nil>
// hello, stream <nil>
// <nil>
// *aes.Block 16
// aes256 cbc 798d34a67e7791a149fd0949f7020f25e964102d2ad7e90ab4f24ce5b9da9aa49476d7f9560319950b76a554b09376bc8b832356060d71c8e85e3af22064800c
// true
// aes256 stream 0 17686a6db577ca4c6c513bc7af27084067101a7d c940053b36e142a1
// true
// aes256 stream 1 17686a6db577ca4c6c513bc7af2708409205a3d3 7506284ce816c85b
// true
// aes256 stream 2 17686a6db577ca4c6c513bc7af2708400ec2e3f4 f98fbd5b61b52d5a
// true
// bc403f4e true <nil> cipher: message authentication failed
// 175f1a3f true <nil> cipher: message authentication failed
// c3094579 true <nil> cipher: message authentication failed
// 948ce256 true <nil> cipher: message authentication failed
// 8dc75d6c true <nil> cipher: message authentication failed
// d48b5636 true <nil> cipher: message authentication failed
// 05193e20 true <nil> cipher: message authentication failed
// 12862375 true <nil> cipher: message authentication failed
// 7cde7786 true <nil> cipher: message authentication failed
// 310ded51 true <nil> cipher: message authentication failed
// 2053ebc2 true <nil> cipher: message authentication failed
// 7946e100 true <nil> cipher: message authentication failed
// 5f484490 true <nil> cipher: message authentication failed
// f031acee true <nil> cipher: message authentication failed
// 84dde2d9 true <nil> cipher: message authentication failed
// 72d51ba1 true <nil> cipher: message authentication failed
// 0f544781 true <nil> cipher: message authentication failed
// 175c43f9 true <nil> cipher: message authentication failed
// 95e553a5 true <nil> cipher: message authentication failed
// 4abc6ef5 true <nil> cipher: message authentication failed
// 2cd1c5d1 true <nil> cipher: message authentication failed
// 8b355b36 true <nil> cipher: message authentication failed
// f74d7342 true <nil> cipher: message authentication failed
// 85aa2ac0 true <nil> cipher: message authentication failed
// fc01dd0a true <nil> cipher: message authentication failed
// e501dd01 true <nil> cipher: message authentication failed
// 7e07404e true <nil> cipher: message authentication failed
// 9aaa40d2 true <nil> cipher: message authentication failed
// 4f7f9e58c0f24241b91543850a9620 <nil> 12 13
// cipher: incorrect tag size given to GCM
// cipher: the nonce can't have zero length
// <nil>
// 34 secret <nil> 0 28
// recovered: crypto/cipher: incorrect nonce length given to GCM
// recovered: cipher.NewCBCEncrypter: IV length must equal block size
// recovered: bad IV length
// recovered: cipher.NewOFB: IV length must equal block size
// recovered: cipher.newCFB: IV length must equal block size
// recovered: crypto/cipher: input not full blocks
// recovered: crypto/cipher: output smaller than input
// recovered: crypto/cipher: invalid buffer overlap
// recovered: crypto/aes: len(dst) < len(src)
// recovered: crypto/aes: output not full block
// recovered: crypto/aes: input not full block
// <nil>
// hello, stream <nil>
// crypto/aes: invalid key size 5
// 267550a48f9107ff535e990c9efb5bfb6fc5ca0faa2f81cdba6b3bb5bdd50200 7365656473656564736565647365656473656564736565647365656473656564267550a48f9107ff535e990c9efb5bfb6fc5ca0faa2f81cdba6b3bb5bdd50200 <nil>
// 3dede151947f5a44c60f41b54c66e88c1a42d4994c0a26f75ea08468f65504e03705ec3cf8b6424d94526d8aec216f56e56427c0fda2040aec11e32ae5980c03 true
// false false
// bfc426ae4ef66c47b9bf9e5facc63ea29e78cae634d7f35256e67a3a4dbc3bafc950f192b7ca20e642262766453394aca36db8547e024a0a5ab92b41b3e12d0f <nil>
// <nil> ed25519: invalid signature
// 416991496c56d59e5796d366e6ce9ceb23501606e31dfd508d3b689cc558dd4710457a4cba16d7db51dfb358b08e393c3e0a3a9c75fc15f2dd87c1f7f8f1c007 <nil>
// <nil> ed25519: invalid signature
// 44a373f78fef5b032404ae024215990337fc8c93bba8764541b6c60e7c99706d68a0a7c7b6bf3754015571bf3f210cf65357c9e40f111bd386566ddab8ff1007 <nil>
// <nil> ed25519: bad Ed25519ph message hash length: 5
// f15478f49c2883e0ecc2334f029a3406446b4ca4feeae332a6d63c1ab995eea2854dc58dd78e6400fd1fdf778222e3977e21ff491c0a91b95ab65ca3659a8e00 <nil>
// <nil> ed25519: bad Ed25519ph message hash length: 5
//  ed25519: expected opts.HashFunc() zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
// ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph) ed25519: expected opts.Hash zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)
//  ed25519: bad Ed25519ctx context length: 256
// ed25519: bad Ed25519ctx context length: 256 ed25519: bad Ed25519ctx context length: 256
// true true false 32
// ed25519: invalid signature
// recovered: ed25519: bad seed length: 0
// recovered: ed25519: bad public key length: 5
// recovered: ed25519: bad private key: ed25519: bad private key length: 40
// true <nil>
// 1000 <nil> true 26 true
// true <nil>
// 288 <nil>
// <nil> EOF
// 128 true 1 <nil>
// crypto/rand: prime size must be at least 2-bit
// recovered: crypto/rand: argument to Int is <= 0
// rand.reader
// SHA-256 32 MD4 unknown hash value 99 false false ML-DSA μ message representative
// a4abd4448c49562d
// recovered: crypto: requested hash function unavailable: MD4
// recovered: crypto: Size of unknown hash function
// 64 <nil>
// crypto: requested hash function unavailable: MD4
