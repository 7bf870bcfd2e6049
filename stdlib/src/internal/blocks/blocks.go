// Package blocks gathers what hash functions of the MD family are given into the whole blocks that they mix.
//
// A package of its own because MD5, SHA-1 and both SHA-2 differ in mixing only.
package blocks

// Blocks is what a hash was given: the part that no block has been made of, and how much it was.
type Blocks struct {
	part   [128]byte
	used   int
	length uint64
}

// Write gives mix all whole blocks of size bytes, and keeps the rest.
func (b *Blocks) Write(p []byte, size int, mix func([]byte)) {
	b.length += uint64(len(p))
	if b.used > 0 {
		n := copy(b.part[b.used:size], p)
		b.used += n
		p = p[n:]
		if b.used < size {
			return
		}
		mix(b.part[:size])
	}
	for len(p) >= size {
		mix(p[:size])
		p = p[size:]
	}
	b.used = copy(b.part[:], p)
}

// Pad ends the message: a bit, zeros, and the length in bits in the last eighth of a block.
func (b *Blocks) Pad(size int, littleEndian bool, mix func([]byte)) {
	var pad [128 + 16]byte
	pad[0] = 0x80
	field := size / 8
	n := size - field - b.used
	if n <= 0 {
		n += size
	}
	bits, over := b.length<<3, b.length>>61
	tail := pad[n : n+field]
	for i := range 8 {
		if littleEndian {
			tail[i] = byte(bits >> (8 * i))
		} else {
			tail[field-1-i] = byte(bits >> (8 * i))
		}
	}
	if field > 8 {
		tail[field-9] = byte(over)
	}
	b.Write(pad[:n+field], size, mix)
}
