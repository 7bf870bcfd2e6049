// Package rand makes pseudo-random numbers; for a seed the sequence is the same as in Go.
package rand

import (
	"internal/rt"
	"math/bits"
)

// A Source returns 64 random bits at a time.
type Source interface {
	Uint64() uint64
}

// A Rand makes random numbers of various types from a source.
type Rand struct {
	src Source
}

// New makes a Rand that uses a source.
func New(src Source) *Rand { return &Rand{src} }

// state is the machine's own randomness, different in each run.
var state = rt.Random()

// machineSource is the machine's random source.
type machineSource struct{}

func (machineSource) Uint64() uint64 { return rt.NextRandom(&state) }

// global is the Rand of the package's functions.
var global = &Rand{machineSource{}}

// Int64 returns a random integer in [0, 1<<63).
func (r *Rand) Int64() int64 { return int64(r.src.Uint64() &^ (1 << 63)) }

// Uint32 returns a random uint32.
func (r *Rand) Uint32() uint32 { return uint32(r.src.Uint64() >> 32) }

// Uint64 returns a random uint64.
func (r *Rand) Uint64() uint64 { return r.src.Uint64() }

// Int32 returns a random integer in [0, 1<<31).
func (r *Rand) Int32() int32 { return int32(r.src.Uint64() >> 33) }

// Int returns a random non-negative int.
func (r *Rand) Int() int { return int(uint(r.src.Uint64()) << 1 >> 1) }

// Uint returns a random uint.
func (r *Rand) Uint() uint { return uint(r.src.Uint64()) }

// Int64N returns a random integer in [0, n).
func (r *Rand) Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	return int64(r.uint64n(uint64(n)))
}

// Uint64N returns a random integer in [0, n).
func (r *Rand) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	return r.uint64n(n)
}

// uint64n returns a random integer in [0, n), by multiplication (Lemire's method).
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

// Int32N returns a random integer in [0, n).
func (r *Rand) Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	return int32(r.uint64n(uint64(n)))
}

// Uint32N returns a random integer in [0, n).
func (r *Rand) Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	return uint32(r.uint64n(uint64(n)))
}

// IntN returns a random integer in [0, n).
func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	return int(r.uint64n(uint64(n)))
}

// UintN returns a random integer in [0, n).
func (r *Rand) UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	return uint(r.uint64n(uint64(n)))
}

// Float64 returns a random number in [0, 1).
func (r *Rand) Float64() float64 { return float64(r.Uint64()<<11>>11) / (1 << 53) }

// Float32 returns a random number in [0, 1).
func (r *Rand) Float32() float32 { return float32(r.Uint32()<<8>>8) / (1 << 24) }

// Perm returns the numbers below n in random order.
func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// Shuffle puts n elements in random order; swap exchanges two of them.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(r.uint64n(uint64(i+1))))
	}
}

// Int64 returns a random integer in [0, 1<<63).
func Int64() int64 { return global.Int64() }

// Uint32 returns a random uint32.
func Uint32() uint32 { return global.Uint32() }

// Uint64 returns a random uint64.
func Uint64() uint64 { return rt.NextRandom(&state) }

// Int32 returns a random integer in [0, 1<<31).
func Int32() int32 { return global.Int32() }

// Int returns a random non-negative int.
func Int() int { return global.Int() }

// Uint returns a random uint.
func Uint() uint { return global.Uint() }

// Int64N returns a random integer in [0, n).
func Int64N(n int64) int64 { return global.Int64N(n) }

// Uint64N returns a random integer in [0, n).
func Uint64N(n uint64) uint64 { return global.Uint64N(n) }

// Int32N returns a random integer in [0, n).
func Int32N(n int32) int32 { return global.Int32N(n) }

// Uint32N returns a random integer in [0, n).
func Uint32N(n uint32) uint32 { return global.Uint32N(n) }

// IntN returns a random integer in [0, n).
func IntN(n int) int { return global.IntN(n) }

// UintN returns a random integer in [0, n).
func UintN(n uint) uint { return global.UintN(n) }

// Float64 returns a random number in [0, 1).
func Float64() float64 { return global.Float64() }

// Float32 returns a random number in [0, 1).
func Float32() float32 { return global.Float32() }

// Perm returns the numbers below n in random order.
func Perm(n int) []int { return global.Perm(n) }

// Shuffle puts n elements in random order; swap exchanges two of them.
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }

// NormFloat64 returns a normally distributed number with mean 0 and standard deviation 1.
func NormFloat64() float64 { return global.NormFloat64() }

// ExpFloat64 returns an exponentially distributed number with rate 1.
func ExpFloat64() float64 { return global.ExpFloat64() }
