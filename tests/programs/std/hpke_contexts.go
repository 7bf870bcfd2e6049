// Package crypto/hpke: keys that are derived from secrets, what a recipient derives from a given encapsulated key, messages there and
// back with each KEM, KDF and AEAD, keys of other packages, and what is refused. Package crypto/mlkem/mlkemtest: given randomness.
package main

import (
	"crypto"
	"crypto/ecdh"
	"crypto/fips140"
	"crypto/hpke"
	"crypto/mlkem"
	"crypto/mlkem/mlkemtest"
	"crypto/sha256"
	"fmt"
)

var kems = []hpke.KEM{
	hpke.DHKEM(ecdh.P256()), hpke.DHKEM(ecdh.P384()), hpke.DHKEM(ecdh.P521()), hpke.DHKEM(ecdh.X25519()),
	hpke.MLKEM768(), hpke.MLKEM1024(), hpke.MLKEM768P256(), hpke.MLKEM1024P384(), hpke.MLKEM768X25519(),
}

var kdfs = []hpke.KDF{hpke.HKDFSHA256(), hpke.HKDFSHA384(), hpke.HKDFSHA512(), hpke.SHAKE128(), hpke.SHAKE256()}

var aeads = []hpke.AEAD{hpke.AES128GCM(), hpke.AES256GCM(), hpke.ChaCha20Poly1305()}

func sum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b))[:16] }

// encapsulated is an encapsulated key that needs no randomness: a public key, and a ciphertext of zeros, for which ML-KEM has a secret, too.
func encapsulated(k hpke.KEM) []byte {
	public := func(k hpke.KEM) []byte {
		p, err := k.DeriveKeyPair([]byte("once"))
		if err != nil {
			panic(err)
		}
		return p.PublicKey().Bytes()
	}
	switch k.ID() {
	case 0x41:
		return make([]byte, mlkem.CiphertextSize768)
	case 0x42:
		return make([]byte, mlkem.CiphertextSize1024)
	case 0x50:
		return append(make([]byte, mlkem.CiphertextSize768), public(kems[0])...)
	case 0x51:
		return append(make([]byte, mlkem.CiphertextSize1024), public(kems[1])...)
	case 0x647a:
		return append(make([]byte, mlkem.CiphertextSize768), public(kems[3])...)
	}
	return public(k)
}

func derived(k hpke.KEM) hpke.PrivateKey {
	p, err := k.DeriveKeyPair([]byte("a secret"))
	if err != nil {
		panic(err)
	}
	b, err := p.Bytes()
	again, err2 := k.NewPrivateKey(b)
	fmt.Printf("%#x %d %s %v %d %s %v\n", k.ID(), len(b), sum(b), err, len(p.PublicKey().Bytes()), sum(p.PublicKey().Bytes()), err2)
	c, _ := again.Bytes()
	fmt.Println(string(b) == string(c), p.KEM() == k, p.PublicKey().KEM() == k)
	return p
}

func exports(p hpke.PrivateKey) {
	long := make([]byte, 70000)
	for _, kdf := range kdfs {
		for _, info := range [][]byte{nil, []byte("info"), long} {
			r, err := hpke.NewRecipient(encapsulated(p.KEM()), p, kdf, hpke.ExportOnly(), info)
			if err != nil {
				fmt.Println(err)
				continue
			}
			b, err := r.Export("context", 100)
			fmt.Print(sum(b), " ", err, " ")
		}
		fmt.Println()
	}
}

