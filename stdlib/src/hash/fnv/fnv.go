// Package fnv implements the hash functions of Fowler, Noll and Vo.
package fnv

import (
	"hash"
	"internal/hashstate"
)

const (
	basis32      = 2166136261
	basis64      = 14695981039346656037
	basis128High = 0x6c62272e07bb0142
	basis128Low  = 0x62b821756295c58d
)

type (
	sum32   uint32
	sum32a  uint32
	sum64   uint64
	sum64a  uint64
	sum128  [2]uint64
	sum128a [2]uint64
)

// New32 returns the 32-bit FNV-1 hash.
func New32() hash.Hash32 {
	var s sum32 = basis32
	return &s
}

// New32a returns the 32-bit FNV-1a hash.
func New32a() hash.Hash32 {
	var s sum32a = basis32
	return &s
}

// New64 returns the 64-bit FNV-1 hash.
func New64() hash.Hash64 {
	var s sum64 = basis64
	return &s
}

// New64a returns the 64-bit FNV-1a hash.
func New64a() hash.Hash64 {
	var s sum64a = basis64
	return &s
}

// New128 returns the 128-bit FNV-1 hash.
func New128() hash.Hash { return &sum128{basis128High, basis128Low} }

// New128a returns the 128-bit FNV-1a hash.
func New128a() hash.Hash { return &sum128a{basis128High, basis128Low} }

// atOnce is the most bytes that one native call gets: the call does not yield to other goroutines.
const atOnce = 1 << 16

func inParts[H any](h H, data []byte, add func(H, []byte) H) H {
	for len(data) > atOnce {
		h = add(h, data[:atOnce])
		data = data[atOnce:]
	}
	return add(h, data)
}

func (s *sum32) Reset()         { *s = basis32 }
func (s *sum32) Sum32() uint32  { return uint32(*s) }
func (s *sum32) Size() int      { return 4 }
func (s *sum32) BlockSize() int { return 1 }

func (s *sum32) Write(data []byte) (int, error) {
	*s = sum32(inParts(uint32(*s), data, add32))
	return len(data), nil
}

func (s *sum32) Sum(in []byte) []byte {
	return hashstate.Append(in, uint32(*s))
}

func (s *sum32) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum32a) Reset()         { *s = basis32 }
func (s *sum32a) Sum32() uint32  { return uint32(*s) }
func (s *sum32a) Size() int      { return 4 }
func (s *sum32a) BlockSize() int { return 1 }

func (s *sum32a) Write(data []byte) (int, error) {
	*s = sum32a(inParts(uint32(*s), data, add32a))
	return len(data), nil
}

func (s *sum32a) Sum(in []byte) []byte {
	return hashstate.Append(in, uint32(*s))
}

func (s *sum32a) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum64) Reset()         { *s = basis64 }
func (s *sum64) Sum64() uint64  { return uint64(*s) }
func (s *sum64) Size() int      { return 8 }
func (s *sum64) BlockSize() int { return 1 }

func (s *sum64) Write(data []byte) (int, error) {
	*s = sum64(inParts(uint64(*s), data, add64))
	return len(data), nil
}

func (s *sum64) Sum(in []byte) []byte {
	return hashstate.Append(in, uint64(*s))
}

func (s *sum64) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum64a) Reset()         { *s = basis64 }
func (s *sum64a) Sum64() uint64  { return uint64(*s) }
func (s *sum64a) Size() int      { return 8 }
func (s *sum64a) BlockSize() int { return 1 }

func (s *sum64a) Write(data []byte) (int, error) {
	*s = sum64a(inParts(uint64(*s), data, add64a))
	return len(data), nil
}

func (s *sum64a) Sum(in []byte) []byte {
	return hashstate.Append(in, uint64(*s))
}

func (s *sum64a) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum128) Reset()         { *s = sum128{basis128High, basis128Low} }
func (s *sum128) Size() int      { return 16 }
func (s *sum128) BlockSize() int { return 1 }

func (s *sum128) Write(data []byte) (int, error) {
	*s = inParts(*s, data, func(s sum128, p []byte) sum128 {
		hi, lo := add128(s[0], s[1], p)
		return sum128{hi, lo}
	})
	return len(data), nil
}

func (s *sum128) Sum(in []byte) []byte {
	return hashstate.Append(in, s[:]...)
}

func (s *sum128) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum128a) Reset()         { *s = sum128a{basis128High, basis128Low} }
func (s *sum128a) Size() int      { return 16 }
func (s *sum128a) BlockSize() int { return 1 }

func (s *sum128a) Write(data []byte) (int, error) {
	*s = inParts(*s, data, func(s sum128a, p []byte) sum128a {
		hi, lo := add128a(s[0], s[1], p)
		return sum128a{hi, lo}
	})
	return len(data), nil
}

func (s *sum128a) Sum(in []byte) []byte {
	return hashstate.Append(in, s[:]...)
}

func (s *sum128a) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}
