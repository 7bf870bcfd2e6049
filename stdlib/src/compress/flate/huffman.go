package flate

import "math/bits"

const (
	maxCodeLen = 16
	maxLiteral = 286
	maxDist    = 30
	lengthLen  = 19
	endOfBlock = 256
	// chunkBits is how many bits the first part of a table is indexed with.
	chunkBits = 9
	chunks    = 1 << chunkBits
)

// huffman decodes a code. An entry of the table is a symbol and, in the low four bits, the length of its code word. The
// first chunks entries are for the next bits of the input, the first one lowest. If a code word is longer, the entry's
// length is more than chunkBits, and its value says where the entries for the bits after these begin.
type huffman struct {
	shortest uint
	table    []uint32
	linkMask uint32
}

// init makes the table for code words of these lengths; false if there is no such code.
func (h *huffman) init(lengths []int) bool {
	var count, next [maxCodeLen]int
	shortest, longest := 0, 0
	for _, n := range lengths {
		if n != 0 {
			if shortest == 0 || n < shortest {
				shortest = n
			}
			longest = max(longest, n)
			count[n]++
		}
	}
	*h = huffman{shortest: uint(shortest), table: append(h.table[:0], make([]uint32, chunks)...)}
	if longest == 0 {
		// There are no code words: the decoder reports an error if a symbol is read with this code.
		return true
	}
	code := 0
	for n := shortest; n <= longest; n++ {
		code <<= 1
		next[n] = code
		code += count[n]
	}
	if code != 1<<longest && !(code == 1 && longest == 1) {
		return false
	}
	if longest > chunkBits {
		h.makeLinks(next[chunkBits+1]>>1, longest-chunkBits)
	}
	for symbol, n := range lengths {
		if n != 0 {
			h.enter(symbol, n, next[n])
			next[n]++
		}
	}
	return true
}

// makeLinks makes second tables for code words of up to more bits than chunkBits; from is the first of their prefixes.
func (h *huffman) makeLinks(from, more int) {
	h.linkMask = 1<<more - 1
	for j := from; j < chunks; j++ {
		at := bits.Reverse16(uint16(j)) >> (16 - chunkBits)
		h.table[at] = uint32(len(h.table))<<4 | chunkBits + 1
		h.table = append(h.table, make([]uint32, 1<<more)...)
	}
}

// enter writes a symbol to all entries whose index begins with its code word of n bits.
func (h *huffman) enter(symbol, n, code int) {
	entry := uint32(symbol<<4 | n)
	reversed := int(bits.Reverse16(uint16(code)) >> (16 - n))
	part := h.table[:chunks]
	if n > chunkBits {
		first := h.table[reversed&(chunks-1)] >> 4
		part = h.table[first : first+h.linkMask+1]
		reversed >>= chunkBits
		n -= chunkBits
	}
	for at := reversed; at < len(part); at += 1 << n {
		part[at] = entry
	}
}

// fixedLiterals is the fixed code for blocks that have no code in the stream.
var fixedLiterals = func() *huffman {
	var lengths [288]int
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	h := new(huffman)
	h.init(lengths[:])
	return h
}()