func messages(p hpke.PrivateKey) {
	for _, kdf := range kdfs {
		for _, aead := range aeads {
			enc, s, err := hpke.NewSender(p.PublicKey(), kdf, aead, []byte("info"))
			if err != nil {
				fmt.Println(err)
				return
			}
			r, err := hpke.NewRecipient(enc, p, kdf, aead, []byte("info"))
			if err != nil {
				fmt.Println(err)
				return
			}
			for i := range 3 {
				message := make([]byte, i*1000)
				c, err := s.Seal([]byte("aad"), message)
				_, wrong := r.Open([]byte("add"), c)
				m, err2 := r.Open([]byte("aad"), c)
				if err != nil || err2 != nil || wrong == nil || string(m) != string(message) || len(c) != len(message)+16 {
					fmt.Println("differ", i, err, err2, wrong)
				}
			}
			a, _ := s.Export("x", 50)
			b, _ := r.Export("x", 50)
			c, err := hpke.Seal(p.PublicKey(), kdf, aead, nil, []byte("one"))
			m, err2 := hpke.Open(p, kdf, aead, nil, c)
			if string(a) != string(b) || string(m) != "one" || err != nil || err2 != nil {
				fmt.Println("differ", err, err2)
			}
		}
	}
}

func refused(k hpke.KEM, p hpke.PrivateKey) {
	_, err := k.NewPublicKey(nil)
	fmt.Println(err)
	_, err = k.NewPublicKey(append(p.PublicKey().Bytes(), 1))
	fmt.Println(err)
	_, err = k.NewPrivateKey(nil)
	fmt.Println(err)
	_, err = hpke.NewRecipient(nil, p, kdfs[0], aeads[0], nil)
	fmt.Println(err)
	_, err = hpke.NewRecipient(make([]byte, len(encapsulated(k))), p, kdfs[0], aeads[0], nil)
	fmt.Println(err)
	for _, aead := range []hpke.AEAD{aeads[0], aeads[2], hpke.ExportOnly()} {
		_, err = hpke.Open(p, kdfs[0], aead, nil, []byte("short"))
		fmt.Print(err, "; ")
		_, err = hpke.Open(p, kdfs[0], aead, nil, encapsulated(k))
		fmt.Print(err, "; ")
		_, err = hpke.Open(p, kdfs[0], aead, nil, append(encapsulated(k), make([]byte, 40)...))
		fmt.Println(err)
	}
	_, err = hpke.Seal(p.PublicKey(), kdfs[0], hpke.ExportOnly(), nil, nil)
	fmt.Println(err)
	for _, kdf := range []hpke.KDF{kdfs[0], kdfs[3]} {
		r, _ := hpke.NewRecipient(encapsulated(k), p, kdf, aeads[0], nil)
		for _, n := range []int{-1, 0, 255 * 32, 255*32 + 1, 65535, 65536} {
			b, err := r.Export("", n)
			fmt.Print(len(b), b == nil, err, "; ")
		}
		fmt.Println()
	}
}

// A device has a key that it does not give away.
type device struct{ ecdh.KeyExchanger }

type otherDevice struct{ crypto.Decapsulator }

func others() {
	seed := make([]byte, 64)
	x, _ := ecdh.X25519().NewPrivateKey(seed[:32])
	seed[31] = 7
	p256, _ := ecdh.P256().NewPrivateKey(seed[:32])
	p521, _ := ecdh.P521().NewPrivateKey(append(make([]byte, 65), 9))
	k768, _ := mlkem.NewDecapsulationKey768(seed)
	k1024, _ := mlkem.NewDecapsulationKey1024(seed)
	show := func(k hpke.PrivateKey, err error) {
		if err != nil {
			fmt.Println(err)
			return
		}
		b, err := k.Bytes()
		c, err2 := hpke.Seal(k.PublicKey(), kdfs[0], aeads[0], nil, []byte("abc"))
		m, err3 := hpke.Open(k, kdfs[0], aeads[0], nil, c)
		fmt.Printf("%#x %d %v %v %s %v\n", k.KEM().ID(), len(b), err, err2, m, err3)
	}
	for _, t := range []ecdh.KeyExchanger{x, p256, p521, device{x}} {
		show(hpke.NewDHKEMPrivateKey(t))
		for _, pq := range []crypto.Decapsulator{k768, k1024, otherDevice{k768}} {
			show(hpke.NewHybridPrivateKey(pq, t))
			pk, err := hpke.NewHybridPublicKey(pq.Encapsulator(), t.PublicKey())
			fmt.Println(pk != nil, err)
		}
	}
	show(hpke.NewMLKEMPrivateKey(k768))
	show(hpke.NewMLKEMPrivateKey(otherDevice{k1024}))
	_, err := hpke.NewMLKEMPublicKey(nil)
	fmt.Println(err)
	b, _ := kems[3].NewPrivateKey([]byte("01234567890123456789012345678901"))
	clamped, _ := b.Bytes()
	fmt.Printf("%x\n", clamped)
	_, err = hpke.DHKEM(nil).GenerateKey()
	fmt.Println(err, hpke.DHKEM(nil).ID())
	_, err = hpke.NewKEM(0x40)
	fmt.Println(err)
	_, err = hpke.NewKDF(0x12)
	fmt.Println(err)
	_, err = hpke.NewAEAD(0xabc)
	fmt.Println(err)
	secret, sealed, err := mlkemtest.Encapsulate768(k768.EncapsulationKey(), make([]byte, 32))
	fmt.Println(sum(secret), sum(sealed), err)
	secret, sealed, err = mlkemtest.Encapsulate1024(k1024.EncapsulationKey(), make([]byte, 32))
	fmt.Println(sum(secret), sum(sealed), err)
	_, _, err = mlkemtest.Encapsulate768(k768.EncapsulationKey(), nil)
	fmt.Println(err)
	_, _, err = mlkemtest.Encapsulate1024(k1024.EncapsulationKey(), make([]byte, 33))
	fmt.Println(err)
}

