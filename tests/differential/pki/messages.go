package main

import (
	"encoding/asn1"
	"math/big"
	"time"
)

// A message has a field of each kind that encoding/asn1 reads.
type message struct {
	Bool       bool
	Int        int
	Small      int32 `asn1:"explicit,tag:1"`
	Big        *big.Int
	Enum       asn1.Enumerated
	OID        asn1.ObjectIdentifier
	Bytes      []byte
	Bits       asn1.BitString
	Printable  string `asn1:"printable"`
	IA5        string `asn1:"ia5"`
	UTF8       string `asn1:"utf8"`
	Numeric    string `asn1:"numeric"`
	UTC        time.Time
	General    time.Time `asn1:"generalized"`
	Flag       asn1.Flag `asn1:"optional,explicit,tag:3"`
	Default    int       `asn1:"optional,default:5,tag:2"`
	Optional   string    `asn1:"optional,tag:4,utf8"`
	Raw        asn1.RawValue
	List       []int
	Set        []int `asn1:"set"`
	Inner      inner
	Pointerish []inner   `asn1:"optional,explicit,tag:5"`
	Any        any       `asn1:"optional"`
	Rest       []inner   `asn1:"optional,omitempty,tag:6"`
	Late       time.Time `asn1:"optional,utc,tag:7"`
}

type inner struct {
	Raw  asn1.RawContent
	A    int
	Name string `asn1:"optional"`
}

func messages() []object {
	m := message{
		Bool: true, Int: -129, Small: 70000, Big: new(big.Int).Lsh(big.NewInt(-3), 90), Enum: 3,
		OID: asn1.ObjectIdentifier{2, 999, 1 << 20}, Bytes: []byte{1, 2, 3},
		Bits:      asn1.BitString{Bytes: []byte{0xa0, 0x80}, BitLength: 9},
		Printable: "Print able", IA5: "a@b", UTF8: "größe", Numeric: "12 3",
		UTC: notBefore, General: notAfter, Flag: true, Default: 7, Optional: "x",
		Raw:  asn1.RawValue{FullBytes: []byte{0x30, 3, 2, 1, 5}},
		List: []int{1, 2, 300}, Set: []int{3, 4},
		Inner: inner{A: 1, Name: "n"}, Pointerish: []inner{{A: 2}},
		Any: "text", Rest: []inner{{A: 3}}, Late: notBefore,
	}
	values := []any{
		true, 1 << 40, asn1.Enumerated(-1), asn1.ObjectIdentifier{1, 2, 840, 113549}, []byte("bytes"), "text", []int{1, -2, 128}, notBefore,
		inner{A: -5, Name: "ü"}, new(big.Int).Lsh(big.NewInt(1), 70),
	}
	all := []object{{"message", must(asn1.Marshal(m))}, {"message", must(asn1.Marshal(m))}, {"message", must(asn1.Marshal(m))}}
	for _, value := range values {
		all = append(all, object{"value", must(asn1.Marshal(value))})
	}
	return all
}
