// Errors in the names of certificates and requests, and attribute values of types that Go has no type for.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"fmt"
)

func tlv(tag byte, parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return append([]byte{tag, byte(len(b))}, b...)
}

func main() {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	oid := []byte{6, 3, 0x55, 4, 3}
	h := func(s string) []byte {
		b, err := hex.DecodeString(s)
		if err != nil {
			panic(err)
		}
		return b
	}
	attr := func(value string) []byte { return tlv(0x31, tlv(0x30, oid, h(value))) }
	whole := func(name string, subject []byte) {
		der, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{RawSubject: subject}, key)
		if err != nil {
			panic(err)
		}
		r, err := x509.ParseCertificateRequest(der)
		if err != nil {
			fmt.Printf("%s: %v\n", name, err)
			return
		}
		value := any("none")
		if len(r.Subject.Names) > 0 {
			value = r.Subject.Names[0].Value
		}
		fmt.Printf("%s: %T %v\n", name, value, value)
	}
	try := func(name string, body []byte) { whole(name, tlv(0x30, body)) }
	for _, v := range []string{
		"1301", "130140", "13022a26", "130161", "0c01ff", "0c0161", "120161", "120131", "160180", "160161", "1401ff",
		"140161", "1e0161", "1e020061", "1e02d800", "1e040061d800", "1e0400610000", "1e02ffff", "0101ff", "010101",
		"010100", "0100", "0201", "0200", "020101", "02020001", "0209010000000000000000", "0300", "030100", "030101",
		"03020101", "030207ff", "03020780", "0401ff", "0500", "050101", "0600", "060155", "06028037", "0601ff",
		"060a55ffffffffffffffffff7f", "0a0101", "0a00", "1700", "170d3230303130313030303030305a",
		"170b323030313031303030305a", "17083230303130313030", "18083230303130313030",
		"180f32303230303130313030303030305a", "181132303230303130313030303030302e315a",
		"18113230323030313031303030303030", "3000", "300161", "3100", "a00161", "a000", "1c0400000061", "1c00",
		"1a0161", "1b0161", "1f0161", "1f2100", "0900", "800161", "3303616263", "2c0161", "13810161", "1380", "13",
		"", "13016100", "0c01610c0161",
	} {
		try(v, attr(v))
	}
	try("set tag", tlv(0x30, tlv(0x30, oid, h("130161"))))
	try("empty set", tlv(0x31))
	try("set of null", tlv(0x31, h("0500")))
	try("attribute empty", tlv(0x31, tlv(0x30)))
	try("type tag", tlv(0x31, tlv(0x30, h("040155"), h("130161"))))
	try("type bad", tlv(0x31, tlv(0x30, h("0601ff"), h("130161"))))
	try("type pad", tlv(0x31, tlv(0x30, h("06028037"), h("130161"))))
	try("type empty", tlv(0x31, tlv(0x30, h("0600"), h("130161"))))
	try("two", append(attr("130161"), attr("130140")...))
	try("second in set", tlv(0x31, tlv(0x30, oid, h("130161")), tlv(0x30, oid, h("130140"))))
	try("rest in set", tlv(0x31, tlv(0x30, oid, h("130161")), h("05")))
	try("rest", append(attr("130161"), 5))
	try("none", nil)
	whole("a set", tlv(0x31, attr("130161")))
	whole("a string", tlv(0x13, attr("130161")))
	whole("shorter", []byte{0x30, 0x81, 0x00})
}