func main() {
	for _, k := range kems {
		p := derived(k)
		exports(p)
		messages(p)
		refused(k, p)
	}
	others()
	fmt.Println(fips140.Enabled(), fips140.Enforced(), fips140.Version())
	fips140.WithoutEnforcement(func() { fmt.Println("called") })
}

// Output:
// 0x10 32 5ac5123cd0bff7f8 <nil> 65 b84ef31853ffb2e4 <nil>
// true true true
// ec66dd8d4f682485 <nil> d1e12e64ff3eba21 <nil> 2016b849d3cebfc0 <nil> 
// 6e04b902c26372c8 <nil> c93b2d009d10aa59 <nil> 5a18eac04d3e6b1a <nil> 
// 181faab687af9d1f <nil> 633ebbac4a52ba0b <nil> f04cc40039cbe042 <nil> 
// cf403a527244e31d <nil> f508570f08bc1c66 <nil> 69aaf316670eb136 <nil> 
// b9d91651a7032b21 <nil> 5e0aefd022a4a8bf <nil> 0f555adc8fb4b7c3 <nil> 
// crypto/ecdh: invalid public key
// invalid P256 point encoding
// crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid public key
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x11 48 e1632fbcd60494ef <nil> 97 9c2cf3587ea25e06 <nil>
// true true true
// c5f39c9eb1309bca <nil> c6c0585d6e742283 <nil> f8857cac56356bd4 <nil> 
// 0419a4da5a23cba4 <nil> f6e51eab00a23ba8 <nil> 65dbdea802444b0f <nil> 
// a31173455f369e96 <nil> 6c8dbfbeb5415423 <nil> 614c39ee44ce9647 <nil> 
// 5e4c4319ae2d0eb1 <nil> 25edea35bbd2e125 <nil> be072292e4411a70 <nil> 
// e532a91102795779 <nil> 067d22041b4d77b5 <nil> a9768409b61be1fd <nil> 
// crypto/ecdh: invalid public key
// invalid P384 point encoding
// crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid public key
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x12 66 7145af97286484b5 <nil> 133 c3d62bf40b25047c <nil>
// true true true
// a197b1ca033da817 <nil> bcc033170d7de1f7 <nil> fc96b571f836e12b <nil> 
// c6ed273b80ea1e91 <nil> 59385efc98e495e3 <nil> 5e0c25ea17da556f <nil> 
// 044c2952380eddd9 <nil> b92333057aec283d <nil> bd0b8cadafd3888e <nil> 
// a1c2415efe191b3f <nil> 4ffd6357b167b382 <nil> 9ff0137b8242161e <nil> 
// abb4e0ecb0125eaa <nil> d68913c961c29321 <nil> 56e559774ce2dd24 <nil> 
// crypto/ecdh: invalid public key
// invalid P521 point encoding
// crypto/ecdh: invalid private key
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid public key
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x20 32 d532ba146947e37a <nil> 32 850aec29e2645f07 <nil>
// true true true
// 066a21aeb229e5ba <nil> b400cb7cb336454b <nil> 36d8c4256ce26467 <nil> 
// 3c9ec6e6a51121a5 <nil> 51f751b305b4bed3 <nil> 939aa63e05823645 <nil> 
// 09d026f025fa147e <nil> cc6bcc83c6e901c0 <nil> 6f1f3b5355849e3b <nil> 
// cc8290e5ef98a977 <nil> bef2ebf3fe1af0e4 <nil> 1dd5c0dcd6c2ae91 <nil> 
// 0dc1a28678fd5fef <nil> fc39c87d7b6ccb35 <nil> 7bd7a7eabcaf8fee <nil> 
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid public key
// crypto/ecdh: invalid private key size
// crypto/ecdh: invalid public key
// crypto/ecdh: bad X25519 remote ECDH input: low order point
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x41 64 ecac6a415b6fc7d1 <nil> 1184 63f727ea63132e5e <nil>
// true true true
// 4e69c6f46f6c5bcb <nil> 3a012da959e9f76b <nil> 80f705a531a7cfdd <nil> 
// 8adb5ce9e9e6fce0 <nil> 686d53d328503c78 <nil> d387b4cf807ea9f6 <nil> 
// fd0058a3db5eae99 <nil> 1a814498cce00939 <nil> 1a012b24d3e4ecd7 <nil> 
// 0094374505f19106 <nil> b78099b61caac8b7 <nil> 0d651e8908627624 <nil> 
// fed1df3c1e8bdc38 <nil> 537a10916082d0bf <nil> efacdf0d9acb263a <nil> 
// mlkem: invalid encapsulation key length
// mlkem: invalid encapsulation key length
// mlkem: invalid seed length
// mlkem: invalid ciphertext length
// <nil>
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x42 64 cc9471c963be2de7 <nil> 1568 3100f24129ef9fbe <nil>
// true true true
// 73d87f05ade49e69 <nil> 4f5aa23fb4e7e28d <nil> dc11699886762d20 <nil> 
// 29ca36809bfd1978 <nil> 63347ebc2cb945bb <nil> 7adb7a3e09860760 <nil> 
// 149189ec1cd716bd <nil> 860771bc2b707bd5 <nil> 4ca7732c217b6719 <nil> 
// ff76e91b9c2450a9 <nil> 199784a0a72c2a6b <nil> d60deac2aa7eb75b <nil> 
// 5063e4a56d875eca <nil> 67f4bc76feef6f86 <nil> 8abbb6fc2c946edb <nil> 
// mlkem: invalid encapsulation key length
// mlkem: invalid encapsulation key length
// mlkem: invalid seed length
// mlkem: invalid ciphertext length
// <nil>
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x50 32 0cd8e2eefa63dfd6 <nil> 1249 97c4e0f322cc892c <nil>
// true true true
// a0b6df27c9762bb2 <nil> 54696e4548e4addf <nil> 7a52014c9cc70d70 <nil> 
// d4bf00ceb16ffbc7 <nil> bbe9c8ee92c35c37 <nil> 2cb5c50721b3178a <nil> 
// 544a4f998f0f54f6 <nil> 04583b82e376e957 <nil> ad4ab16f35eb4936 <nil> 
// c1e0f05e03db77d5 <nil> 9102da0b8c974166 <nil> d1cac0fd649422e2 <nil> 
// 2a60540d8a8487eb <nil> 5e34c91d24496d1d <nil> b4fd32ea97432da3 <nil> 
// invalid public key size
// invalid public key size
// hpke: invalid hybrid KEM secret length
// invalid encapsulated key size
// crypto/ecdh: invalid public key
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x51 32 9291d7587e2dab7e <nil> 1665 8e861d20b93d02c6 <nil>
// true true true
// eb58d8782a09b4d4 <nil> 979488f7369c396d <nil> 66168c848b7f58fc <nil> 
// 9b3075cf875d241c <nil> 0263ca309020dbca <nil> 36623d630e8f7a37 <nil> 
// bf8bc3850d7582d5 <nil> 1b4c90da395dcfa3 <nil> 2eb339a6817c890f <nil> 
// b68a6855b63a7ae7 <nil> 7e46a8fade110ad8 <nil> aff5f680f073f333 <nil> 
// d77ee5acf735e737 <nil> df24354f66e908f8 <nil> 860fe9ccab41015c <nil> 
// invalid public key size
// invalid public key size
// hpke: invalid hybrid KEM secret length
// invalid encapsulated key size
// crypto/ecdh: invalid public key
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x647a 32 d767f9bbdb825391 <nil> 1216 4fb5c721a8863f81 <nil>
// true true true
// 2b3adffdf0312876 <nil> 47ae1bf2eb058169 <nil> dcf5d0b3439549ab <nil> 
// d2233ec7296e809b <nil> 659e070fea554865 <nil> 4620aba9ba44b125 <nil> 
// c00d0669fc1ecb4e <nil> 2627265c83653ef7 <nil> d56835996a3dd2b1 <nil> 
// e6c9c91fb2d38b89 <nil> 3066b362c591d289 <nil> 9ce2c238b3d28016 <nil> 
// 38c62cdb9de3feda <nil> bb595b5bce034354 <nil> a375f8611ce32ab1 <nil> 
// invalid public key size
// invalid public key size
// hpke: invalid hybrid KEM secret length
// invalid encapsulated key size
// crypto/ecdh: bad X25519 remote ECDH input: low order point
// ciphertext too short; cipher: message authentication failed; cipher: message authentication failed
// ciphertext too short; chacha20poly1305: message authentication failed; chacha20poly1305: message authentication failed
// ciphertext too short; export-only instantiation; export-only instantiation
// export-only instantiation
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 0 true hkdf: requested key length too large; 0 true hkdf: requested key length too large; 0 true invalid length; 
// 0 true invalid length; 0 false <nil>; 8160 false <nil>; 8161 false <nil>; 65535 false <nil>; 0 true invalid length; 
// 0x20 32 <nil> <nil> abc <nil>
// 0x647a 0 private key seed not available <nil> abc <nil>
// true <nil>
// invalid PQ KEM for X25519 hybrid
// false invalid PQ KEM for X25519 hybrid
// 0x647a 0 private key seed not available <nil> abc <nil>
// true <nil>
// 0x10 32 <nil> <nil> abc <nil>
// 0x50 0 private key seed not available <nil> abc <nil>
// true <nil>
// invalid PQ KEM for P-256 hybrid
// false invalid PQ KEM for P-256 hybrid
// 0x50 0 private key seed not available <nil> abc <nil>
// true <nil>
// 0x12 66 <nil> <nil> abc <nil>
// unsupported curve
// false unsupported curve
// unsupported curve
// false unsupported curve
// unsupported curve
// false unsupported curve
// 0x20 0 ecdh: private key does not support Bytes <nil> abc <nil>
// 0x647a 0 private key seed not available <nil> abc <nil>
// true <nil>
// invalid PQ KEM for X25519 hybrid
// false invalid PQ KEM for X25519 hybrid
// 0x647a 0 private key seed not available <nil> abc <nil>
// true <nil>
// 0x41 64 <nil> <nil> abc <nil>
// 0x42 0 private key seed not available <nil> abc <nil>
// unsupported public key type
// 3031323334353637383930313233343536373839303132333435363738393071
// unsupported curve 0
// unsupported KEM
// unsupported KDF 0012
// unsupported AEAD 0abc
// bfae9147481a040e b78d86a3a4caa7e6 <nil>
// 45aa29a1579499f5 64364d5500566377 <nil>
// mlkemtest: Encapsulate768: random must be 32 bytes
// mlkemtest: Encapsulate1024: random must be 32 bytes
// false false latest
// called
