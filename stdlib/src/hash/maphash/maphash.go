// Package maphash hashes bytes and comparable values for hash tables; each seed selects another function.
package maphash

import (
	"hash"
	"internal/rt"
	"math"
	"math/bits"
	"reflect"
)

// A Seed selects a function. MakeSeed makes seeds.
type Seed struct{ s uint64 }

// MakeSeed returns a new seed.
func MakeSeed() Seed {
	for {
		if s := rt.Random(); s != 0 {
			return Seed{s}
		}
	}
}

func (s Seed) check() uint64 {
	if s.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	return s.s
}

const (
	odd1 = 0x9e3779b97f4a7c15
	odd2 = 0xbf58476d1ce4e5b9
)

func mix(h, word uint64) uint64 {
	hi, lo := bits.Mul64(h^word^odd1, odd2)
	return hi ^ lo
}

func add(h uint64, s string) uint64 {
	for len(s) >= 8 {
		word := uint64(0)
		for i := range 8 {
			word |= uint64(s[i]) << (8 * i)
		}
		h = mix(h, word)
		s = s[8:]
	}
	word := uint64(len(s)) << 56
	for i := range len(s) {
		word |= uint64(s[i]) << (8 * i)
	}
	return mix(h, word)
}

// Bytes returns the hash of b.
func Bytes(seed Seed, b []byte) uint64 { return String(seed, string(b)) }

// String returns the hash of s.
func String(seed Seed, s string) uint64 { return mix(add(seed.check(), s), uint64(len(s))) }

// A Hash hashes the data written to it. The zero value of Hash has a random seed of its own.
type Hash struct {
	_    [0]func()
	seed Seed
	text []byte
}

func (h *Hash) init() {
	if h.seed.s == 0 {
		h.seed = MakeSeed()
	}
}

// Write adds bytes.
func (h *Hash) Write(b []byte) (int, error) {
	h.init()
	h.text = append(h.text, b...)
	return len(b), nil
}

// WriteString adds the bytes of s.
func (h *Hash) WriteString(s string) (int, error) {
	h.init()
	h.text = append(h.text, s...)
	return len(s), nil
}

// WriteByte adds a byte.
func (h *Hash) WriteByte(b byte) error {
	h.init()
	h.text = append(h.text, b)
	return nil
}

// Seed returns the seed.
func (h *Hash) Seed() Seed {
	h.init()
	return h.seed
}

// SetSeed sets the seed and drops the data so far.
func (h *Hash) SetSeed(seed Seed) {
	seed.check()
	h.seed = seed
	h.text = h.text[:0]
}

// Reset drops the data so far.
func (h *Hash) Reset() {
	h.init()
	h.text = h.text[:0]
}

// Sum64 returns the hash of the data so far.
func (h *Hash) Sum64() uint64 {
	h.init()
	return Bytes(h.seed, h.text)
}

// Sum appends the hash to b.
func (h *Hash) Sum(b []byte) []byte {
	x := h.Sum64()
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(x>>uint(shift)))
	}
	return b
}

// Size returns the size of a hash in bytes.
func (h *Hash) Size() int { return 8 }

// BlockSize returns the block size: Write is fastest with multiples of it.
func (h *Hash) BlockSize() int { return 128 }

// Clone returns a copy with the same state.
func (h *Hash) Clone() (hash.Cloner, error) {
	h.init()
	return &Hash{seed: h.seed, text: append([]byte(nil), h.text...)}, nil
}

// Comparable returns the hash of v: equal values have equal hashes.
func Comparable[T comparable](seed Seed, v T) uint64 {
	h := Hash{seed: seed}
	seed.check()
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable adds v. The function panics if an interface in the value holds a value that
// cannot be compared.
func WriteComparable[T comparable](h *Hash, x T) { write(h, reflect.ValueOf(&x).Elem()) }

func (h *Hash) word(x uint64) {
	for i := range 8 {
		h.WriteByte(byte(x >> (8 * i)))
	}
}

func (h *Hash) float(f float64) {
	switch {
	case f == 0:
		h.word(0)
	case f != f:
		h.word(rt.Random())
	default:
		h.word(math.Float64bits(f))
	}
}

func write(h *Hash, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		b := byte(0)
		if v.Bool() {
			b = 1
		}
		h.WriteByte(b)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.word(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		h.word(v.Uint())
	case reflect.Float32, reflect.Float64:
		h.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		h.float(real(v.Complex()))
		h.float(imag(v.Complex()))
	case reflect.String:
		h.word(uint64(v.Len()))
		h.WriteString(v.String())
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		h.word(uint64(v.Pointer()))
	case reflect.Interface:
		if v.IsNil() {
			h.WriteByte(0)
			return
		}
		h.WriteString(v.Elem().Type().String())
		write(h, v.Elem())
	case reflect.Array:
		for i := range v.Len() {
			write(h, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			write(h, v.Field(i))
		}
	default:
		panic(unhashable(v.Type().String()))
	}
}

// A Hasher combines a hash function and an equality that match: equal values must have equal hashes.
type Hasher[T any] interface {
	Hash(*Hash, T)
	Equal(x, y T) bool
}

// ComparableHasher is the Hasher of == and WriteComparable.
type ComparableHasher[T comparable] struct {
	_ [0]func(T)
}

// Hash adds v.
func (ComparableHasher[T]) Hash(h *Hash, v T) { WriteComparable(h, v) }

// Equal reports whether x == y.
func (ComparableHasher[T]) Equal(x, y T) bool { return x == y }

// unhashable is the run-time error for a value of a type that cannot be compared.
type unhashable string

func (u unhashable) Error() string { return "runtime error: hash of unhashable type " + string(u) }

func (unhashable) RuntimeError() {}