// Output:
// 1301: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 130140: x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// 13022a26: string *&
// 130161: string a
// 0c01ff: x509: invalid RDNSequence: invalid attribute value: invalid UTF-8 string
// 0c0161: string a
// 120161: x509: invalid RDNSequence: invalid attribute value: invalid NumericString
// 120131: string 1
// 160180: x509: invalid RDNSequence: invalid attribute value: invalid IA5String
// 160161: string a
// 1401ff: string ÿ
// 140161: string a
// 1e0161: x509: invalid RDNSequence: invalid attribute value: invalid BMPString
// 1e020061: string a
// 1e02d800: x509: invalid RDNSequence: invalid attribute value: invalid BMPString
// 1e040061d800: x509: invalid RDNSequence: invalid attribute value: invalid BMPString
// 1e0400610000: string a
// 1e02ffff: x509: invalid RDNSequence: invalid attribute value: invalid BMPString
// 0101ff: bool true
// 010101: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BOOLEAN
// 010100: bool false
// 0100: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BOOLEAN
// 0201: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 0200: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 integer
// 020101: int64 1
// 02020001: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 integer
// 0209010000000000000000: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 integer
// 0300: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BIT STRING
// 030100: asn1.BitString {[] 0}
// 030101: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BIT STRING
// 03020101: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BIT STRING
// 030207ff: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 BIT STRING
// 03020780: asn1.BitString {[128] 1}
// 0401ff: []uint8 [255]
// 0500: <nil> <nil>
// 050101: <nil> <nil>
// 0600: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 OBJECT IDENTIFIER
// 060155: asn1.ObjectIdentifier 2.5
// 06028037: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 OBJECT IDENTIFIER
// 0601ff: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 OBJECT IDENTIFIER
// 060a55ffffffffffffffffff7f: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 OBJECT IDENTIFIER
// 0a0101: asn1.RawValue {0 10 false [1] [10 1 1]}
// 0a00: asn1.RawValue {0 10 false [] [10 0]}
// 1700: x509: invalid RDNSequence: invalid attribute value: x509: malformed UTCTime
// 170d3230303130313030303030305a: time.Time 2020-01-01 00:00:00 +0000 UTC
// 170b323030313031303030305a: time.Time 2020-01-01 00:00:00 +0000 UTC
// 17083230303130313030: x509: invalid RDNSequence: invalid attribute value: x509: malformed UTCTime
// 18083230303130313030: x509: invalid RDNSequence: invalid attribute value: x509: malformed GeneralizedTime
// 180f32303230303130313030303030305a: time.Time 2020-01-01 00:00:00 +0000 UTC
// 181132303230303130313030303030302e315a: x509: invalid RDNSequence: invalid attribute value: x509: malformed GeneralizedTime
// 18113230323030313031303030303030: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 3000: asn1.RawValue {0 16 true [] [48 0]}
// 300161: asn1.RawValue {0 16 true [97] [48 1 97]}
// 3100: asn1.RawValue {0 17 true [] [49 0]}
// a00161: asn1.RawValue {2 0 true [97] [160 1 97]}
// a000: asn1.RawValue {2 0 true [] [160 0]}
// 1c0400000061: asn1.RawValue {0 28 false [0 0 0 97] [28 4 0 0 0 97]}
// 1c00: asn1.RawValue {0 28 false [] [28 0]}
// 1a0161: asn1.RawValue {0 26 false [97] [26 1 97]}
// 1b0161: asn1.RawValue {0 27 false [97] [27 1 97]}
// 1f0161: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 1f2100: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 0900: asn1.RawValue {0 9 false [] [9 0]}
// 800161: asn1.RawValue {2 0 false [97] [128 1 97]}
// 3303616263: asn1.RawValue {0 19 true [97 98 99] [51 3 97 98 99]}
// 2c0161: asn1.RawValue {0 12 true [97] [44 1 97]}
// 13810161: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 1380: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 13: x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// : x509: invalid RDNSequence: invalid attribute value: invalid ASN.1 element
// 13016100: string a
// 0c01610c0161: string a
// set tag: x509: invalid RDNSequence
// empty set: string none
// set of null: x509: invalid RDNSequence: invalid attribute
// attribute empty: x509: invalid RDNSequence: invalid attribute type
// type tag: x509: invalid RDNSequence: invalid attribute type
// type bad: x509: invalid RDNSequence: invalid attribute type
// type pad: x509: invalid RDNSequence: invalid attribute type
// type empty: x509: invalid RDNSequence: invalid attribute type
// two: x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// second in set: x509: invalid RDNSequence: invalid attribute value: invalid PrintableString
// rest in set: x509: invalid RDNSequence: invalid attribute
// rest: x509: invalid RDNSequence
// none: string none
// a set: x509: invalid RDNSequence
// a string: x509: invalid RDNSequence
// shorter: asn1: structure error: superfluous leading zeros in length
