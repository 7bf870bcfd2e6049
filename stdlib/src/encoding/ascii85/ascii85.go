// Package ascii85 writes binary data as text: four bytes as five characters, the digits of a number to the base 85.
package ascii85

import (
	"encoding/binary"
	"io"
	"slices"
	"strconv"
)

// group is the number of bytes that five characters stand for.
const group = 4

// digits is the number of characters for a whole group.
const digits = 5

// zeros stands for a group of four zero bytes.
const zeros = 'z'

// A CorruptInputError is the offset of an invalid character.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "illegal ascii85 data at input byte " + strconv.FormatInt(int64(e), 10)
}

// MaxEncodedLen returns the maximum number of characters for n bytes.
func MaxEncodedLen(n int) int { return (n + group - 1) / group * digits }

// Encode writes src to dst and returns the number of characters. A last group with fewer than four bytes takes
// one character more than it has bytes.
func Encode(dst, src []byte) int {
	n := 0
	for len(src) > 0 {
		var padded [group]byte
		used := copy(padded[:], src)
		src = src[used:]
		value := binary.BigEndian.Uint32(padded[:])
		if value == 0 && used == group {
			dst[n] = zeros
			n++
			continue
		}
		var text [digits]byte
		for i := digits - 1; i >= 0; i-- {
			text[i] = '!' + byte(value%85)
			value /= 85
		}
		n += copy(dst[n:], text[:used+1])
	}
	return n
}

// Decode decodes src to dst, as long as dst has room for a group. It returns how many bytes it
// wrote to dst and read from src. Decode skips blanks and control characters. If flush is set, src is the end of
// the input, and its last group may be short.
func Decode(dst, src []byte, flush bool) (ndst, nsrc int, err error) {
	var value uint32
	have := 0
	for i, c := range src {
		if len(dst)-ndst < group {
			return ndst, nsrc, nil
		}
		switch {
		case c <= ' ':
			continue
		case c == zeros && have == 0:
			have, value = digits, 0
		case '!' <= c && c <= 'u':
			value = value*85 + uint32(c-'!')
			have++
		default:
			return 0, 0, CorruptInputError(i)
		}
		if have == digits {
			binary.BigEndian.PutUint32(dst[ndst:], value)
			ndst, nsrc = ndst+group, i+1
			have, value = 0, 0
		}
	}
	if !flush {
		return ndst, nsrc, nil
	}
	if have == 0 {
		return ndst, len(src), nil
	}
	if have == 1 {
		// A single character encodes less than a byte.
		return 0, 0, CorruptInputError(len(src))
	}
	for range digits - have {
		// A missing character counts as the greatest digit: the value's lower bytes are cut off, not rounded.
		value = value*85 + 84
	}
	var whole [group]byte
	binary.BigEndian.PutUint32(whole[:], value)
	ndst += copy(dst[ndst:], whole[:have-1])
	return ndst, len(src), nil
}

// NewEncoder returns a writer that encodes its data to w. Close writes the last group, and does not close
// w.
func NewEncoder(w io.Writer) io.WriteCloser { return &encoder{w: w} }

// An encoder buffers the bytes of an incomplete group.
type encoder struct {
	w    io.Writer
	err  error
	part [group]byte
	have int
	text [1000]byte
}

// encode encodes and writes data; the encoded data fits in text.
func (e *encoder) encode(data []byte) {
	_, e.err = e.w.Write(e.text[:Encode(e.text[:], data)])
}

func (e *encoder) Write(p []byte) (n int, err error) {
	if e.err != nil {
		return 0, e.err
	}
	if e.have > 0 {
		used := copy(e.part[e.have:], p)
		e.have += used
		n, p = used, p[used:]
		if e.have < group {
			return n, nil
		}
		if e.encode(e.part[:]); e.err != nil {
			return n, e.err
		}
		e.have = 0
	}
	for len(p) >= group {
		whole := min(len(p), len(e.text)/digits*group)
		whole -= whole % group
		if e.encode(p[:whole]); e.err != nil {
			return n, e.err
		}
		n, p = n+whole, p[whole:]
	}
	e.have = copy(e.part[:], p)
	return n + e.have, nil
}

func (e *encoder) Close() error {
	if e.err == nil && e.have > 0 {
		e.encode(e.part[:e.have])
		e.have = 0
	}
	return e.err
}

// NewDecoder returns a reader that decodes the text of r.
func NewDecoder(r io.Reader) io.Reader { return &decoder{r: r} }

// A decoder buffers text that is not decoded, and decoded bytes that are not read.
type decoder struct {
	r       io.Reader
	readErr error
	err     error
	text    [1024]byte
	have    int
	bytes   [1024]byte
	out     []byte
}

func (d *decoder) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		if len(d.out) > 0 {
			n := copy(p, d.out)
			d.out = d.out[n:]
			return n, nil
		}
		if d.err != nil {
			return 0, d.err
		}
		d.decode()
		if len(d.out) > 0 || d.err != nil {
			continue
		}
		if d.readErr != nil {
			d.err = d.readErr
			continue
		}
		var n int
		n, d.readErr = d.r.Read(d.text[d.have:])
		d.have += n
	}
}

// decode decodes the buffered text. It drops blanks in an incomplete group, since they could fill the buffer.
func (d *decoder) decode() {
	if d.have == 0 {
		return
	}
	n, used, err := Decode(d.bytes[:], d.text[:d.have], d.readErr != nil)
	d.out = d.bytes[:n]
	d.have = copy(d.text[:], d.text[used:d.have])
	if err != nil {
		d.err = err
	} else if n == 0 {
		kept := slices.DeleteFunc(d.text[:d.have], func(c byte) bool { return c <= ' ' })
		d.have = len(kept)
	}
}
