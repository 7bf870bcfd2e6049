// Package fnv has the hash functions of Fowler, Noll and Vo.
package fnv

import (
	"hash"
	"math/bits"
)

const (
	prime32  = 16777619
	prime64  = 1099511628211
	basis32  = 2166136261
	basis64  = 14695981039346656037
	prime128Low   = 0x13b
	prime128Shift = 24
	basis128High  = 0x6c62272e07bb0142
	basis128Low   = 0x62b821756295c58d
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

func times128(s [2]uint64) [2]uint64 {
	hi, lo := bits.Mul64(prime128Low, s[1])
	return [2]uint64{hi + s[1]<<prime128Shift + prime128Low*s[0], lo}
}

func (s *sum32) Reset()         { *s = basis32 }
func (s *sum32) Sum32() uint32  { return uint32(*s) }
func (s *sum32) Size() int      { return 4 }
func (s *sum32) BlockSize() int { return 1 }

func (s *sum32) Write(data []byte) (int, error) {
	h := *s
	for _, c := range data {
		h *= prime32
		h ^= sum32(c)
	}
	*s = h
	return len(data), nil
}

func (s *sum32) Sum(in []byte) []byte {
	v := uint32(*s)
	return append(in, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
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
	h := *s
	for _, c := range data {
		h ^= sum32a(c)
		h *= prime32
	}
	*s = h
	return len(data), nil
}

func (s *sum32a) Sum(in []byte) []byte {
	v := uint32(*s)
	return append(in, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
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
	h := *s
	for _, c := range data {
		h *= prime64
		h ^= sum64(c)
	}
	*s = h
	return len(data), nil
}

func (s *sum64) Sum(in []byte) []byte {
	v := uint64(*s)
	return append(in, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
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
	h := *s
	for _, c := range data {
		h ^= sum64a(c)
		h *= prime64
	}
	*s = h
	return len(data), nil
}

func (s *sum64a) Sum(in []byte) []byte {
	v := uint64(*s)
	return append(in, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func (s *sum64a) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum128) Reset()         { *s = sum128{basis128High, basis128Low} }
func (s *sum128) Size() int      { return 16 }
func (s *sum128) BlockSize() int { return 1 }

func (s *sum128) Write(data []byte) (int, error) {
	h := [2]uint64(*s)
	for _, c := range data {
		h = times128(h)
		h[1] ^= uint64(c)
	}
	*s = h
	return len(data), nil
}

func (s *sum128) Sum(in []byte) []byte {
	for _, word := range s {
		for shift := 56; shift >= 0; shift -= 8 {
			in = append(in, byte(word>>uint(shift)))
		}
	}
	return in
}

func (s *sum128) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}

func (s *sum128a) Reset()         { *s = sum128a{basis128High, basis128Low} }
func (s *sum128a) Size() int      { return 16 }
func (s *sum128a) BlockSize() int { return 1 }

func (s *sum128a) Write(data []byte) (int, error) {
	h := [2]uint64(*s)
	for _, c := range data {
		h[1] ^= uint64(c)
		h = times128(h)
	}
	*s = h
	return len(data), nil
}

func (s *sum128a) Sum(in []byte) []byte {
	for _, word := range s {
		for shift := 56; shift >= 0; shift -= 8 {
			in = append(in, byte(word>>uint(shift)))
		}
	}
	return in
}

func (s *sum128a) Clone() (hash.Cloner, error) {
	c := *s
	return &c, nil
}
