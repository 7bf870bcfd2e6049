// Package hex writes bytes as hexadecimal digits and reads them back.
package hex

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"
)

const digits = "0123456789abcdef"

// ErrLength reports an odd number of digits.
var ErrLength = errors.New("encoding/hex: odd length hex string")

// InvalidByteError is a byte that is no hexadecimal digit.
type InvalidByteError byte

func (e InvalidByteError) Error() string {
	return fmt.Sprintf("encoding/hex: invalid byte: %#U", rune(e))
}

// EncodedLen returns the number of digits for n bytes.
func EncodedLen(n int) int { return n * 2 }

// DecodedLen returns the number of bytes of x digits.
func DecodedLen(x int) int { return x / 2 }

// atOnce is the most bytes that one native call gets: the call does not yield to other goroutines.
const atOnce = 1 << 15

// Encode writes the digits of src to dst and returns their number.
func Encode(dst, src []byte) int {
	n := len(src) * 2
	if n > 0 {
		_ = dst[n-1]
	}
	for at := 0; at < len(src); at += atOnce {
		encode(dst[2*at:], src[at:min(at+atOnce, len(src))])
	}
	return n
}

// AppendEncode appends the digits of src to dst.
func AppendEncode(dst, src []byte) []byte {
	n := len(dst) + len(src)*2
	dst = slices.Grow(dst, len(src)*2)[:n]
	Encode(dst[n-len(src)*2:], src)
	return dst
}

// EncodeToString returns the digits of src.
func EncodeToString(src []byte) string {
	text := make([]byte, len(src)*2)
	Encode(text, src)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

func value(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// Decode reads digits; it returns how many bytes it wrote before an error.
func Decode(dst, src []byte) (int, error) {
	n := 0
	for n < len(src)/2 {
		part := src[2*n : min(2*(n+atOnce), len(src)&^1)]
		done := decode(dst[n:n+min(len(part)/2, len(dst)-n)], part)
		n += done
		if 2*done < len(part) {
			if n == len(dst) {
				_ = dst[n]
			}
			if _, ok := value(src[2*n]); !ok {
				return n, InvalidByteError(src[2*n])
			}
			return n, InvalidByteError(src[2*n+1])
		}
	}
	if len(src)%2 == 1 {
		if _, ok := value(src[len(src)-1]); !ok {
			return n, InvalidByteError(src[len(src)-1])
		}
		return n, ErrLength
	}
	return n, nil
}

// AppendDecode appends the bytes of the digits in src to dst.
func AppendDecode(dst, src []byte) ([]byte, error) {
	out := make([]byte, len(src)/2)
	n, err := Decode(out, src)
	return append(dst, out[:n]...), err
}

// DecodeString returns the bytes of the digits in s, up to an error.
func DecodeString(s string) ([]byte, error) {
	out := make([]byte, len(s)/2)
	n, err := Decode(out, unsafe.Slice(unsafe.StringData(s), len(s)))
	return out[:n], err
}

type encoder struct {
	w   io.Writer
	err error
}

// NewEncoder returns a writer that writes digits to w.
func NewEncoder(w io.Writer) io.Writer { return &encoder{w: w} }

func (e *encoder) Write(p []byte) (n int, err error) {
	for len(p) > 0 && e.err == nil {
		part := p[:min(len(p), 512)]
		var written int
		written, e.err = e.w.Write(AppendEncode(nil, part))
		n += written / 2
		p = p[len(part):]
	}
	return n, e.err
}

type decoder struct {
	r    io.Reader
	err  error
	rest []byte
	buf  [1024]byte
}

// NewDecoder returns a reader that reads digits from r.
func NewDecoder(r io.Reader) io.Reader { return &decoder{r: r} }

func (d *decoder) Read(p []byte) (n int, err error) {
	if len(d.rest) < 2 && d.err == nil {
		kept := copy(d.buf[:], d.rest)
		var got int
		got, d.err = d.r.Read(d.buf[kept:])
		d.rest = d.buf[:kept+got]
		if d.err == io.EOF && len(d.rest)%2 != 0 {
			if _, ok := value(d.rest[len(d.rest)-1]); !ok {
				d.err = InvalidByteError(d.rest[len(d.rest)-1])
			} else {
				d.err = io.ErrUnexpectedEOF
			}
		}
	}
	if most := len(d.rest) / 2; len(p) > most {
		p = p[:most]
	}
	n, err = Decode(p, d.rest[:len(p)*2])
	d.rest = d.rest[2*n:]
	if err != nil {
		d.rest, d.err = nil, err
	}
	if len(d.rest) < 2 {
		return n, d.err
	}
	return n, nil
}

// Dump returns data in the format of hexdump -C.
func Dump(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	var out text
	d := Dumper(&out)
	d.Write(data)
	d.Close()
	return string(out)
}

type text []byte

func (t *text) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	return len(p), nil
}

// Dumper returns a writer that writes a hex dump of its data to w; Close ends the last line.
func Dumper(w io.Writer) io.WriteCloser { return &dumper{w: w} }

type dumper struct {
	w      io.Writer
	chars  [18]byte
	used   int
	offset uint
	closed bool
}

func (d *dumper) Write(data []byte) (n int, err error) {
	if d.closed {
		return 0, errors.New("encoding/hex: dumper closed")
	}
	for _, b := range data {
		var out []byte
		if d.used == 0 {
			for shift := 28; shift >= 0; shift -= 4 {
				out = append(out, digits[d.offset>>uint(shift)&15])
			}
			out = append(out, ' ', ' ')
			d.chars[0] = '|'
		}
		out = append(out, digits[b>>4], digits[b&15], ' ')
		switch d.used {
		case 7:
			out = append(out, ' ')
		case 15:
			out = append(out, ' ')
		}
		d.chars[d.used+1] = '.'
		if b >= 32 && b <= 126 {
			d.chars[d.used+1] = b
		}
		d.used++
		d.offset++
		n++
		if d.used == 16 {
			out = append(out, d.chars[:17]...)
			out = append(out, '|', '\n')
			d.used = 0
		}
		if _, err = d.w.Write(out); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (d *dumper) Close() (err error) {
	if d.closed {
		return nil
	}
	d.closed = true
	if d.used == 0 {
		return nil
	}
	var out []byte
	for at := d.used; at < 16; at++ {
		out = append(out, "   "...)
		if at == 7 || at == 15 {
			out = append(out, ' ')
		}
	}
	out = append(out, d.chars[:d.used+1]...)
	out = append(out, '|', '\n')
	_, err = d.w.Write(out)
	return err
}
