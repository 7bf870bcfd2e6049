// Package base64 writes bytes as base64 text and reads it back.
package base64

import (
	"io"
	"slices"
	"strconv"
	"unsafe"
)

const (
	// StdPadding is the usual padding character.
	StdPadding rune = '='
	// NoPadding means that texts have no padding characters.
	NoPadding rune = -1
)

// An Encoding is an alphabet of 64 characters with its padding.
type Encoding struct {
	alphabet [64]byte
	values   [256]uint8
	padding  rune
	strict   bool
}

const none = 0xff

// atOnce is the most bytes that one native call gets, whole quanta: the call does not yield to other goroutines.
const atOnce = 3 << 14

// NewEncoding returns the padded encoding with this alphabet of 64 different characters; it panics if the
// alphabet is invalid.
func NewEncoding(alphabet string) *Encoding {
	if len(alphabet) != 64 {
		panic("encoding alphabet is not 64-bytes long")
	}
	e := new(Encoding)
	e.padding = StdPadding
	for i := range e.values {
		e.values[i] = none
	}
	for i := range 64 {
		c := alphabet[i]
		switch {
		case c == '\n' || c == '\r':
			panic("encoding alphabet contains newline character")
		case e.values[c] != none:
			panic("encoding alphabet includes duplicate symbols")
		}
		e.alphabet[i] = c
		e.values[c] = uint8(i)
	}
	return e
}

// WithPadding returns the encoding with another padding character, or NoPadding.
func (enc Encoding) WithPadding(padding rune) *Encoding {
	switch {
	case padding < NoPadding || padding == '\r' || padding == '\n' || padding > 0xff:
		panic("invalid padding")
	case padding != NoPadding && enc.values[byte(padding)] != none:
		panic("padding contained in alphabet")
	}
	enc.padding = padding
	return &enc
}

// Strict returns the encoding with a decoder that demands that the unused bits at the end are zero.
func (enc Encoding) Strict() *Encoding {
	enc.strict = true
	return &enc
}

const (
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower = "abcdefghijklmnopqrstuvwxyz"
)

// StdEncoding is the standard encoding of RFC 4648.
var StdEncoding = NewEncoding(upper + lower + "0123456789+/")

// URLEncoding is the encoding for URLs and file names.
var URLEncoding = NewEncoding(upper + lower + "0123456789-_")

// RawStdEncoding is StdEncoding without padding.
var RawStdEncoding = StdEncoding.WithPadding(NoPadding)

// RawURLEncoding is URLEncoding without padding.
var RawURLEncoding = URLEncoding.WithPadding(NoPadding)

// EncodedLen returns the length of the text for n bytes.
func (enc *Encoding) EncodedLen(n int) int {
	if enc.padding == NoPadding {
		return n/3*4 + (n%3*8+5)/6
	}
	return (n + 2) / 3 * 4
}

// DecodedLen returns the maximum number of bytes for a text of n characters.
func (enc *Encoding) DecodedLen(n int) int {
	if enc.padding == NoPadding {
		return n/4*3 + n%4*6/8
	}
	return n / 4 * 3
}

// Encode writes the text of src to dst.
func (enc *Encoding) Encode(dst, src []byte) {
	if n := enc.EncodedLen(len(src)); n > 0 {
		_ = dst[n-1]
	}
	at := 0
	for len(src) >= 3 {
		n := min(len(src)/3*3, atOnce)
		encode(dst[at:], src[:n], enc.alphabet[:])
		at += n / 3 * 4
		src = src[n:]
	}
	if len(src) == 0 {
		return
	}
	v := uint(src[0]) << 16
	if len(src) == 2 {
		v |= uint(src[1]) << 8
	}
	dst[at] = enc.alphabet[v>>18]
	dst[at+1] = enc.alphabet[v>>12&63]
	if len(src) == 2 {
		dst[at+2] = enc.alphabet[v>>6&63]
	} else if enc.padding != NoPadding {
		dst[at+2] = byte(enc.padding)
	}
	if enc.padding != NoPadding {
		dst[at+3] = byte(enc.padding)
	}
}

// AppendEncode appends the text of src to dst.
func (enc *Encoding) AppendEncode(dst, src []byte) []byte {
	n := enc.EncodedLen(len(src))
	dst = slices.Grow(dst, n)
	enc.Encode(dst[len(dst):][:n], src)
	return dst[:len(dst)+n]
}

// EncodeToString returns the text of src.
func (enc *Encoding) EncodeToString(src []byte) string {
	buf := make([]byte, enc.EncodedLen(len(src)))
	enc.Encode(buf, src)
	return unsafe.String(unsafe.SliceData(buf), len(buf))
}

// CorruptInputError is the offset of the first byte that is not valid base64.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal base64 data at input byte " + strconv.FormatInt(int64(e), 10)
}

