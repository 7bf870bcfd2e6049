package bzip2

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
	limits  [maxLength + 1]int     // the first number of maxLength bits that does not begin with a code word this short
	first   [maxLength + 1]int     // the first code word of a length
	index   [maxLength + 1]int     // and the index of its symbol
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

// decode returns the next symbol. A block is followed by more bits than the longest code word has, so it may look so
// far ahead.
func (c *code) decode(b *bitReader) int {
	bits := int(b.read(maxLength))
	if b.err != nil {
		// As long as no bits come the block's end does: it has the last symbol.
		return len(c.symbols) - 1
	}
	b.count += maxLength
	if entry := c.quick[bits>>(maxLength-quickBits)]; entry != 0 {
		b.count -= uint(entry & 31)
		return int(entry >> 5)
	}
	n := quickBits + 1
	for n < maxLength && bits >= c.limits[n] {
		n++
	}
	b.count -= uint(n)
	at := c.index[n] + bits>>(maxLength-n) - c.first[n]
	return int(c.symbols[min(max(at, 0), len(c.symbols)-1)])
}
