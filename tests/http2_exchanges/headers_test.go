package exchanges

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"minigo.test/http2/h2"
)

// The requests of RFC 7541, C.4: each on the table that those before it have left.
var compressed = []struct{ fields, block string }{
	{":method GET|:scheme http|:path /|:authority www.example.com", "828684418cf1e3c2e5f23a6ba0ab90f4ff"},
	{":method GET|:scheme http|:path /|:authority www.example.com|cache-control no-cache", "828684be5886a8eb10649cbf"},
	{
		":method GET|:scheme https|:path /index.html|:authority www.example.com|custom-key custom-value",
		"828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
	},
}

func TestCompression(t *testing.T) {
	encoder, decoder := http2.NewEncoder(), http2.NewDecoder(4096, 0)
	for _, c := range compressed {
		var fields []http2.Field
		for f := range strings.SplitSeq(c.fields, "|") {
			name, value, _ := strings.Cut(f, " ")
			fields = append(fields, http2.Field{Name: name, Value: value})
		}
		if got := hex.EncodeToString(encoder.Append(nil, fields)); got != c.block {
			t.Errorf("%s: got %s, want %s", c.fields, got, c.block)
		}
		block, _ := hex.DecodeString(c.block)
		// In two parts, wherever it is cut.
		for cut := range block {
			half := *decoder
			var got []http2.Field
			emit := func(f http2.Field) { got = append(got, f) }
			whole := &half
			if cut == len(block)-1 {
				whole = decoder
			}
			if err := whole.Write(block[:cut], emit); err != nil {
				t.Error(err)
			}
			if err := whole.Write(block[cut:], emit); err != nil {
				t.Error(err)
			}
			if err := whole.Close(); err != nil || !slices.Equal(got, fields) {
				t.Errorf("%s cut at %d: %v %v", c.block, cut, got, err)
			}
		}
	}
}

// Every byte and every pair of bytes comes back from Huffman's code.
func TestStrings(t *testing.T) {
	encoder, decoder := http2.NewEncoder(), http2.NewDecoder(4096, 0)
	for n := range 1 << 16 {
		f := http2.Field{Name: "e", Value: strings.Repeat(string([]byte{byte(n), byte(n >> 8)}), n%5+1), Sensitive: true}
		err := decoder.Write(encoder.Append(nil, []http2.Field{f}), func(got http2.Field) {
			if got != f {
				t.Errorf("%q instead of %q", got.Value, f.Value)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestBrokenBlocks(t *testing.T) {
	for _, c := range []string{"80", "be", "ff80808080808080808080", "3fe27f", "8220", "0085ffffffffff0161", "0081180161", "0001", "40"} {
		block, _ := hex.DecodeString(c)
		decoder := http2.NewDecoder(4096, 0)
		err := decoder.Write(block, func(http2.Field) {})
		if closed := decoder.Close(); err == nil {
			err = closed
		}
		if c == "8220" { // an empty table may be resized anywhere
			if err != nil {
				t.Errorf("%s: %v", c, err)
			}
		} else if err == nil {
			t.Errorf("%s is taken", c)
		}
	}
	var names []string
	for code := range http2.ErrCode(15) {
		names = append(names, fmt.Sprint(code))
	}
	if got := strings.Join(names, " "); !strings.HasSuffix(got, "HTTP_1_1_REQUIRED unknown error code 0xe") {
		t.Error(got)
	}
}