// quantum decodes up to four characters of src[at:]. It returns where it stopped, how many bytes, and whether it was the last.
func (enc *Encoding) quantum(dst, src []byte, at int) (int, int, bool, error) {
	var v [4]byte
	n := 0
	end := false
	for n < 4 {
		if at == len(src) {
			switch {
			case n == 0:
				return at, 0, true, nil
			case n == 1 || enc.padding != NoPadding:
				return at, 0, true, CorruptInputError(at - n)
			}
			end = true
			break
		}
		c := src[at]
		at++
		if x := enc.values[c]; x != none {
			v[n] = x
			n++
			continue
		}
		if c == '\n' || c == '\r' {
			continue
		}
		if rune(c) != enc.padding || n < 2 {
			return at, 0, true, CorruptInputError(at - 1)
		}
		if n == 2 {
			for at < len(src) && (src[at] == '\n' || src[at] == '\r') {
				at++
			}
			if at == len(src) {
				return at, 0, true, CorruptInputError(len(src))
			}
			if rune(src[at]) != enc.padding {
				return at, 0, true, CorruptInputError(at - 1)
			}
			at++
		}
		for at < len(src) && (src[at] == '\n' || src[at] == '\r') {
			at++
		}
		var err error
		if at < len(src) {
			err = CorruptInputError(at)
		}
		k, bad := enc.put(dst, v, n, at)
		if bad != nil {
			return at, 0, true, bad
		}
		return at, k, true, err
	}
	k, err := enc.put(dst, v, n, at)
	return at, k, end, err
}

func (enc *Encoding) put(dst []byte, v [4]byte, n, at int) (int, error) {
	x := uint(v[0])<<18 | uint(v[1])<<12 | uint(v[2])<<6 | uint(v[3])
	b := [3]byte{byte(x >> 16), byte(x >> 8), byte(x)}
	if enc.strict && (n == 2 && b[1] != 0 || n == 3 && b[2] != 0) {
		return 0, CorruptInputError(at - (4 - n))
	}
	// The last byte is stored first, as in Go, so that a short dst panics before anything is written.
	for i := n - 2; i >= 0; i-- {
		dst[i] = b[i]
	}
	return n - 1, nil
}

// Decode decodes the text src; it returns how many bytes it wrote before an error. Line breaks are ignored.
func (enc *Encoding) Decode(dst, src []byte) (n int, err error) {
	at := 0
	for at < len(src) {
		for room := len(dst) - n; room >= 3 && len(src)-at >= 4; room = len(dst) - n {
			k := decode(dst[n:n+min(room, atOnce)], src[at:], enc.values[:])
			if k == 0 {
				break
			}
			n, at = n+k, at+k/3*4
		}
		if at == len(src) {
			break
		}
		var k int
		var end bool
		at, k, end, err = enc.quantum(dst[n:], src, at)
		n += k
		if err != nil || end {
			return n, err
		}
	}
	return n, nil
}

// AppendDecode appends the bytes of the text src to dst.
func (enc *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	buf := make([]byte, len(src)/4*3+3)
	n, err := enc.Decode(buf, src)
	return append(dst, buf[:n]...), err
}

// DecodeString returns the bytes of the text s, up to an error.
func (enc *Encoding) DecodeString(s string) ([]byte, error) {
	buf := make([]byte, len(s)/4*3+3)
	n, err := enc.Decode(buf, unsafe.Slice(unsafe.StringData(s), len(s)))
	return buf[:n], err
}

type encoder struct {
	enc  *Encoding
	w    io.Writer
	err  error
	rest []byte
}

// NewEncoder returns a writer that writes text to w; Close writes the last characters.
func NewEncoder(enc *Encoding, w io.Writer) io.WriteCloser { return &encoder{enc: enc, w: w} }

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	e.rest = append(e.rest, p...)
	if whole := len(e.rest) / 3 * 3; whole > 0 {
		_, e.err = e.w.Write(e.enc.AppendEncode(nil, e.rest[:whole]))
		if e.err != nil {
			return 0, e.err
		}
		e.rest = append(e.rest[:0], e.rest[whole:]...)
	}
	return len(p), nil
}

func (e *encoder) Close() error {
	if e.err == nil && len(e.rest) > 0 {
		_, e.err = e.w.Write(e.enc.AppendEncode(nil, e.rest))
		e.rest = nil
	}
	return e.err
}

type decoder struct {
	enc  *Encoding
	r    io.Reader
	err  error
	text []byte
	out  []byte
	done int64
}

// NewDecoder returns a reader of the bytes of the text in r.
func NewDecoder(enc *Encoding, r io.Reader) io.Reader { return &decoder{enc: enc, r: r} }

func (d *decoder) Read(p []byte) (int, error) {
	for len(d.out) == 0 && d.err == nil {
		d.fill()
		if len(p) == 0 {
			break
		}
	}
	if len(d.out) == 0 {
		return 0, d.err
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

func (d *decoder) fill() {
	var buf [1024]byte
	n, err := d.r.Read(buf[:])
	for _, c := range buf[:n] {
		if c != '\n' && c != '\r' {
			d.text = append(d.text, c)
		}
	}
	whole := len(d.text) / 4 * 4
	if err == io.EOF && d.enc.padding == NoPadding {
		whole = len(d.text)
	}
	if whole > 0 {
		out := make([]byte, whole/4*3+3)
		k, bad := d.enc.Decode(out, d.text[:whole])
		d.out = out[:k]
		if bad != nil {
			if at, ok := bad.(CorruptInputError); ok {
				bad = at + CorruptInputError(d.done)
			}
			d.err = bad
			return
		}
		d.done += int64(whole)
		d.text = append(d.text[:0], d.text[whole:]...)
	}
	if err == io.EOF && len(d.text) > 0 {
		err = io.ErrUnexpectedEOF
	}
	d.err = err
}
