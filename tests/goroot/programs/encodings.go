// XML, base32, PEM, gob, ASN.1: types go out and come back.
package main

import (
	"bytes"
	"encoding/ascii85"
	"encoding/asn1"
	"encoding/base32"
	"encoding/gob"
	"encoding/pem"
	"encoding/xml"
	"fmt"
	"math/big"
)

type address struct {
	City  string `xml:"city"`
	State string `xml:"state,attr"`
}

type person struct {
	XMLName xml.Name `xml:"person"`
	ID      int      `xml:"id,attr"`
	Name    string   `xml:"name>full"`
	Emails  []string `xml:"email"`
	Address *address
	Note    string `xml:",comment"`
}

type shape interface{ Area() float64 }
type square struct{ Side float64 }

func (s square) Area() float64 { return s.Side * s.Side }

type message struct {
	Title  string
	Counts map[string]int
	Shape  shape
	Big    *big.Int
}

func main() {
	in := person{ID: 7, Name: "Ann <A>", Emails: []string{"a@x", "b@y"}, Address: &address{"Ulm", "BW"}, Note: " hi "}
	out, err := xml.MarshalIndent(in, "", "  ")
	fmt.Println(string(out), err)
	var back person
	fmt.Println(xml.Unmarshal(out, &back), back.Name, back.Emails, *back.Address, back.ID)
	fmt.Println(xml.Unmarshal([]byte("<a><b></a>"), &back))

	gob.Register(square{})
	var buf bytes.Buffer
	n := new(big.Int).Exp(big.NewInt(3), big.NewInt(200), nil)
	sent := message{"t", map[string]int{"a": 1}, square{1.5}, n}
	fmt.Println(gob.NewEncoder(&buf).Encode(sent))
	var got message
	fmt.Println(gob.NewDecoder(&buf).Decode(&got), got.Title, got.Counts, got.Shape.Area(), got.Big)

	fmt.Println(base32.StdEncoding.EncodeToString([]byte("hello, world")))
	block := &pem.Block{Type: "TEST", Headers: map[string]string{"K": "v"}, Bytes: []byte("0123456789")}
	text := pem.EncodeToMemory(block)
	fmt.Print(string(text))
	decoded, rest := pem.Decode(text)
	fmt.Println(decoded.Type, decoded.Headers, string(decoded.Bytes), len(rest))
	der, err := asn1.Marshal(struct {
		A int
		B string
		C []int
	}{5, "x", []int{1, 2}})
	fmt.Printf("%x %v\n", der, err)
	dst := make([]byte, 20)
	fmt.Println(string(dst[:ascii85.Encode(dst, []byte("hello"))]))
}
