// Values to DER and back: every kind, the parameters of tags, what is refused, and names of certificates.
package main

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"time"
)

type inner struct {
	N    int    `asn1:"optional,default:5"`
	Name string `asn1:"utf8"`
}

type all struct {
	Flag     bool
	Small    int32
	Big      *big.Int
	Bits     asn1.BitString
	Bytes    []byte
	OID      asn1.ObjectIdentifier
	Enum     asn1.Enumerated
	Text     string
	IA5      string    `asn1:"ia5"`
	When     time.Time `asn1:"utc"`
	Later    time.Time `asn1:"generalized"`
	List     []int
	Set      []int `asn1:"set"`
	In       inner
	Tagged   int    `asn1:"tag:3"`
	Explicit int    `asn1:"explicit,tag:40"`
	Private  string `asn1:"private,tag:2"`
	Optional []byte `asn1:"optional,tag:7"`
	Empty    []int  `asn1:"omitempty"`
	Raw      asn1.RawValue
}

type raw struct {
	Content asn1.RawContent
	A, B    int
}

func show(der []byte, err error) { fmt.Println(hex.EncodeToString(der), err) }

func read[T any](text string) {
	der, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	var v T
	rest, err := asn1.Unmarshal(der, &v)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v %x\n", v, rest)
}

func main() {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	v := all{
		true, -129, huge, asn1.BitString{Bytes: []byte{0xa5, 0xc0}, BitLength: 10}, []byte("bytes"),
		asn1.ObjectIdentifier{2, 999, 3, 1 << 20}, 7, "plain", "a@b", time.Date(1999, 12, 31, 23, 59, 58, 0, time.UTC),
		time.Date(2077, 1, 2, 3, 4, 5, 0, time.FixedZone("", 5400)), []int{1, 128, 1 << 40}, []int{300, 2, 1},
		inner{5, "ö"}, 1, 2, "p", nil, nil, asn1.NullRawValue,
	}
	der, err := asn1.Marshal(v)
	show(der, err)
	var back all
	rest, err := asn1.Unmarshal(append(der, 1, 2), &back)
	back.When, back.Later = back.When.UTC(), back.Later.UTC()
	fmt.Printf("%+v %v %v\n", back, rest, err)

	for _, n := range []int64{0, 1, 127, 128, 255, 256, -1, -128, -129, 1<<63 - 1, -1 << 63} {
		show(asn1.Marshal(n))
		show(asn1.Marshal(big.NewInt(n)))
	}
	for _, s := range []string{"", "Test (1)", "a*b", "a&b", "ü", "\xff"} {
		show(asn1.Marshal(s))
	}
	show(asn1.Marshal("x*"))
	show(asn1.MarshalWithParams("12 3", "numeric"))
	show(asn1.MarshalWithParams("12x", "numeric"))
	show(asn1.MarshalWithParams("ü", "ia5"))
	show(asn1.MarshalWithParams(3, "generalized"))
	show(asn1.MarshalWithParams([]int{3, 1}, "set,tag:1"))
	show(asn1.MarshalWithParams(3, "explicit,application,tag:31"))
	show(asn1.Marshal(make([]byte, 200)))
	show(asn1.Marshal(asn1.ObjectIdentifier{1}))
	show(asn1.Marshal(asn1.ObjectIdentifier{1, 40}))
	show(asn1.Marshal(map[int]int{}))
	show(asn1.Marshal(struct{ a int }{1}))
	show(asn1.Marshal(nil))
	show(asn1.Marshal([]any{1, "x", []byte{1}, true}))
	show(asn1.Marshal(raw{asn1.RawContent{0x30, 3, 2, 1, 9}, 1, 2}))

	read[int]("0201ff")
	read[int]("02020001")
	read[int]("0200")
	read[int8]("02020100")
	read[int32]("02050100000000")
	read[int64]("0209010000000000000000")
	read[*big.Int]("0209ff0000000000000000")
	read[bool]("0101ff")
	read[bool]("010101")
	read[string]("130161")
	read[string]("13012a")
	read[string]("130140")
	read[string]("0c02c3bc")
	read[string]("0c01ff")
	read[string]("1e0400410042")
	read[string]("1601e4")
	read[string]("1401e4")
	read[asn1.BitString]("0302070f")
	read[asn1.BitString]("03020780")
	read[asn1.BitString]("0300")
	read[asn1.ObjectIdentifier]("06032a0304")
	read[asn1.ObjectIdentifier]("06028001")
	read[asn1.ObjectIdentifier]("060188")
	read[time.Time]("170d3931303530363136343534305a")
	read[time.Time]("170b393130353036323334355a")
	read[time.Time]("180f32303130303130323033303430355a")
	read[time.Time]("170d3931313330363136343534305a")
	read[[]int]("3006020101020102")
	read[[]int]("3006020101040102")
	read[raw]("3006020101020102ff")
	read[raw]("3003020101")
	read[inner]("30030c0161")
	read[inner]("30060201070c0161")
	read[inner]("3106020107")
	read[any]("0c0161")
	read[any]("30030201010500")
	read[asn1.RawValue]("a003020101")
	read[asn1.RawValue]("0482000101")
	read[asn1.RawValue]("048101ff")
	read[asn1.RawValue]("0480")
	read[asn1.RawValue]("1f0100")
	read[asn1.RawValue]("04")
	read[asn1.RawValue]("0405aa")
	read[asn1.Flag]("0500")
	read[complex64]("0500")
	var p *int
	_, err = asn1.Unmarshal([]byte{2, 1, 1}, p)
	fmt.Println(err)
	_, err = asn1.Unmarshal([]byte{2, 1, 1}, 3)
	fmt.Println(err)
	_, err = asn1.Unmarshal([]byte{2, 1, 1}, nil)
	fmt.Println(err)

	bits := asn1.BitString{Bytes: []byte{0x5e, 0x80}, BitLength: 9}
	fmt.Println(bits.At(0), bits.At(1), bits.At(8), bits.At(9), bits.At(-1), bits.RightAlign())
	fmt.Println(asn1.ObjectIdentifier{1, 2, 3}, asn1.ObjectIdentifier{1}.Equal(asn1.ObjectIdentifier{1, 2}))
	names()
}

