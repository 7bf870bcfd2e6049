package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
)

func block(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 7 >> 3)
	}
	return b
}

// The states of hashes as bytes: written, read by another hash, and refused.
func states(name string, make func() hash.Hash) {
	h := make()
	h.Write(block(300))
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		panic(err)
	}
	app, _ := h.(encoding.BinaryAppender).AppendBinary([]byte("x"))
	fmt.Printf("%s %d %v %x\n", name, len(state), string(app) == "x"+string(state), md5.Sum(state))
	g := make()
	read := g.(encoding.BinaryUnmarshaler).UnmarshalBinary
	fmt.Println(read(nil), "|", read([]byte("abcdefgh")), "|", read(append(bytes.Clone(state), 0)), "|", read(state))
	h.Write(block(99))
	g.Write(block(99))
	fmt.Printf("%v %x\n", bytes.Equal(h.Sum(nil), g.Sum(nil)), g.Sum([]byte{1}))
}

func main() {
	states("md5", md5.New)
	states("sha1", sha1.New)
	states("sha224", sha256.New224)
	states("sha256", sha256.New)
	states("sha384", sha512.New384)
	states("sha512", sha512.New)
	states("sha512/224", sha512.New512_224)
	states("sha512/256", sha512.New512_256)
	states("adler32", func() hash.Hash { return adler32.New() })
	states("crc32", func() hash.Hash { return crc32.NewIEEE() })
	states("castagnoli", func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) })
	states("koopman", func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Koopman)) })
	states("crc64 iso", func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ISO)) })
	states("crc64 ecma", func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ECMA)) })
	states("fnv32", func() hash.Hash { return fnv.New32() })
	states("fnv32a", func() hash.Hash { return fnv.New32a() })
	states("fnv64", func() hash.Hash { return fnv.New64() })
	states("fnv64a", func() hash.Hash { return fnv.New64a() })
	states("fnv128", fnv.New128)
	states("fnv128a", fnv.New128a)
	state, _ := crc32.NewIEEE().(encoding.BinaryMarshaler).MarshalBinary()
	other := crc32.New(crc32.MakeTable(crc32.Koopman)).(encoding.BinaryUnmarshaler)
	fmt.Println(other.UnmarshalBinary(state))
	state, _ = crc64.New(crc64.MakeTable(crc64.ISO)).(encoding.BinaryMarshaler).MarshalBinary()
	other = crc64.New(crc64.MakeTable(crc64.ECMA)).(encoding.BinaryUnmarshaler)
	fmt.Println(other.UnmarshalBinary(state))

	// All lengths around the block's, and more than natives take at once.
	all := md5.New()
	for n := 0; n < 300; n++ {
		b := block(n)
		h := sha1.New()
		h.Write(b)
		timed := h.(interface{ ConstantTimeSum([]byte) []byte }).ConstantTimeSum(nil)
		if !bytes.Equal(timed, h.Sum(nil)) {
			fmt.Println("ConstantTimeSum of", n)
		}
		for _, h := range []hash.Hash{md5.New(), h, sha256.New(), sha512.New(), adler32.New(), fnv.New64a(), fnv.New128()} {
			h.Write(b)
			all.Write(h.Sum(nil))
		}
	}
	fmt.Printf("%x\n", all.Sum(nil))
	long := block(1<<20 + 77)
	fmt.Printf("%x %x %x\n", md5.Sum(long), sha1.Sum(long), sha256.Sum256(long))
	fmt.Printf("%x\n", sha512.Sum512(long))
	fmt.Println(crc32.ChecksumIEEE(long), crc32.Checksum(long, crc32.MakeTable(crc32.Koopman)), crc32.Checksum(long, crc32.MakeTable(crc32.Castagnoli)))
	fmt.Println(crc64.Checksum(long, crc64.MakeTable(crc64.ECMA)), adler32.Checksum(long))
	for _, h := range []hash.Hash{fnv.New32(), fnv.New32a(), fnv.New64(), fnv.New64a(), fnv.New128(), fnv.New128a()} {
		h.Write(long)
		fmt.Printf("%x ", h.Sum(nil))
	}
	fmt.Println()

	text := hex.EncodeToString(long)
	back, err := hex.DecodeString(text)
	fmt.Println(len(text), bytes.Equal(back, long), err, md5.Sum([]byte(text)))
	place := []byte(text)
	n, err := hex.Decode(place, place)
	fmt.Println(n, err, bytes.Equal(place[:n], long))
	n, err = hex.Decode(make([]byte, 9), []byte("00112x3344"))
	fmt.Println(n, err)
	n, err = hex.Decode(make([]byte, 9), []byte("0011x2334"))
	fmt.Println(n, err)
	fmt.Println(hex.DecodeString("001"))
	fmt.Println(hex.DecodeString("00g"))
	fmt.Println(string(hex.AppendEncode([]byte("ab"), []byte("cd"))))
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding, base64.StdEncoding.Strict()} {
		text := enc.EncodeToString(long)
		back, err := enc.DecodeString(text)
		fmt.Println(len(text), bytes.Equal(back, long), err, md5.Sum([]byte(text)))
		place := []byte(text)
		n, err := enc.Decode(place, place)
		fmt.Println(n, err, bytes.Equal(place[:n], long))
		for n := range 20 {
			back, err := enc.DecodeString(enc.EncodeToString(long[:n]))
			if err != nil || !bytes.Equal(back, long[:n]) {
				fmt.Println(n, back, err)
			}
		}
		for _, s := range []string{"", "A", "AA", "AAA", "AA==", "AAA=", "AAAA\nAAAA", "AAAAAAA\r\nA", "AAAA!AAA", "AAAAAA=A", "AAAAAB==", "AAAAAAAA=", "AA==AAAA", "\n\n"} {
			b, err := enc.DecodeString(s)
			fmt.Print(b, " ", err, "; ")
		}
		fmt.Println()
	}
	defer func() { fmt.Println(recover()) }()
	hex.Encode(make([]byte, 3), []byte("ab"))
}

