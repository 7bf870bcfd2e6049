package http2

import (
	"errors"
	"sync"
)

// huffmanLengths are the lengths of the codes of all bytes, in bits (RFC 7541, appendix B). The code is canonical:
// codes of one length are consecutive numbers, in the order of the bytes, and the first of a length follows the last of
// the shorter ones. So the lengths say all of it. The 257th code, of 30 bits, marks an end that must not occur.
var huffmanLengths = [256]uint8{
	13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
	6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
	13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
	15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
	20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
	22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
	26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
	20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
}

const longestCode = 30

// A huffmanCode has the codes for both directions.
type huffmanCode struct {
	codes [256]uint32
	short [256]uint16 // for each beginning of 8 bits: the length of the code, and the byte below; 0 for longer codes
	// Of each length: the first code that is longer, filled up to 32 bits with zeros; the first code; and where its
	// bytes begin in sorted.
	above  [longestCode + 1]uint64
	first  [longestCode + 1]uint32
	begin  [longestCode + 1]int
	sorted []byte
}

var huffman = sync.OnceValue(func() *huffmanCode {
	h := new(huffmanCode)
	code := uint32(0)
	for length := 1; length <= longestCode; length++ {
		code <<= 1
		h.first[length], h.begin[length] = code, len(h.sorted)
		for b, l := range huffmanLengths {
			if int(l) != length {
				continue
			}
			h.codes[b] = code
			h.sorted = append(h.sorted, byte(b))
			if length <= 8 {
				for rest := range uint32(1) << (8 - length) {
					h.short[code<<(8-length)|rest] = uint16(length)<<8 | uint16(b)
				}
			}
			code++
		}
		h.above[length] = uint64(code) << (32 - length)
	}
	return h
})

// huffmanLen is how many bytes s takes in Huffman's code.
func huffmanLen(s string) int {
	bits := 0
	for i := 0; i < len(s); i++ {
		bits += int(huffmanLengths[s[i]])
	}
	return (bits + 7) / 8
}

// appendHuffman appends s in Huffman's code; ones fill up the last byte.
func appendHuffman(dst []byte, s string) []byte {
	h := huffman()
	var bits uint64
	n := uint(0)
	for i := 0; i < len(s); i++ {
		length := uint(huffmanLengths[s[i]])
		bits = bits<<length | uint64(h.codes[s[i]])
		for n += length; n >= 8; n -= 8 {
			dst = append(dst, byte(bits>>(n-8)))
		}
	}
	if n > 0 {
		dst = append(dst, byte(bits<<(8-n))|byte(0xff>>n))
	}
	return dst
}

var (
	errHuffman      = errors.New("hpack: invalid Huffman-encoded data")
	errStringLength = errors.New("hpack: string too long")
)

// decodeHuffman appends the bytes that src stands for; limit is how many they may be, 0: any number.
func decodeHuffman(dst, src []byte, limit int) ([]byte, error) {
	h := huffman()
	var bits uint64 // the low n bits are those not yet decoded
	n := uint(0)
	for {
		for n <= 32 && len(src) > 0 {
			bits, src = bits<<8|uint64(src[0]), src[1:]
			n += 8
		}
		if n == 0 {
			return dst, nil
		}
		// The next 32 bits, with ones behind the end: these begin no code shorter than 30 bits but the mark of the end.
		var next uint32
		if n >= 32 {
			next = uint32(bits >> (n - 32))
		} else {
			next = uint32(bits<<(32-n)) | (1<<(32-n) - 1)
		}
		if n < 8 && next == 1<<32-1 {
			return dst, nil
		}
		entry := h.short[next>>24]
		length := uint(entry >> 8)
		if length == 0 {
			length = 9
			for length <= longestCode && uint64(next) >= h.above[length] {
				length++
			}
			if length > longestCode {
				return dst, errHuffman
			}
			i := h.begin[length] + int(next>>(32-length)-h.first[length])
			entry = uint16(h.sorted[i])
		}
		if length > n {
			return dst, errHuffman
		}
		n -= length
		if dst = append(dst, byte(entry)); limit > 0 && len(dst) > limit {
			return dst, errStringLength
		}
	}
}
