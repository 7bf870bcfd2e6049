// Package blocks splits the data of hash functions of the MD family into blocks.
//
// It is a package of its own because MD5, SHA-1 and both SHA-2 differ only in how they mix a block.
package blocks

import "internal/hashstate"

// Blocks has the data that does not fill a block yet, and the number of bytes so far.
type Blocks struct {
	part   [128]byte
	used   int
	length uint64
}

// atOnce is the most bytes that one native call mixes: the call does not yield to other goroutines.
const atOnce = 1 << 16

// Write passes whole blocks of size bytes to mix, and keeps the rest.
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
		n := min(len(p)/size*size, atOnce)
		mix(p[:n])
		p = p[n:]
	}
	b.used = copy(b.part[:], p)
}

// Pad ends the message: it adds a bit, zeros, and the length in bits in the last eighth of a block.
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

// AppendState appends the state of b, with blocks of size bytes, in the format of Go's hashes.
func (b *Blocks) AppendState(out []byte, size int) []byte {
	out = append(out, b.part[:b.used]...)
	out = append(out, make([]byte, size-b.used)...)
	return hashstate.Append(out, b.length)
}

// SetState is the inverse of AppendState.
func (b *Blocks) SetState(state []byte, size int) {
	copy(b.part[:size], state)
	hashstate.Read(state[size:], &b.length)
	b.used = int(b.length % uint64(size))
}

// Last returns the bytes of the incomplete block, followed by zeros, and their number.
func (b *Blocks) Last() ([128]byte, int) {
	var last [128]byte
	copy(last[:], b.part[:b.used])
	return last, b.used
}

// Length returns the number of bytes written so far.
func (b *Blocks) Length() uint64 { return b.length }