// Output:
// md5 92 true 434c0782e66160750208ebadb4e62a03
// crypto/md5: invalid hash state identifier | crypto/md5: invalid hash state identifier | crypto/md5: invalid hash state size | <nil>
// true 0107e4b7ffb8bfc8a74e6df33076505151
// sha1 96 true e3b0ece9c501426d34b72c579822a69d
// crypto/sha1: invalid hash state identifier | crypto/sha1: invalid hash state identifier | crypto/sha1: invalid hash state size | <nil>
// true 0142034a5d1daf5cc3a205413525fd5f383588e222
// sha224 108 true 44fd0bbc9c32cc832659664957fd7e23
// crypto/sha256: invalid hash state identifier | crypto/sha256: invalid hash state identifier | crypto/sha256: invalid hash state size | <nil>
// true 01ef4ef95b62765f7fc7b02e180110abf57fa0acdf69a3ec9cdee9f634
// sha256 108 true 7d37141e4dba8ab0d79001df5a11b479
// crypto/sha256: invalid hash state identifier | crypto/sha256: invalid hash state identifier | crypto/sha256: invalid hash state size | <nil>
// true 01c7de214a3698794da40f27a7302535a331522b2e8f767033becfedcdfbd50b1e
// sha384 204 true ec261fb26d322b52fda7aaee24c0b632
// crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state size | <nil>
// true 01622bde6abec247225281e5106d73614d42896c8494731d9c67b57cf8ef0f82441960cd768a99e24ff5cb7d6e65d83cdc
// sha512 204 true 5473d4c992b341b0f6ad04ab438d17b4
// crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state size | <nil>
// true 016338a2083c3568d7d1dc48c2710436ca8984d5c718e1ca712b92694fe19782c458d0a6d631203870e926b36856e7e6929ae89118c26e93cd7fef9bcd75f3af71
// sha512/224 204 true 4f92b5998aa6ded9ea5212bbd95cc493
// crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state size | <nil>
// true 011962c80114225e18e5ee32e1de868fb9fb68e2d2c49230ada81daff2
// sha512/256 204 true 9a2aa87e3eff7e35be3755d61d7b8064
// crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state identifier | crypto/sha512: invalid hash state size | <nil>
// true 01c9d9c3c5d5d60aca9cd96849837d4ba56b70a158a435ddc9ecfb87e351d90ec5
// adler32 8 true e7ae27d701b90f83943236c920b19864
// hash/adler32: invalid hash state identifier | hash/adler32: invalid hash state identifier | hash/adler32: invalid hash state size | <nil>
// true 01343ca232
// crc32 12 true 2c28325f960d9655cbb0376cb64b8a83
// hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state size | <nil>
// true 012d218f46
// castagnoli 12 true 1cacb934e2552100c6225808434c2759
// hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state size | <nil>
// true 017a7b2c30
// koopman 12 true 7454dbbd02376ca39f028fef8cc01bcc
// hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state identifier | hash/crc32: invalid hash state size | <nil>
// true 01fffda01a
// crc64 iso 20 true 2d012174cf6ec62cc793c2d1ae88405c
// hash/crc64: invalid hash state identifier | hash/crc64: invalid hash state identifier | hash/crc64: invalid hash state size | <nil>
// true 01f477aed512e2f2df
// crc64 ecma 20 true b57448bd711691142945f3e205ec88c9
// hash/crc64: invalid hash state identifier | hash/crc64: invalid hash state identifier | hash/crc64: invalid hash state size | <nil>
// true 015229893f0c71b630
// fnv32 8 true d89ba6e4c72a0cc8f2e2e81f16f39a8f
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 01d6e913a4
// fnv32a 8 true 92f19e3d5d6d762028564e9c5687d1dc
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 0136aaf2aa
// fnv64 12 true ff9c3651f1e1405ce4903c697598b89a
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 0131eccf82d3187fe4
// fnv64a 12 true 556077d548a064152b38e16b1879f3a7
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 0167df52e449b5944a
// fnv128 20 true 4fdb4ac0c13135a6059d0374e2e5bde5
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 01e3a2fa24baadc33d6d9cea2d8d8b2fa4
// fnv128a 20 true 27feb29e34de982aa0626a969326e585
// hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state identifier | hash/fnv: invalid hash state size | <nil>
// true 0158c2f53479cbfdfdce13f5eeef1a9852
// hash/crc32: tables do not match
// hash/crc64: tables do not match
// 19b5ec8d8a8727f6f7cf21ccf040063d
// b9675b1d0684d89440f78e0b98a0fc89 69563c06205af271b83cef90579d5e8012c57412 ed9a2a3f9f553375429a72844708e64567804bb7f8a6b5d161ff30d4f60c2df5
// f5fbad67519a485a7eb0c0f6033f0094232d87bdff4d57c597c21ba7aa14fabdaef87c597a740615adde7a283653d4be06527774131589fc3d51d8fd1bba9267
// 1605801063 2791071232 1110275313
// 18111718809463525012 1896841575
// 7d5045d3 a2811f43 b5169220f3321493 c2a5a96b457ac943 7fe3da919d7573beef85e51f498fd103 cf7bf61ca3ea14e4ce63db2bf97e23e3 
// 2097306 true <nil> [172 15 27 194 108 94 199 248 138 72 7 29 149 141 155 13]
// 1048653 <nil> true
// 2 encoding/hex: invalid byte: U+0078 'x'
// 2 encoding/hex: invalid byte: U+0078 'x'
// [0] encoding/hex: odd length hex string
// [0] encoding/hex: invalid byte: U+0067 'g'
// ab6364
// 1398204 true <nil> [243 75 99 147 20 255 82 132 143 243 6 6 122 31 28 207]
// 1048653 <nil> true
// [] <nil>; [] illegal base64 data at input byte 0; [] illegal base64 data at input byte 0; [] illegal base64 data at input byte 0; [0] <nil>; [0 0] <nil>; [0 0 0 0 0 0] <nil>; [0 0 0 0 0 0] <nil>; [0 0 0] illegal base64 data at input byte 4; [0 0 0] illegal base64 data at input byte 6; [0 0 0 0] <nil>; [0 0 0 0 0 0] illegal base64 data at input byte 8; [0] illegal base64 data at input byte 4; [] <nil>; 
// 1398204 true <nil> [237 229 127 220 191 225 192 228 224 63 108 161 53 3 254 29]
// 1048653 <nil> true
// [] <nil>; [] illegal base64 data at input byte 0; [0] <nil>; [0 0] <nil>; [] illegal base64 data at input byte 2; [] illegal base64 data at input byte 3; [0 0 0 0 0 0] <nil>; [0 0 0 0 0 0] <nil>; [0 0 0] illegal base64 data at input byte 4; [0 0 0] illegal base64 data at input byte 6; [0 0 0] illegal base64 data at input byte 6; [0 0 0 0 0 0] illegal base64 data at input byte 8; [] illegal base64 data at input byte 2; [] <nil>; 
// 1398204 true <nil> [243 75 99 147 20 255 82 132 143 243 6 6 122 31 28 207]
// 1048653 <nil> true
// [] <nil>; [] illegal base64 data at input byte 0; [] illegal base64 data at input byte 0; [] illegal base64 data at input byte 0; [0] <nil>; [0 0] <nil>; [0 0 0 0 0 0] <nil>; [0 0 0 0 0 0] <nil>; [0 0 0] illegal base64 data at input byte 4; [0 0 0] illegal base64 data at input byte 6; [0 0 0] illegal base64 data at input byte 6; [0 0 0 0 0 0] illegal base64 data at input byte 8; [0] illegal base64 data at input byte 4; [] <nil>; 
// runtime error: index out of range [3] with length 3
