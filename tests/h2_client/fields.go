package h2client

import (
	"errors"
	"strconv"
	"strings"
)

// staticTable is that of RFC 7541, appendix A: name and value, entry 1 first.
var staticTable = func() (table [][2]string) {
	const entries = `:authority
:method GET
:method POST
:path /
:path /index.html
:scheme http
:scheme https
:status 200
:status 204
:status 206
:status 304
:status 400
:status 404
:status 500
accept-charset
accept-encoding gzip, deflate
accept-language
accept-ranges
accept
access-control-allow-origin
age
allow
authorization
cache-control
content-disposition
content-encoding
content-language
content-length
content-location
content-range
content-type
cookie
date
etag
expect
expires
from
host
if-match
if-modified-since
if-none-match
if-range
if-unmodified-since
last-modified
link
location
max-forwards
proxy-authenticate
proxy-authorization
range
referer
refresh
retry-after
server
set-cookie
strict-transport-security
transfer-encoding
user-agent
vary
via
www-authenticate`
	for line := range strings.SplitSeq(entries, "\n") {
		name, value, _ := strings.Cut(line, " ")
		table = append(table, [2]string{name, value})
	}
	return table
}()

// shortCodes are the bytes whose Huffman codes (RFC 7541, appendix B) have 5, 6, 7 … 15 bits. The code is canonical:
// codes of one length follow each other, in the order of the bytes.
var shortCodes = map[int]string{
	5: "012aceiost", 6: " %-./3456789=A_bdfghlmnpru", 7: ":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz", 8: "&*,;XZ",
	10: "!\"()?", 11: "'+|", 12: "#>", 13: "\x00$@[]~", 14: "^}", 15: "<`{",
}

var huffman = func() map[[2]int]byte {
	codes := map[[2]int]byte{}
	code := 0
	for bits := 5; bits <= 15; bits++ {
		for i := range len(shortCodes[bits]) {
			codes[[2]int{bits, code}] = shortCodes[bits][i]
			code++
		}
		code <<= 1
	}
	return codes
}()

// unhuffman decodes a text of ASCII.
func unhuffman(b []byte) string {
	var out []byte
	code, bits := 0, 0
	for _, octet := range b {
		for i := 7; i >= 0; i-- {
			code = code<<1 | int(octet>>i)&1
			bits++
			if c, ok := huffman[[2]int{bits, code}]; ok {
				out = append(out, c)
				code, bits = 0, 0
			}
		}
	}
	return string(out)
}

var errBlock = errors.New("bad header block")

// A fieldDecoder decodes the client's header blocks. A table of any size is large enough for a script's requests.
type fieldDecoder struct{ dynamic [][2]string }

// decode gives the fields as name=value; what the dynamic table got is not marked.
func (d *fieldDecoder) decode(b []byte) (fields []string, err error) {
	for len(b) > 0 {
		first := b[0]
		var index int
		switch {
		case first&0x80 != 0:
			if index, b, err = number(b, 7); err != nil {
				return fields, err
			}
			e, err := d.entry(index)
			if err != nil {
				return fields, err
			}
			fields = append(fields, e[0]+"="+e[1])
			continue
		case first&0xe0 == 0x20:
			if index, b, err = number(b, 5); err != nil {
				return fields, err
			}
			fields = append(fields, "table size="+strconv.Itoa(index))
			continue
		}
		prefix, indexed := 4, first&0xc0 == 0x40
		if indexed {
			prefix = 6
		}
		var e [2]string
		if index, b, err = number(b, prefix); err != nil {
			return fields, err
		}
		if index > 0 {
			e, err = d.entry(index)
		} else {
			e[0], b, err = text(b)
		}
		if err != nil {
			return fields, err
		}
		if e[1], b, err = text(b); err != nil {
			return fields, err
		}
		if indexed {
			d.dynamic = append([][2]string{e}, d.dynamic...)
		}
		never := ""
		if first&0xf0 == 0x10 {
			never = "never "
		}
		fields = append(fields, never+e[0]+"="+e[1])
	}
	return fields, nil
}

func (d *fieldDecoder) entry(i int) ([2]string, error) {
	switch {
	case i >= 1 && i <= len(staticTable):
		return staticTable[i-1], nil
	case i > len(staticTable) && i <= len(staticTable)+len(d.dynamic):
		return d.dynamic[i-len(staticTable)-1], nil
	}
	return [2]string{}, errBlock
}

// number reads an integer of RFC 7541, section 5.1.
func number(b []byte, prefix int) (int, []byte, error) {
	if len(b) == 0 {
		return 0, nil, errBlock
	}
	most := 1<<prefix - 1
	n := int(b[0]) & most
	if b = b[1:]; n < most {
		return n, b, nil
	}
	for shift := 0; len(b) > 0 && shift < 28; shift += 7 {
		octet := b[0]
		b = b[1:]
		if n += int(octet&0x7f) << shift; octet < 0x80 {
			return n, b, nil
		}
	}
	return 0, nil, errBlock
}

func text(b []byte) (string, []byte, error) {
	if len(b) == 0 {
		return "", nil, errBlock
	}
	coded := b[0]&0x80 != 0
	n, b, err := number(b, 7)
	if err != nil || n > len(b) {
		return "", nil, errBlock
	}
	if coded {
		return unhuffman(b[:n]), b[n:], nil
	}
	return string(b[:n]), b[n:], nil
}

// block encodes fields, each as a literal that the dynamic table does not get.
func block(fields [][2]string) (b []byte) {
	text := func(s string) {
		if n := len(s); n < 127 {
			b = append(b, byte(n))
		} else {
			b = append(b, 127)
			for n -= 127; n >= 128; n >>= 7 {
				b = append(b, byte(n)|0x80)
			}
			b = append(b, byte(n))
		}
		b = append(b, s...)
	}
	for _, f := range fields {
		b = append(b, 0)
		text(f[0])
		text(f[1])
	}
	return b
}
