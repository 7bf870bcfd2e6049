package main

type malformed struct {
	A int "json"
	B int `json:a`
	C int `json: "a"`
	D int `:"a"`
	E int `json:"e",xml:"e"`
	F int `json:"f, omitempty"`
	G int `json:"g,omitempty" xml:"g"`
	H int `json:"h`
	I int `xml:"a  b"`
	J int `xml:" a"`
	K int `xml:"a b"`
	L int `json:"\x"`
	M int `unknown:"anything, goes" json:"m"`
	N int "json:\"n\"\n"
	O int `json:"o" `
	P int `asn1:"a b"`
	Q int `json:"with space"`
}

type twice struct {
	A, B int `json:"a"`
	C    int `json:"c"`
	D    int `json:"c,omitempty"`
	E    int `xml:"e"`
	F    int `xml:"e,attr"`
	G    int `xml:"e,attr"`
	H    int `json:"-"`
	I    int `json:"-"`
	J    int `json:",omitempty"`
	K    int `json:",omitempty"`
}

type inner struct {
	A int `json:"a"`
	b int `json:"b"`
}

type other struct {
	A int `json:"a"`
}

type outer struct {
	inner
	X int `json:"a"`
}

type hidden struct {
	a int `json:"a"`
	b int `xml:"b"`
	c int `yaml:"c"`
	d int `json:"-"`
	_ int `json:"e"`
}

func main() {
	_ = struct {
		A int `json:"a"`
		B int `json:"a"`
	}{}
}
