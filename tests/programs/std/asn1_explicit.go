// Optional values with an explicit tag before the end of a sequence.
package main

import (
	"encoding/asn1"
	"fmt"
)

func try[T any](texts ...string) {
	for _, text := range texts {
		var v T
		rest, err := asn1.Unmarshal([]byte(text), &v)
		fmt.Printf("%x %v %v %v\n", text, v, len(rest), err)
	}
}

func main() {
	texts := []string{"\x30\x02\xa1\x00", "\x30\x02\x21\x00", "\x30\x02\x02\x00", "\x30\x03\x02\x01\x05", "\x30\x00", "\x30\x04\xa1\x00\x05\x00", "\x30\x04\x21\x00\x05\x00", "\x30\x05\xa1\x03\x02\x01\x05", "\x30\x02\xa1\x03", "\x30\x02\x81\x00", "\x30\x03\x81\x01\x00"}
	try[struct {
		F asn1.Flag `asn1:"explicit,optional,tag:1"`
	}](texts...)
	try[struct {
		F int `asn1:"explicit,optional,tag:1"`
	}](texts...)
	try[struct {
		F int `asn1:"explicit,tag:1"`
	}](texts...)
	try[struct {
		F asn1.RawValue `asn1:"explicit,optional,tag:1"`
	}](texts...)
	try[struct {
		F any `asn1:"explicit,optional,tag:1"`
	}](texts...)
}

// Output:
// 3002a100 {false} 0 asn1: structure error: explicit tag has no child
// 30022100 {false} 0 asn1: structure error: explicit tag has no child
// 30020200 {false} 0 asn1: structure error: explicit tag has no child
// 3003020105 {false} 0 <nil>
// 3000 {false} 0 <nil>
// 3004a1000500 {true} 0 <nil>
// 300421000500 {false} 0 <nil>
// 3005a103020105 {false} 0 <nil>
// 3002a103 {false} 0 asn1: structure error: explicit tag has no child
// 30028100 {false} 0 asn1: structure error: explicit tag has no child
// 3003810100 {false} 0 <nil>
// 3002a100 {0} 0 asn1: structure error: explicit tag has no child
// 30022100 {0} 0 asn1: structure error: explicit tag has no child
// 30020200 {0} 0 asn1: structure error: explicit tag has no child
// 3003020105 {0} 0 <nil>
// 3000 {0} 0 <nil>
// 3004a1000500 {0} 0 asn1: structure error: zero length explicit tag was not an asn1.Flag
// 300421000500 {0} 0 <nil>
// 3005a103020105 {5} 0 <nil>
// 3002a103 {0} 0 asn1: structure error: explicit tag has no child
// 30028100 {0} 0 asn1: structure error: explicit tag has no child
// 3003810100 {0} 0 <nil>
// 3002a100 {0} 0 asn1: structure error: explicit tag has no child
// 30022100 {0} 0 asn1: structure error: explicit tag has no child
// 30020200 {0} 0 asn1: structure error: explicit tag has no child
// 3003020105 {0} 0 asn1: structure error: explicitly tagged member didn't match
// 3000 {0} 0 asn1: syntax error: sequence truncated
// 3004a1000500 {0} 0 asn1: structure error: zero length explicit tag was not an asn1.Flag
// 300421000500 {0} 0 asn1: structure error: explicitly tagged member didn't match
// 3005a103020105 {5} 0 <nil>
// 3002a103 {0} 0 asn1: structure error: explicit tag has no child
// 30028100 {0} 0 asn1: structure error: explicit tag has no child
// 3003810100 {0} 0 asn1: structure error: explicitly tagged member didn't match
// 3002a100 {{0 0 false [] []}} 0 asn1: structure error: explicit tag has no child
// 30022100 {{0 0 false [] []}} 0 asn1: structure error: explicit tag has no child
// 30020200 {{0 0 false [] []}} 0 asn1: structure error: explicit tag has no child
// 3003020105 {{0 0 false [] []}} 0 <nil>
// 3000 {{0 0 false [] []}} 0 <nil>
// 3004a1000500 {{2 1 true [] [161 0]}} 0 <nil>
// 300421000500 {{0 0 false [] []}} 0 <nil>
// 3005a103020105 {{2 1 true [2 1 5] [161 3 2 1 5]}} 0 <nil>
// 3002a103 {{0 0 false [] []}} 0 asn1: structure error: explicit tag has no child
// 30028100 {{0 0 false [] []}} 0 asn1: structure error: explicit tag has no child
// 3003810100 {{0 0 false [] []}} 0 <nil>
// 3002a100 {<nil>} 0 <nil>
// 30022100 {<nil>} 0 <nil>
// 30020200 {<nil>} 0 asn1: structure error: empty integer
// 3003020105 {5} 0 <nil>
// 3000 {<nil>} 0 <nil>
// 3004a1000500 {<nil>} 0 <nil>
// 300421000500 {<nil>} 0 <nil>
// 3005a103020105 {<nil>} 0 <nil>
// 3002a103 {<nil>} 0 asn1: syntax error: data truncated
// 30028100 {<nil>} 0 <nil>
// 3003810100 {<nil>} 0 <nil>
