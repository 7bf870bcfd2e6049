// Package hash has the interfaces of hash functions.
package hash

import "io"

// Hash is a hash function: Write adds bytes and never fails.
type Hash interface {
	io.Writer
	// Sum appends the hash of the data so far to b and does not change the state.
	Sum(b []byte) []byte
	// Reset returns the hash to its initial state.
	Reset()
	// Size is the number of bytes that Sum appends.
	Size() int
	// BlockSize returns the block size: Write is fastest with multiples of it.
	BlockSize() int
}

// Hash32 is a hash of 32 bits.
type Hash32 interface {
	Hash
	Sum32() uint32
}

// Hash64 is a hash of 64 bits.
type Hash64 interface {
	Hash
	Sum64() uint64
}

// A Cloner is a hash whose state can be copied.
type Cloner interface {
	Hash
	// Clone returns a copy with the same state.
	Clone() (Cloner, error)
}

// XOF is a function with an output of any length.
type XOF interface {
	io.Writer
	io.Reader
	Reset()
	BlockSize() int
}
