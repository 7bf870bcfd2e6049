package bzip2

import "cmp"

const (
	// maxLength is the length of the longest code words.
	maxLength = 20
	// quickBits is how many bits the table of short code words is indexed with.
	quickBits = 10
)

// code decodes a canonical code: short code words come first, and those of one length in the order of their symbols.
type code struct {
	quick   [1 << quickBits]uint16 // symbol and, in the low five bits, length of a short code word
	symbols []uint16               // in the order of their code words
	limits  [maxLength + 1]int     // by length: the first number of maxLength bits whose code word is longer than that
	first   [maxLength + 1]int     // by length: the first code word
	index   [maxLength + 1]int     // by length: the index in symbols of the first code word's symbol
}

func newCode(lengths []int) (c code, err error) {
	next := 0
	for n := 1; n <= maxLength; n++ {
		next <<= 1
		c.first[n], c.index[n] = next, len(c.symbols)
		for symbol, length := range lengths {
			if length != n {
				continue
			}
			if next >= 1<<n {
				return c, StructuralError("equal symbols in Huffman tree")
			}
			if n <= quickBits {
				from := next << (quickBits - n)
				for i := range 1 << (quickBits - n) {
					c.quick[from+i] = uint16(symbol<<5 | n)
				}
			}
			c.symbols = append(c.symbols, uint16(symbol))
			next++
		}
		c.limits[n] = next << (maxLength - n)
	}
	return c, nil
}

// decode returns the next symbol. The decoder looks as far ahead as the longest code word reaches, or to the
// input's end.
func (c *code) decode(b *bitReader) int {
	b.fill(maxLength)
	bits := int(b.bits << (maxLength - min(b.count, maxLength)) >> (max(b.count, maxLength) - maxLength) & (1<<maxLength - 1))
	n, symbol := uint(0), 0
	if entry := c.quick[bits>>(maxLength-quickBits)]; entry != 0 {
		n, symbol = uint(entry&31), int(entry>>5)
	} else {
		n, symbol = c.long(bits)
	}
	if n > b.count || b.err != nil {
		b.err = cmp.Or(b.err, b.ended)
		// If no bits are left, the symbol is the end of the block, which is the last symbol.
		return len(c.symbols) - 1
	}
	b.count -= n
	return symbol
}

// long decodes a code word that is longer than quickBits.
func (c *code) long(bits int) (length uint, symbol int) {
	n := quickBits + 1
	for n < maxLength && bits >= c.limits[n] {
		n++
	}
	at := c.index[n] + bits>>(maxLength-n) - c.first[n]
	return uint(n), int(c.symbols[min(max(at, 0), len(c.symbols)-1)])
}
