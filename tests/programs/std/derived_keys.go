// Keys from secrets: crypto/hkdf and crypto/pbkdf2.
package main

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"
)

func main() {
	p := func(b []byte, e error) { fmt.Printf("%x %v\n", b, e) }
	try := func(f func()) {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("panic:", r)
			}
		}()
		f()
	}
	p(hkdf.Extract(sha256.New, []byte("secret"), []byte("salt")))
	p(hkdf.Extract(sha256.New, []byte("secret"), nil))
	p(hkdf.Extract(sha256.New, nil, nil))
	p(hkdf.Expand(sha256.New, []byte("prk"), "info", 70))
	p(hkdf.Expand(sha256.New, []byte("prk"), "info", 0))
	p(hkdf.Expand(sha256.New, []byte("prk"), "", 255*32+1))
	try(func() { p(hkdf.Expand(sha256.New, []byte("prk"), "", -1)) })
	p(hkdf.Key(sha512.New, []byte("secret"), []byte("salt"), "info", 100))
	p(hkdf.Key(sha512.New, []byte("secret"), []byte("salt"), "info", 255*64+1))
	p(hkdf.Key(sha3.New256, []byte("secret"), nil, "i", 10))
	p(pbkdf2.Key(sha256.New, "pw", []byte("salt"), 10, 70))
	p(pbkdf2.Key(sha256.New, "", nil, 1, 1))
	try(func() { p(pbkdf2.Key(sha256.New, "p", nil, 0, 5)) })
	try(func() { p(pbkdf2.Key(sha256.New, "p", nil, -3, 5)) })
	try(func() { p(pbkdf2.Key(sha256.New, "p", nil, 1, 0)) })
	try(func() { p(pbkdf2.Key(sha256.New, "p", nil, 1, -1)) })
	try(func() { p(pbkdf2.Key(sha256.New, "p", nil, 1, 1<<50)) })
	p(pbkdf2.Key(func() hash.Hash { return sha3.New512() }, "pw", []byte("salt"), 3, 20))
}

// Output:
// 98e5340f0f4f96d2b80c2a90da0d03cf46c35e9492918cc7af73d9a39efa5981 <nil>
// 1810e8d341b9e61e88895fba0b1aa2bd03cb6c8fff2b368e666ef8efdef5b4fb <nil>
// b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad <nil>
// b7e78d038f06979e855618cda93c6cf5c92d5211b6f1e8378bf45b7f442d3d2568019838d0dc8035399291b5fa5ac0793a16b6ab20db8d7497b373d8082ca9a7961a4b48fe2d <nil>
//  <nil>
//  hkdf: requested key length too large
// panic: runtime error: makeslice: cap out of range
// 90e269f053d383c4b2070be93238adf358f3d67bd7b17ca3de95f10a50a8385e66d8241c8c22c91cee75d7bda92e8111236b71b63c8f05973947428074d272f073de7d106ca1b6f5beeb22fc785a81666a9f00c675fdb5616858d14f472907a57fe282bb <nil>
//  hkdf: requested key length too large
// 0728fab43d10ef877bcf <nil>
// 72aecd14244887c316e24019c7e020b58888f029861490804d36e20b42d9321aba841f3fcca0e61f4c81d15c8b03938d27f1eb6ae8bf3457d683fc5ba0c1d6964d2a404b758a <nil>
// f7 <nil>
// 33ee376e33 <nil>
// 33ee376e33 <nil>
//  pbkdf2: keyLength must be larger than 0
//  pbkdf2: keyLength must be larger than 0
//  pbkdf2: keyLength too long
// 79c1e3b3e1fd2148eb6c32f68e5d39adb0924b25 <nil>
