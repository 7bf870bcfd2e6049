// Package blocks gathers what hash functions of the MD family are given into the whole blocks that they mix.
//
// A package of its own because MD5, SHA-1 and both SHA-2 differ in mixing only.
package blocks

import "internal/hashstate"

// Blocks has the data of a hash that does not fill a block yet, and the number of bytes so far.
type Blocks struct {
	part   [128]byte
	used   int
	length uint64
}

// atOnce is how much a mixing native gets at most: its goroutine cannot be stopped meanwhile.
const atOnce = 1 << 16

// Write gives mix whole blocks of size bytes, and keeps the rest.
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

// AppendState appends what b holds, in blocks of size bytes, as Go's hashes write it.
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

// Last returns the part that no block has been made of, with zeros behind it, and its length.
func (b *Blocks) Last() ([128]byte, int) {
	var last [128]byte
	copy(last[:], b.part[:b.used])
	return last, b.used
}

// Length returns the number of bytes that were written.
func (b *Blocks) Length() uint64 { return b.length }
