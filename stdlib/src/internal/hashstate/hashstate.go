// Package hashstate encodes and decodes the states of hash functions in Go's format: a name, big-endian numbers,
// and the other data of the hash.
package hashstate

import (
	"errors"
	"unsafe"
)

// Append appends numbers to b.
func Append[W uint32 | uint64](b []byte, words ...W) []byte {
	for _, word := range words {
		for shift := int(unsafe.Sizeof(word))*8 - 8; shift >= 0; shift -= 8 {
			b = append(b, byte(word>>uint(shift)))
		}
	}
	return b
}

// Check returns an error if b is not a state of a hash of the package, which begins with name and has size bytes.
func Check(pkg, name string, b []byte, size int) error {
	if len(b) < len(name) || string(b[:len(name)]) != name {
		return errors.New(pkg + ": invalid hash state identifier")
	}
	if len(b) != size {
		return errors.New(pkg + ": invalid hash state size")
	}
	return nil
}

// Read reads numbers from the beginning of b and returns the rest.
func Read[W uint32 | uint64](b []byte, words ...*W) []byte {
	for _, word := range words {
		size := unsafe.Sizeof(*word)
		*word = 0
		for _, c := range b[:size] {
			*word = *word<<8 | W(c)
		}
		b = b[size:]
	}
	return b
}
