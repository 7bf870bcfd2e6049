// Go's packages rely on gc's order of evaluation: `return o, o.parse(text)` reads o after the call.
package main

import (
	"crypto/x509"
	"fmt"
)

func main() {
	fmt.Println(x509.ParseOID("1.2.840.113549"))
	fmt.Println(x509.ParseOID("1..2"))
}
