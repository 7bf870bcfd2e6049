// Package base32 writes bytes as base32 text and reads it back.
package base32

import (
	"slices"
	"strconv"
)

const (
	// StdPadding is the usual padding character.
	StdPadding rune = '='
	// NoPadding means that texts have no padding characters.
	NoPadding rune = -1
)

// An Encoding is an alphabet of 32 characters with its padding.
type Encoding struct {
	alphabet [32]byte
	values   [256]uint8
	padding  rune
}

const none = 0xff

// NewEncoding returns the padded encoding with this alphabet of 32 different characters; it panics if the
// alphabet is invalid.
func NewEncoding(encoder string) *Encoding {
	if len(encoder) != 32 {
		panic("encoding alphabet is not 32-bytes long")
	}
	e := &Encoding{padding: StdPadding}
	for i := range e.values {
		e.values[i] = none
	}
	for i := range 32 {
		c := encoder[i]
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

// StdEncoding is the standard encoding of RFC 4648.
var StdEncoding = NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

// HexEncoding is the extended hex encoding of RFC 4648, whose texts sort like the bytes.
var HexEncoding = NewEncoding("0123456789ABCDEFGHIJKLMNOPQRSTUV")

// EncodedLen returns the length of the text for n bytes.
func (enc *Encoding) EncodedLen(n int) int {
	if enc.padding == NoPadding {
		return n/5*8 + (n%5*8+4)/5
	}
	return (n + 4) / 5 * 8
}

// DecodedLen returns the maximum number of bytes for a text of n characters.
func (enc *Encoding) DecodedLen(n int) int {
	if enc.padding == NoPadding {
		return n/8*5 + n%8*5/8
	}
	return n / 8 * 5
}

// Encode writes the text of src to dst.
func (enc *Encoding) Encode(dst, src []byte) {
	for len(src) > 0 {
		var group [5]byte
		n := copy(group[:], src)
		src = src[n:]
		bits := uint64(group[0])<<32 | uint64(group[1])<<24 | uint64(group[2])<<16 | uint64(group[3])<<8 | uint64(group[4])
		digits := (n*8 + 4) / 5
		for i := range digits {
			dst[i] = enc.alphabet[bits>>(35-5*i)&31]
		}
		if n == 5 {
			dst = dst[8:]
		} else if enc.padding != NoPadding {
			for i := digits; i < 8; i++ {
				dst[i] = byte(enc.padding)
			}
		}
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
	return string(enc.AppendEncode(nil, src))
}

// A CorruptInputError is the offset of the first byte that is not valid base32.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal base32 data at input byte " + strconv.FormatInt(int64(e), 10)
}

// group reads up to eight digits at src[at:], which has no line breaks. It returns their bits, left-aligned, how many
// digits there were, and whether they are the last.
func (enc *Encoding) group(src []byte, at int) (bits uint64, digits int, last bool, err error) {
	for ; digits < 8; digits++ {
		if at == len(src) {
			if enc.padding != NoPadding {
				return 0, 0, false, CorruptInputError(at - digits)
			}
			return bits << (5 * (8 - digits)), digits, true, nil
		}
		c := src[at]
		at++
		left := len(src) - at
		if c == byte(enc.padding) && digits >= 2 && left < 8 {
			err := enc.padded(src, at, digits)
			return bits << (5 * (8 - digits)), digits, true, err
		}
		v := enc.values[c]
		if v == none {
			return 0, 0, false, CorruptInputError(at - 1)
		}
		bits = bits<<5 | uint64(v)
	}
	return bits, digits, false, nil
}

// padded checks the padding of a last group that has this number of digits; at is one past the first
// padding character in src.
func (enc *Encoding) padded(src []byte, at, digits int) error {
	rest := src[at:]
	if len(rest)+digits < 7 {
		return CorruptInputError(len(src))
	}
	for i := range min(7-digits, len(rest)) {
		if rest[i] != byte(enc.padding) {
			return CorruptInputError(at + i - 1)
		}
	}
	if digits == 1 || digits == 3 || digits == 6 {
		return CorruptInputError(at - 1)
	}
	return nil
}

// decode decodes text without line breaks; end means that it ended with padding or an incomplete group.
func (enc *Encoding) decode(dst, src []byte) (n int, end bool, err error) {
	for at := 0; at < len(src) && !end; at += 8 {
		var bits uint64
		var digits int
		if bits, digits, end, err = enc.group(src, at); err != nil {
			return n, end, err
		}
		size := digits * 5 / 8
		if digits == 1 || digits == 3 || digits == 6 {
			size = 0 // one digit too many or too few, which only texts without padding can have
		}
		for i := size - 1; i >= 0; i-- {
			dst[n+i] = byte(bits >> (32 - 8*i))
		}
		n += size
	}
	return n, end, nil
}

// stripped copies src without line breaks to dst, which may be src.
func stripped(dst, src []byte) []byte {
	dst = dst[:0]
	for _, c := range src {
		if c != '\r' && c != '\n' {
			dst = append(dst, c)
		}
	}
	return dst
}

// Decode decodes the text src; it returns how many bytes it wrote before an error. Line breaks are ignored.
func (enc *Encoding) Decode(dst, src []byte) (n int, err error) {
	n, _, err = enc.decode(dst, stripped(make([]byte, 0, len(src)), src))
	return n, err
}

// AppendDecode appends the bytes of the text src to dst.
func (enc *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	n := len(src)
	for n > 0 && rune(src[n-1]) == enc.padding {
		n--
	}
	n = n/8*5 + n%8*5/8
	dst = slices.Grow(dst, n)
	n, err := enc.Decode(dst[len(dst):][:n], src)
	return dst[:len(dst)+n], err
}

// DecodeString returns the bytes of the text s, up to an error.
func (enc *Encoding) DecodeString(s string) ([]byte, error) {
	buf := []byte(s)
	n, _, err := enc.decode(buf, stripped(buf, buf))
	return buf[:n], err
}
