// Package rand makes pseudo-random numbers; a seed gives the same numbers as in Go.
package rand

import (
	"internal/rt"
	"math/bits"
)

// A Source makes 64 random bits at a time.
type Source interface {
	Uint64() uint64
}

// A Rand makes random numbers of all kinds from a source.
type Rand struct {
	src Source
}

// New makes a Rand of a source.
func New(src Source) *Rand { return &Rand{src} }

// state is the machine's own randomness, different in each run.
var state = rt.Random()

// machineSource makes numbers of it.
type machineSource struct{}

func (machineSource) Uint64() uint64 { return rt.NextRandom(&state) }

// global is the Rand behind the package's functions.
var global = &Rand{machineSource{}}

// Int64 is below 1<<63.
func (r *Rand) Int64() int64 { return int64(r.src.Uint64() &^ (1 << 63)) }

// Uint32 is any uint32.
func (r *Rand) Uint32() uint32 { return uint32(r.src.Uint64() >> 32) }

// Uint64 is any uint64.
func (r *Rand) Uint64() uint64 { return r.src.Uint64() }

// Int32 is below 1<<31.
func (r *Rand) Int32() int32 { return int32(r.src.Uint64() >> 33) }

// Int is not negative.
func (r *Rand) Int() int { return int(uint(r.src.Uint64()) << 1 >> 1) }

// Uint is any uint.
func (r *Rand) Uint() uint { return uint(r.src.Uint64()) }

// Int64N is below n.
func (r *Rand) Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	return int64(r.uint64n(uint64(n)))
}

// Uint64N is below n.
func (r *Rand) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	return r.uint64n(n)
}

// uint64n is below n, by multiplication (Lemire's way).
func (r *Rand) uint64n(n uint64) uint64 {
	if n&(n-1) == 0 {
		return r.Uint64() & (n - 1)
	}
	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		thresh := -n % n
		for lo < thresh {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

// Int32N is below n.
func (r *Rand) Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	return int32(r.uint64n(uint64(n)))
}

// Uint32N is below n.
func (r *Rand) Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	return uint32(r.uint64n(uint64(n)))
}

// IntN is below n.
func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	return int(r.uint64n(uint64(n)))
}

// UintN is below n.
func (r *Rand) UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	return uint(r.uint64n(uint64(n)))
}

// Float64 is in [0, 1).
func (r *Rand) Float64() float64 { return float64(r.Uint64()<<11>>11) / (1 << 53) }

// Float32 is in [0, 1).
func (r *Rand) Float32() float32 { return float32(r.Uint32()<<8>>8) / (1 << 24) }

// Perm is the numbers below n in random order.
func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// Shuffle puts n things in random order.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(r.uint64n(uint64(i+1))))
	}
}

// Int64 is below 1<<63.
func Int64() int64 { return global.Int64() }

// Uint32 is any uint32.
func Uint32() uint32 { return global.Uint32() }

// Uint64 is any uint64.
func Uint64() uint64 { return rt.NextRandom(&state) }

// Int32 is below 1<<31.
func Int32() int32 { return global.Int32() }

// Int is not negative.
func Int() int { return global.Int() }

// Uint is any uint.
func Uint() uint { return global.Uint() }

// Int64N is below n.
func Int64N(n int64) int64 { return global.Int64N(n) }

// Uint64N is below n.
func Uint64N(n uint64) uint64 { return global.Uint64N(n) }

// Int32N is below n.
func Int32N(n int32) int32 { return global.Int32N(n) }

// Uint32N is below n.
func Uint32N(n uint32) uint32 { return global.Uint32N(n) }

// IntN is below n.
func IntN(n int) int { return global.IntN(n) }

// UintN is below n.
func UintN(n uint) uint { return global.UintN(n) }

// Float64 is in [0, 1).
func Float64() float64 { return global.Float64() }

// Float32 is in [0, 1).
func Float32() float32 { return global.Float32() }

// Perm is the numbers below n in random order.
func Perm(n int) []int { return global.Perm(n) }

// Shuffle puts n things in random order.
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }

// NormFloat64 is normally distributed: mean 0, deviation 1.
func NormFloat64() float64 { return global.NormFloat64() }

// ExpFloat64 is exponentially distributed with rate 1.
func ExpFloat64() float64 { return global.ExpFloat64() }
