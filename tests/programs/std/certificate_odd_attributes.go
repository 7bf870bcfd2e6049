// Attributes of a certificate's names whose values have types that Go has no type for are raw values, in hexadecimal in
// the name's text.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"math/big"
	"time"
)

func main() {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	for _, value := range []any{
		"text",
		7,
		asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 19, Bytes: []byte("abc")},
		asn1.RawValue{Class: asn1.ClassPrivate, Tag: 2, IsCompound: true, Bytes: []byte{5, 0}},
		asn1.RawValue{Tag: asn1.TagGeneralString, Bytes: []byte("abc")},
		asn1.RawValue{Tag: asn1.TagSequence, IsCompound: true, Bytes: []byte{5, 0}},
		asn1.RawValue{Tag: asn1.TagNull},
	} {
		id := asn1.ObjectIdentifier{2, 5, 4, 43}
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1),
			Subject: pkix.Name{
				CommonName: "root",
				ExtraNames: []pkix.AttributeTypeAndValue{{Type: id, Value: value}},
			},
			NotBefore: time.Unix(0, 0),
			NotAfter:  time.Unix(1<<32, 0),
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
		if err != nil {
			fmt.Println(err)
			continue
		}
		parsed, err := x509.ParseCertificate(der)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(parsed.Subject)
		for _, name := range parsed.Subject.Names {
			fmt.Printf("\t%v %T %v\n", name.Type, name.Value, name.Value)
		}
	}
}

// Output:
// CN=root,2.5.4.43=text
// 	2.5.4.3 string root
// 	2.5.4.43 string text
// CN=root,2.5.4.43=#020107
// 	2.5.4.3 string root
// 	2.5.4.43 int64 7
// CN=root,2.5.4.43=#9303616263
// 	2.5.4.3 string root
// 	2.5.4.43 asn1.RawValue {2 19 false [97 98 99] [147 3 97 98 99]}
// CN=root,2.5.4.43=#e2020500
// 	2.5.4.3 string root
// 	2.5.4.43 asn1.RawValue {3 2 true [5 0] [226 2 5 0]}
// CN=root,2.5.4.43=#1b03616263
// 	2.5.4.3 string root
// 	2.5.4.43 asn1.RawValue {0 27 false [97 98 99] [27 3 97 98 99]}
// CN=root,2.5.4.43=#30020500
// 	2.5.4.3 string root
// 	2.5.4.43 asn1.RawValue {0 16 true [5 0] [48 2 5 0]}
// CN=root,2.5.4.43=\<nil\>
// 	2.5.4.3 string root
// 	2.5.4.43 <nil> <nil>
