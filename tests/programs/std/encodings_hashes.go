package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"io"
	"math"
	"os"
	"strings"
)

type header struct {
	Magic [4]byte
	Ver   uint16
	_     uint16
	Size  int32
	F     float32
	In    struct{ A, B uint8 }
	Ok    bool
	C     complex64
}

func main() {
	data := []byte("The quick brown fox\x00\xff jumps over the lazy dog, twice and then some more bytes")
	fmt.Println(hex.EncodeToString(data[:21]))
	fmt.Print(hex.Dump(data))
	fmt.Print(hex.Dump(data[:16]), hex.Dump(data[:3]), hex.Dump(nil))
	for _, s := range []string{"48656C6c6f", "4", "zz", "4g", "0", "4z5", "123x"} {
		b, err := hex.DecodeString(s)
		fmt.Printf("%q %v\n", b, err)
	}
	var hb strings.Builder
	he := hex.NewEncoder(&hb)
	he.Write(data[:5])
	hd, err := io.ReadAll(hex.NewDecoder(strings.NewReader(hb.String() + "a")))
	fmt.Println(hb.String(), fmt.Sprintf("%q", hd), err)
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding, base64.StdEncoding.Strict(), base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").WithPadding('*')} {
		for n := 0; n < 7; n++ {
			s := e.EncodeToString([]byte{0xfb, 0xff, 0xfe, 1, 2, 3, 4}[:n])
			b, err := e.DecodeString(s)
			fmt.Println(s, b, err, e.EncodedLen(n), e.DecodedLen(len(s)))
		}
		for _, s := range []string{"QQ==", "QQ=", "QQ", "Q", "QQ==\n", "Q\nQ=\n=\n", "QR==", "QUI=", "QUJ=", "QUJD", "!!!!", "QQ==QQ==", "QUJDR", "QUJD=", "QUJDRA=x", "====", "A===", "QUI", "QUJDRUY=\r\n"} {
			b, err := e.DecodeString(s)
			fmt.Printf("%q %q %v\n", s, b, err)
		}
	}
	var bb strings.Builder
	be := base64.NewEncoder(base64.StdEncoding, &bb)
	be.Write(data[:7])
	be.Write(data[7:9])
	be.Write(data[9:50])
	be.Close()
	bd, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader(bb.String()[:10]+"\n"+bb.String()[10:])))
	fmt.Println(bb.String(), fmt.Sprintf("%q", bd), err)
	bd, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader("QUJDRA=")))
	fmt.Println(fmt.Sprintf("%q", bd), err)
	fmt.Printf("%x\n%x\n%x\n%x\n", md5.Sum(data), sha1.Sum(data), sha256.Sum256(data), sha256.Sum224(data))
	long := bytes.Repeat(data, 50)
	for _, h := range []hash.Hash{md5.New(), sha1.New(), sha256.New(), sha256.New224(), crc32.NewIEEE(), crc32.New(crc32.MakeTable(crc32.Castagnoli)), crc64.New(crc64.MakeTable(crc64.ISO)), crc64.New(crc64.MakeTable(crc64.ECMA)), fnv.New32(), fnv.New32a(), fnv.New64(), fnv.New64a(), fnv.New128(), fnv.New128a(), adler32.New()} {
		fmt.Printf("%x ", h.Sum(nil))
		for i, k := 0, 1; i < len(long); i, k = i+k, k+7 {
			h.Write(long[i:min(len(long), i+k)])
		}
		fmt.Printf("%x %d %d ", h.Sum([]byte{1}), h.Size(), h.BlockSize())
		for n := 54; n < 66; n++ {
			h.Reset()
			io.WriteString(h, strings.Repeat("a", n))
			fmt.Printf("%x ", h.Sum(nil))
		}
		if s, ok := h.(hash.Hash32); ok {
			fmt.Print(s.Sum32())
		}
		if s, ok := h.(hash.Hash64); ok {
			fmt.Print(s.Sum64())
		}
		fmt.Println()
	}
	fmt.Println(crc32.ChecksumIEEE(data), crc32.Checksum(data, crc32.MakeTable(crc32.Koopman)), adler32.Checksum(data))
	var out bytes.Buffer
	h := header{Magic: [4]byte{'G', 'O', 1, 2}, Ver: 0x1234, Size: -5, F: 1.5, Ok: true, C: complex(1, -2)}
	h.In.A = 7
	fmt.Println(binary.Write(&out, binary.LittleEndian, &h), binary.Size(h), out.Bytes())
	var h2 header
	fmt.Println(binary.Read(&out, binary.LittleEndian, &h2), h2 == h, h2)
	fmt.Println(binary.Read(&out, binary.BigEndian, &h2))
	fmt.Println(binary.Write(&out, binary.BigEndian, []int16{1, -2}), out.Bytes(), binary.Write(&out, binary.BigEndian, 5), binary.Write(&out, binary.BigEndian, map[int]int{}))
	var i16 [2]int16
	fmt.Println(binary.Decode([]byte{0, 1, 255, 254}, binary.BigEndian, &i16))
	fmt.Println(i16)
	fmt.Println(binary.Append(nil, binary.BigEndian, struct{ A uint32; B [2]bool }{9, [2]bool{true, false}}))
	fmt.Println(binary.Read(bytes.NewReader([]byte{1}), binary.BigEndian, &i16), binary.Read(bytes.NewReader(nil), binary.BigEndian, i16))
	fmt.Println(binary.BigEndian.Uint32([]byte{1, 2, 3, 4}), binary.LittleEndian.AppendUint64(nil, 1<<40), binary.BigEndian, binary.NativeEndian.Uint16([]byte{1, 0}))
	for _, x := range []int64{0, 1, -1, 63, -64, 64, 300, math.MaxInt64, math.MinInt64} {
		b := binary.AppendVarint(nil, x)
		y, n := binary.Varint(b)
		z, err := binary.ReadVarint(bytes.NewReader(b))
		fmt.Println(b, y, n, z, err, binary.AppendUvarint(nil, uint64(x)))
	}
	fmt.Println(binary.Uvarint([]byte{0x80}))
	fmt.Println(binary.Uvarint(bytes.Repeat([]byte{0xff}, 11)))
	fmt.Println(binary.ReadUvarint(bytes.NewReader([]byte{0x80})))
	fmt.Println(binary.ReadUvarint(bytes.NewReader(bytes.Repeat([]byte{0xff}, 11))))

	for _, s := range []string{"a,b,c\n1,\"x \"\"y\"\"\",3\n", "a;b\n", "a,\"b\nc\",d\r\ne,f,g", "a,b\nc\n", "a\"b,c\n", "\"a\"b,c\n", "\"abc", "\n\n#c\na\n", "a, b ,\tc\n", "\"a\",\n", ",,\n", "x,\"\"\n", "a,b\n\"c\",\"d\"\"\ne\"\n", "\"a,b\nc,d", "é,\"ü\",x\n\"q\"z"} {
		for mode := 0; mode < 4; mode++ {
			r := csv.NewReader(strings.NewReader(s))
			switch mode {
			case 1:
				r.LazyQuotes = true
				r.FieldsPerRecord = -1
			case 2:
				r.Comment = '#'
				r.TrimLeadingSpace = true
			case 3:
				r.Comma = ';'
				r.ReuseRecord = true
			}
			for {
				rec, err := r.Read()
				fmt.Printf("%q %v ", rec, err)
				var pe *csv.ParseError
				if errors.As(err, &pe) {
					fmt.Print(pe.StartLine, pe.Line, pe.Column, " ")
				}
				for i := range rec {
					fmt.Print(r.FieldPos(i))
				}
				fmt.Print(r.InputOffset(), " ")
				if err != nil {
					break
				}
			}
			fmt.Println()
		}
	}
	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"plain", "with,comma", "with \"quote\"", "multi\nline", " lead", "", "\\."})
	w.Flush()
	w.Comma = '"'
	fmt.Println(w.Write([]string{"x"}), w.Error())
}