func names() {
	name := pkix.Name{
		Country: []string{"DE", "FR"}, Organization: []string{"A, B", " #x "}, CommonName: "#host\"", SerialNumber: "7",
		Province: []string{"Süd"}, Locality: []string{"<there>"}, PostalCode: []string{"1+1"},
		ExtraNames: []pkix.AttributeTypeAndValue{
			{Type: asn1.ObjectIdentifier{2, 5, 4, 11}, Value: "extra"},
			{Type: asn1.ObjectIdentifier{1, 2, 3}, Value: "other"},
			{Type: asn1.ObjectIdentifier{1, 2, 4}, Value: 5},
		},
	}
	fmt.Println(name)
	der, err := asn1.Marshal(name.ToRDNSequence())
	show(der, err)
	var rdns pkix.RDNSequence
	rest, err := asn1.Unmarshal(der, &rdns)
	fmt.Println(rdns, rest, err)
	var back pkix.Name
	back.FillFromRDNSequence(&rdns)
	fmt.Println(back)
	fmt.Printf("%q %q %q %q\n", back.Country, back.OrganizationalUnit, back.CommonName, back.PostalCode)
}

// Output:
// 30818e0101ff0202ff7f020dfe7116f0093c8c1f11b1c0f52e030306a5c0040562797465730606883703c080000a01071305706c61696e1603614062170d3939313233313233353935385a181332303737303130323033303430352b30313330300f020101020200800206010000000000310a0201010201020202012c30040c02c3b6830101bf2803020102c201700500 <nil>
// {Flag:true Small:-129 Big:-123456789012345678901234567890 Bits:{Bytes:[165 192] BitLength:10} Bytes:[98 121 116 101 115] OID:2.999.3.1048576 Enum:7 Text:plain IA5:a@b When:1999-12-31 23:59:58 +0000 UTC Later:2077-01-02 01:34:05 +0000 UTC List:[1 128 1099511627776] Set:[1 2 300] In:{N:5 Name:ö} Tagged:1 Explicit:2 Private:p Optional:[] Empty:[] Raw:{Class:0 Tag:0 IsCompound:false Bytes:[] FullBytes:[]}} [] asn1: structure error: tags don't match (16 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:true}  @142
// 020100 <nil>
// 020100 <nil>
// 020101 <nil>
// 020101 <nil>
// 02017f <nil>
// 02017f <nil>
// 02020080 <nil>
// 02020080 <nil>
// 020200ff <nil>
// 020200ff <nil>
// 02020100 <nil>
// 02020100 <nil>
// 0201ff <nil>
// 0201ff <nil>
// 020180 <nil>
// 020180 <nil>
// 0202ff7f <nil>
// 0202ff7f <nil>
// 02087fffffffffffffff <nil>
// 02087fffffffffffffff <nil>
// 02088000000000000000 <nil>
// 02088000000000000000 <nil>
// 1300 <nil>
// 13085465737420283129 <nil>
// 0c03612a62 <nil>
// 0c03612662 <nil>
// 0c02c3bc <nil>
//  asn1: string not valid UTF-8
// 0c02782a <nil>
// 120431322033 <nil>
//  asn1: structure error: NumericString contains invalid character
//  asn1: structure error: IA5String contains invalid character
//  asn1: structure error: explicit time type given to non-time member
// a106020101020103 <nil>
// 7f1f03020103 <nil>
// 0481c80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 <nil>
//  asn1: structure error: invalid object identifier
//  asn1: structure error: invalid object identifier
//  asn1: structure error: unknown Go type: map[int]int
//  asn1: structure error: struct contains unexported fields
//  asn1: cannot marshal nil value
// 300c0201011301780401010101ff <nil>
// 3003020109 <nil>
// -1
// asn1: structure error: integer not minimally-encoded
// asn1: structure error: empty integer
// asn1: structure error: unsupported: int8
// asn1: structure error: integer too large
// asn1: structure error: integer too large
// -18446744073709551616
// true
// asn1: syntax error: invalid boolean
// a
// *
// asn1: syntax error: PrintableString contains invalid character
// ü
// asn1: invalid UTF-8 string
// AB
// asn1: syntax error: IA5String contains invalid character
// ä
// asn1: syntax error: invalid padding bits in BIT STRING
// {[128] 1}
// asn1: syntax error: zero length BIT STRING
// 1.2.3.4
// asn1: syntax error: integer is not minimally encoded
// asn1: syntax error: truncated base 128 integer
// 1991-05-06 16:45:40 +0000 UTC
// 1991-05-06 23:45:00 +0000 UTC
// 2010-01-02 03:04:05 +0000 UTC
// parsing time "911306164540Z": month out of range
// [1 2]
// asn1: structure error: sequence tag mismatch
// {[48 6 2 1 1 2 1 2] 1 2} ff
// asn1: syntax error: sequence truncated
// {5 a}
// {7 a}
// asn1: structure error: tags don't match (16 vs {class:0 tag:17 length:6 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} inner @2
// a
// <nil> 0500
// {2 0 true [2 1 1] [160 3 2 1 1]}
// asn1: structure error: superfluous leading zeros in length
// asn1: structure error: non-minimal length
// asn1: syntax error: indefinite length found (not DER)
// asn1: syntax error: non-minimal tag
// asn1: syntax error: truncated tag or length
// asn1: syntax error: data truncated
// asn1: structure error: tags don't match (1 vs {class:0 tag:5 length:0 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} Flag @2
// asn1: structure error: unknown Go type: complex64
// asn1: Unmarshal recipient value is nil *int
// asn1: Unmarshal recipient value is non-pointer int
// asn1: Unmarshal recipient value is nil
// 0 1 1 0 0 [0 189]
// 1.2.3 false
// 1.2.4=#020105,1.2.3=other,OU=extra,SERIALNUMBER=7,CN=\#host\",O=A\, B+O=\ #x\ ,POSTALCODE=1\+1,L=\<there\>,ST=Süd,C=DE+C=FR
// 3081aa311630090603550406130244453009060355040613024652310d300b06035504080c0453c3bc643110300e06035504070c073c74686572653e310c300a06035504111303312b31311a300b060355040a0c0420237820300b060355040a1304412c2042310f300d06035504030c0623686f737422310a30080603550405130137310e300c060355040b13056578747261310d300b06022a0313056f746865723109300706022a04020105 <nil>
// 1.2.4=#020105,1.2.3=other,OU=extra,SERIALNUMBER=7,CN=\#host\",O=\ #x\ +O=A\, B,POSTALCODE=1\+1,L=\<there\>,ST=Süd,C=DE+C=FR [] <nil>
// SERIALNUMBER=7,CN=\#host\",OU=extra,O=\ #x\ +O=A\, B,POSTALCODE=1\+1,L=\<there\>,ST=Süd,C=DE+C=FR,1.2.4=#020105,1.2.3=other
// ["DE" "FR"] ["extra"] "#host\"" ["1+1"]