// Output:
// 54686520717569636b2062726f776e20666f7800ff
// 00000000  54 68 65 20 71 75 69 63  6b 20 62 72 6f 77 6e 20  |The quick brown |
// 00000010  66 6f 78 00 ff 20 6a 75  6d 70 73 20 6f 76 65 72  |fox.. jumps over|
// 00000020  20 74 68 65 20 6c 61 7a  79 20 64 6f 67 2c 20 74  | the lazy dog, t|
// 00000030  77 69 63 65 20 61 6e 64  20 74 68 65 6e 20 73 6f  |wice and then so|
// 00000040  6d 65 20 6d 6f 72 65 20  62 79 74 65 73           |me more bytes|
// 00000000  54 68 65 20 71 75 69 63  6b 20 62 72 6f 77 6e 20  |The quick brown |
// 00000000  54 68 65                                          |The|
// "Hello" <nil>
// "" encoding/hex: odd length hex string
// "" encoding/hex: invalid byte: U+007A 'z'
// "" encoding/hex: invalid byte: U+0067 'g'
// "" encoding/hex: odd length hex string
// "" encoding/hex: invalid byte: U+007A 'z'
// "\x12" encoding/hex: invalid byte: U+0078 'x'
// 5468652071 "The q" unexpected EOF
//  [] <nil> 0 0
// +w== [251] <nil> 4 3
// +/8= [251 255] <nil> 4 3
// +//+ [251 255 254] <nil> 4 3
// +//+AQ== [251 255 254 1] <nil> 8 6
// +//+AQI= [251 255 254 1 2] <nil> 8 6
// +//+AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "A" <nil>
// "QQ=" "" illegal base64 data at input byte 3
// "QQ" "" illegal base64 data at input byte 0
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "A" <nil>
// "Q\nQ=\n=\n" "A" <nil>
// "QR==" "A" <nil>
// "QUI=" "AB" <nil>
// "QUJ=" "AB" <nil>
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "A" illegal base64 data at input byte 4
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "" illegal base64 data at input byte 0
// "QUJDRUY=\r\n" "ABCEF" <nil>
//  [] <nil> 0 0
// -w== [251] <nil> 4 3
// -_8= [251 255] <nil> 4 3
// -__- [251 255 254] <nil> 4 3
// -__-AQ== [251 255 254 1] <nil> 8 6
// -__-AQI= [251 255 254 1 2] <nil> 8 6
// -__-AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "A" <nil>
// "QQ=" "" illegal base64 data at input byte 3
// "QQ" "" illegal base64 data at input byte 0
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "A" <nil>
// "Q\nQ=\n=\n" "A" <nil>
// "QR==" "A" <nil>
// "QUI=" "AB" <nil>
// "QUJ=" "AB" <nil>
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "A" illegal base64 data at input byte 4
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "" illegal base64 data at input byte 0
// "QUJDRUY=\r\n" "ABCEF" <nil>
//  [] <nil> 0 0
// +w [251] <nil> 2 1
// +/8 [251 255] <nil> 3 2
// +//+ [251 255 254] <nil> 4 3
// +//+AQ [251 255 254 1] <nil> 6 4
// +//+AQI [251 255 254 1 2] <nil> 7 5
// +//+AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "" illegal base64 data at input byte 2
// "QQ=" "" illegal base64 data at input byte 2
// "QQ" "A" <nil>
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "" illegal base64 data at input byte 2
// "Q\nQ=\n=\n" "" illegal base64 data at input byte 3
// "QR==" "" illegal base64 data at input byte 2
// "QUI=" "" illegal base64 data at input byte 3
// "QUJ=" "" illegal base64 data at input byte 3
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "" illegal base64 data at input byte 2
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "AB" <nil>
// "QUJDRUY=\r\n" "ABC" illegal base64 data at input byte 7
//  [] <nil> 0 0
// -w [251] <nil> 2 1
// -_8 [251 255] <nil> 3 2
// -__- [251 255 254] <nil> 4 3
// -__-AQ [251 255 254 1] <nil> 6 4
// -__-AQI [251 255 254 1 2] <nil> 7 5
// -__-AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "" illegal base64 data at input byte 2
// "QQ=" "" illegal base64 data at input byte 2
// "QQ" "A" <nil>
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "" illegal base64 data at input byte 2
// "Q\nQ=\n=\n" "" illegal base64 data at input byte 3
// "QR==" "" illegal base64 data at input byte 2
// "QUI=" "" illegal base64 data at input byte 3
// "QUJ=" "" illegal base64 data at input byte 3
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "" illegal base64 data at input byte 2
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "AB" <nil>
// "QUJDRUY=\r\n" "ABC" illegal base64 data at input byte 7
//  [] <nil> 0 0
// +w== [251] <nil> 4 3
// +/8= [251 255] <nil> 4 3
// +//+ [251 255 254] <nil> 4 3
// +//+AQ== [251 255 254 1] <nil> 8 6
// +//+AQI= [251 255 254 1 2] <nil> 8 6
// +//+AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "A" <nil>
// "QQ=" "" illegal base64 data at input byte 3
// "QQ" "" illegal base64 data at input byte 0
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "A" <nil>
// "Q\nQ=\n=\n" "A" <nil>
// "QR==" "" illegal base64 data at input byte 2
// "QUI=" "AB" <nil>
// "QUJ=" "" illegal base64 data at input byte 3
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "A" illegal base64 data at input byte 4
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "" illegal base64 data at input byte 0
// "QUJDRUY=\r\n" "ABCEF" <nil>
//  [] <nil> 0 0
// -w** [251] <nil> 4 3
// -_8* [251 255] <nil> 4 3
// -__- [251 255 254] <nil> 4 3
// -__-AQ** [251 255 254 1] <nil> 8 6
// -__-AQI* [251 255 254 1 2] <nil> 8 6
// -__-AQID [251 255 254 1 2 3] <nil> 8 6
// "QQ==" "" illegal base64 data at input byte 2
// "QQ=" "" illegal base64 data at input byte 2
// "QQ" "" illegal base64 data at input byte 0
// "Q" "" illegal base64 data at input byte 0
// "QQ==\n" "" illegal base64 data at input byte 2
// "Q\nQ=\n=\n" "" illegal base64 data at input byte 3
// "QR==" "" illegal base64 data at input byte 2
// "QUI=" "" illegal base64 data at input byte 3
// "QUJ=" "" illegal base64 data at input byte 3
// "QUJD" "ABC" <nil>
// "!!!!" "" illegal base64 data at input byte 0
// "QQ==QQ==" "" illegal base64 data at input byte 2
// "QUJDR" "ABC" illegal base64 data at input byte 4
// "QUJD=" "ABC" illegal base64 data at input byte 4
// "QUJDRA=x" "ABC" illegal base64 data at input byte 6
// "====" "" illegal base64 data at input byte 0
// "A===" "" illegal base64 data at input byte 1
// "QUI" "" illegal base64 data at input byte 0
// "QUJDRUY=\r\n" "ABC" illegal base64 data at input byte 7
// VGhlIHF1aWNrIGJyb3duIGZveAD/IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nLCB0d2k= "The quick brown fox\x00\xff jumps over the lazy dog, twi" <nil>
// "ABC" unexpected EOF
// 9f2772d9f9ec94165268b092bc2e398d
// f7feda1c78212dde67fdd75f7ec18bf5bdcc8133
// f15a23cd0f08b46d63fa6d701ea8202e9652e873c447844b4d2d57f9ca02ac44
// 52a16adce0d15b42a900f1097c9026df7d99be2ba7f47f79ae96c872
// d41d8cd98f00b204e9800998ecf8427e 017cca3a4b0437b32d641bfee91a0bced9 16 64 eced9e0b81ef2bba605cbc5e2e76a1d0 ef1772b6dff9a122358552954ad0df65 3b0c8ac703f828b04c6c197006d17218 652b906d60af96844ebd21b674f35e93 dc2f2f2462a0d72358b2f99389458606 762fc2665994b217c52c3c2eb7d9f406 cc7ed669cf88f201c3297c6a91e1d18d cced11f7bbbffea2f718903216643648 24612f0ce2c9d2cf2b022ef1e027a54f b06521f39153d618550606be297466d5 014842d480b571495a4a0363793f7367 c743a45e0d2e6a95cb859adae0248435
// da39a3ee5e6b4b0d3255bfef95601890afd80709 01fe76b6254375ede7bd500c028b5d9429026d3b67 20 64 b05d71c64979cb95fa74a33cdb31a40d258ae02e c1c8bbdc22796e28c0e15163d20899b65621d65a c2db330f6083854c99d4b5bfb6e8f29f201be699 f08f24908d682555111be7ff6f004e78283d989a 5ee0f8895f4e1aae6a6661de5c432e34188a5a2d dbc8b8f59ff85a2b1448ed873484b14bf0507246 13d956033d9af449bfe2c4ef78c17c20469c4bf1 aeab141db28af3353283b5ccb2a322df0b9b5f56 67b4b3923fa178d788a9611b76446c96431071f2 03f09f5b158a7a8cdad920bddc29b81c18a551f5 0098ba824b5c16427bd7a1122a5a442a25ec644d 11655326c708d70319be2610e8a57d9a5b959d3b
// e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 015067fb2dad9f1d84e99f50cabf8437ff9a6737d89d87afc9e3db167b3f9edc24 32 64 a3f01b6939256127582ac8ae9fb47a382a244680806a3f613a118851c1ca1d47 9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318 b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6 d5c039b748aa64665782974ec3dc3025c042edf54dcdc2b5de31385b094cb678 111bb261277afd65f0744b247cd3e47d386d71563d0ed995517807d5ebd4fba3 11ee391211c6256460b6ed375957fadd8061cafbb31daf967db875aebd5aaad4 35d5fc17cfbbadd00f5e710ada39f194c5ad7c766ad67072245f1fad45f0f530 f506898cc7c2e092f9eb9fadae7ba50383f5b46a2a4fe5597dbb553a78981268 7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34 ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb 635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0
// d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f 019bb4c4c09b27ff3ed3ce880d1fe89579c9036d07ef77f1e33764a7f1 28 64 282e1dec88fa36a1070631cca69e3c08a5e18e29fb0b6f6927fbcc0d fb0bd626a70c28541dfa781bb5cc4d7d7f56622a58f01a0b1ddd646f d40854fc9caf172067136f2e29e1380b14626bf6f0dd06779f820dcd b5d09534784ab6578128bce7f28a96a56e3b45c4f734f74739076249 00df3f1eaa489fd28a9de6e6d7b55402c4e3a56928c5043d77240237 a82137820aaae9e66f277c3a9254f4a6078c47b410bc9d9a761c2e0b efda4316fe2d457d622cf1fc42993d41566f77449b7494b38e250c41 54e3b540f6792b6a4570f5225717686fbf670fd0dfd3802e4ace9d77 0daa67402af98b9988c65471b2589dbcdd8bb39569ed77c592aca4a4 1d4e051f4d6fed2a63fd2421e65834cec00d64456553de3496ae8b1d a88cd5cde6d6fe9136a4e58b49167461ea95d388ca2bdb7afdc3cbf4 ff8716f600af42959d0efb52e1f21b01bb328733009344d511c299fb
// 00000000 010e453bff 4 1 dac56129 aadfe34e 79790d37 50736241 e93cbc27 4d543794 1f98bd29 aa1abe92 f61c5695 6824c5de 89b46555 f33faf5d 4081037149
// 00000000 0157b190a4 4 1 1e9b603e 5d552ec6 24a1d732 102cdba1 91e0594e 2c4201f2 d3a91eb3 60466b13 c2be31c0 029fdbc5 37aeee33 e254579b 3797178267
// 0000000000000000 01265e79d7a883035d 8 1 17d29c9c9c9ca6f5 aa47d29c9c9c9ca6 df2a47d29c9c9c9c fcbf2a47d29c9c9c fc9cbf2a47d29c9c fc9c9cbf2a47d29c fc9c9c9cbf2a47d2 98bc9c9c9cbf2a47 5ca8bc9c9c9cbf2a 0c9ca8bc9c9c9cbf c8bc9ca8bc9c9c9c fca8bc9ca8bc9c9c 18206008874677083292
// 0000000000000000 014e70415ad4b5df5d 8 1 e0164342938b638c 76ff812cbbe04d71 6240ffca19efb95d 151246495dba986e d4638d51864c98a0 018df21f0a02a44d 68ea2a7cd99a133a b6e33c4bf6b707f0 18c2f85caa82be3a b6931499d6c41f5d 15c695a20e75b3c8 696cb9b44f316a33 7596650855541074483
// 811c9dc5 0110d3c62d 4 1 71d4f047 79363fa4 74662f4d 89dc7656 5c0e4903 ed7cefd8 b3ad9169 433be82a 014e7a7f 8d8ad58c 5d8e2b05 4bcdb8be 1271773374
// 811c9dc5 0145a0d9cd 4 1 af8580bb 2929d72e 1bddf15d 1a62c174 9e75f40f e1afc92a 92b9e111 6a9de350 078ca623 2469b9e6 d96f0f85 2dd603ec 769000428
// cbf29ce484222325 01b759d736e7c6f58d 8 1 d1ca9802b9e53507 607553a1e0791a84 6077a0106dc80e2d b35328ea8af01616 a6649c8a15f58703 b27d01a350346a78 7ed440814910e989 939324af27bcd3aa 7fdaffa085dba9bf 1cca1cc374416fec 2cdecc1e8b312e65 6fc33ce68491d5fe 8053347519432873470
// cbf29ce484222325 01c909701e1f589ead 8 1 ef28c887b359527b bb9ed895c0c6822e 956c5576914f6c3d 36819478e9f52054 934f7e758b85ba0f d5ce4fbc143bc8ea 895a07966195c431 f9bf3487d17c93f0 dc79d3c8f6aebf63 51c1e07b2aee9066 db007849f35ebbe5 8087e9a889f8a14c 9261628068789264716
// 6c62272e07bb014262b821756295c58d 0186dab537e977db0ad985f8e1a51b95c5 16 1 275eb6fde83ab9358245a33b537dc007 acdea82cc741e4d74bafd9ffbbbb48fc b5b4aa622a1494ea21613dabff72ce75 414d19983c533c1712a6e2a352440996 fd30c25bd06af063f358def639b7cbf3 8138dec56695cafc6e5a58f90527f460 f9ff44d99a50c49bc92b7a695829b241 0671e1732261ebb0887f9f9f7b4e559a 8d9bb700e87d0237f509693cb963541f 7b53917230d1bada82947db81d388244 77f130045610eadeacb6b18bf48849cd 21ba9d9fb3d0fffe84cc7735e3b2cf5e
// 6c62272e07bb014262b821756295c58d 01b203b2e3a6b7ef157b7ed7a22cee3fa5 16 1 f0f8666ffbbef0eb74cf912a1f60af5b abc56c79fdf271b8bb679ed49bf79c5e 308871b7b851ee4e98806f9be9ad4185 53cd9a51b0d03ab5a60954d88830138c f68512987d383d834d7b666f9328849f c5510a271233b09056d70b4a12dba48a 14ca59b8509a419ada9ae4253443ed29 ba30a9b875ceb98afc96b9c74f94f798 e1306af0ee5e4e04cd76983eec4d1f63 557fe3945009ffe8d0ed556cc2e52776 a11feca5934de37914081cd3cff7194d 161826d56cd6e5fba5fb78a0e50bf924
// 00000001 01a15487ec 4 4 33011477 47d914d8 5d121539 72ac159a 88a715fb 9f03165c b5c016bd ccde171e e45d177f fc3d17e0 148d1841 2d2f18a2 758061218
// 3769545559 892896395 1400052817
// <nil> 27 [71 79 1 2 52 18 0 0 251 255 255 255 0 0 192 63 7 0 1 0 0 128 63 0 0 0 192]
// <nil> true {[71 79 1 2] 4660 0 -5 1.5 {7 0} true (1-2i)}
// EOF
// <nil> [0 1 255 254] binary.Write: some values are not fixed-sized in type int binary.Write: some values are not fixed-sized in type map[int]int
// 4 <nil>
// [1 -2]
// [0 0 0 9 1 0] <nil>
// unexpected EOF binary.Read: invalid type [2]int16
// 16909060 [0 0 0 0 0 1 0 0] BigEndian 1
// [0] 0 1 0 <nil> [0]
// [2] 1 1 1 <nil> [1]
// [1] -1 1 -1 <nil> [255 255 255 255 255 255 255 255 255 1]
// [126] 63 1 63 <nil> [63]
// [127] -64 1 -64 <nil> [192 255 255 255 255 255 255 255 255 1]
// [128 1] 64 2 64 <nil> [64]
// [216 4] 300 2 300 <nil> [172 2]
// [254 255 255 255 255 255 255 255 255 1] 9223372036854775807 10 9223372036854775807 <nil> [255 255 255 255 255 255 255 255 127]
// [255 255 255 255 255 255 255 255 255 1] -9223372036854775808 10 -9223372036854775808 <nil> [128 128 128 128 128 128 128 128 128 1]
// 0 0
// 0 -11
// 0 unexpected EOF
// 18446744073709551615 binary: varint overflows a 64-bit integer
// ["a" "b" "c"] <nil> 1 11 31 56 ["1" "x \"y\"" "3"] <nil> 2 12 32 1320 [] EOF 20
// ["a" "b" "c"] <nil> 1 11 31 56 ["1" "x \"y\"" "3"] <nil> 2 12 32 1320 [] EOF 20
// ["a" "b" "c"] <nil> 1 11 31 56 ["1" "x \"y\"" "3"] <nil> 2 12 32 1320 [] EOF 20
// ["a,b,c"] <nil> 1 16 [] parse error on line 2, column 3: bare " in non-quoted-field 2 2 3 20
// ["a;b"] <nil> 1 14 [] EOF 4
// ["a;b"] <nil> 1 14 [] EOF 4
// ["a;b"] <nil> 1 14 [] EOF 4
// ["a" "b"] <nil> 1 11 34 [] EOF 4
// ["a" "b\nc" "d"] <nil> 1 11 32 411 ["e" "f" "g"] <nil> 3 13 33 516 [] EOF 16
// ["a" "b\nc" "d"] <nil> 1 11 32 411 ["e" "f" "g"] <nil> 3 13 33 516 [] EOF 16
// ["a" "b\nc" "d"] <nil> 1 11 32 411 ["e" "f" "g"] <nil> 3 13 33 516 [] EOF 16
// [] parse error on line 1, column 3: bare " in non-quoted-field 1 1 3 5
// ["a" "b"] <nil> 1 11 34 ["c"] record on line 2: wrong number of fields 2 2 1 2 16
// ["a" "b"] <nil> 1 11 34 ["c"] <nil> 2 16 [] EOF 6
// ["a" "b"] <nil> 1 11 34 ["c"] record on line 2: wrong number of fields 2 2 1 2 16
// ["a,b"] <nil> 1 14 ["c"] <nil> 2 16 [] EOF 6
// [] parse error on line 1, column 2: bare " in non-quoted-field 1 1 2 6
// ["a\"b" "c"] <nil> 1 11 56 [] EOF 6
// [] parse error on line 1, column 2: bare " in non-quoted-field 1 1 2 6
// [] parse error on line 1, column 2: bare " in non-quoted-field 1 1 2 6
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field 1 1 3 7
// ["a\"b,c\n"] <nil> 1 17 [] EOF 7
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field 1 1 3 7
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field 1 1 3 7
// [] parse error on line 1, column 5: extraneous or missing " in quoted-field 1 1 5 4
// ["abc"] <nil> 1 14 [] EOF 4
// [] parse error on line 1, column 5: extraneous or missing " in quoted-field 1 1 5 4
// [] parse error on line 1, column 5: extraneous or missing " in quoted-field 1 1 5 4
// ["#c"] <nil> 3 15 ["a"] <nil> 4 17 [] EOF 7
// ["#c"] <nil> 3 15 ["a"] <nil> 4 17 [] EOF 7
// ["a"] <nil> 4 17 [] EOF 7
// ["#c"] <nil> 3 15 ["a"] <nil> 4 17 [] EOF 7
// ["a" " b " "\tc"] <nil> 1 11 31 79 [] EOF 9
// ["a" " b " "\tc"] <nil> 1 11 31 79 [] EOF 9
// ["a" "b " "c"] <nil> 1 11 41 89 [] EOF 9
// ["a, b ,\tc"] <nil> 1 19 [] EOF 9
// ["a" ""] <nil> 1 11 55 [] EOF 5
// ["a" ""] <nil> 1 11 55 [] EOF 5
// ["a" ""] <nil> 1 11 55 [] EOF 5
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field 1 1 3 5
// ["" "" ""] <nil> 1 11 21 33 [] EOF 3
// ["" "" ""] <nil> 1 11 21 33 [] EOF 3
// ["" "" ""] <nil> 1 11 21 33 [] EOF 3
// [",,"] <nil> 1 13 [] EOF 3
// ["x" ""] <nil> 1 11 35 [] EOF 5
// ["x" ""] <nil> 1 11 35 [] EOF 5
// ["x" ""] <nil> 1 11 35 [] EOF 5
// [] parse error on line 1, column 3: bare " in non-quoted-field 1 1 3 5
// ["a" "b"] <nil> 1 11 34 ["c" "d\"\ne"] <nil> 2 12 516 [] EOF 16
// ["a" "b"] <nil> 1 11 34 ["c" "d\"\ne"] <nil> 2 12 516 [] EOF 16
// ["a" "b"] <nil> 1 11 34 ["c" "d\"\ne"] <nil> 2 12 516 [] EOF 16
// ["a,b"] <nil> 1 14 [] parse error on line 2, column 3: extraneous or missing " in quoted-field 2 2 3 13
// [] record on line 1; parse error on line 2, column 4: extraneous or missing " in quoted-field 1 2 4 8
// ["a,b\nc,d"] <nil> 1 18 [] EOF 8
// [] record on line 1; parse error on line 2, column 4: extraneous or missing " in quoted-field 1 2 4 8
// [] record on line 1; parse error on line 2, column 4: extraneous or missing " in quoted-field 1 2 4 8
// ["é" "ü" "x"] <nil> 1 11 41 910 [] parse error on line 2, column 3: extraneous or missing " in quoted-field 2 2 3 14
// ["é" "ü" "x"] <nil> 1 11 41 910 ["q\"z"] <nil> 2 114 [] EOF 14
// ["é" "ü" "x"] <nil> 1 11 41 910 [] parse error on line 2, column 3: extraneous or missing " in quoted-field 2 2 3 14
// [] parse error on line 1, column 4: bare " in non-quoted-field 1 1 4 10
// plain,"with,comma","with ""quote""","multi
// line"," lead",,"\."
// csv: invalid field or comment delimiter <nil>
