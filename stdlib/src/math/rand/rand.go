// Package rand makes pseudo-random numbers; for a seed the sequence is the same as in Go.
package rand

import "internal/rt"

// A Source returns 63 random bits at a time.
type Source interface {
	Int63() int64
	Seed(seed int64)
}

// A Source64 also returns 64 bits.
type Source64 interface {
	Source
	Uint64() uint64
}

// rngSource is an additive lagged Fibonacci generator: each number is the sum of the numbers 607 and 273 positions before it.
type rngSource struct {
	tap, feed int
	vec       [607]int64
}

// seedSource fills vec as Go does: with a linear congruential generator started with seed, mixed with the
// generator's own state after 7.8e12 numbers; tap becomes 0 and feed 607-273.
func seedSource(r *rngSource, seed int64)

// nextSource returns the next number and moves tap and feed back by one.
func nextSource(r *rngSource) uint64

func (r *rngSource) Seed(seed int64) { seedSource(r, seed) }
func (r *rngSource) Int63() int64    { return int64(nextSource(r) & (1<<63 - 1)) }
func (r *rngSource) Uint64() uint64  { return nextSource(r) }

// NewSource makes a source with a seed; the caller must not use it from several goroutines at once.
func NewSource(seed int64) Source {
	r := new(rngSource)
	seedSource(r, seed)
	return r
}

// state is the machine's own randomness, different in each run.
var state = rt.Random()

// machineSource is the machine's random source.
type machineSource struct{}

func (machineSource) Seed(int64)     { panic("internal error: call to runtimeSource.Seed") }
func (machineSource) Int63() int64   { return int64(rt.NextRandom(&state) & (1<<63 - 1)) }
func (machineSource) Uint64() uint64 { return rt.NextRandom(&state) }

// A Rand makes random numbers of various types from a source.
type Rand struct {
	src      Source
	s64      Source64
	readVal  int64 // the bytes of the last number that Read has not returned
	readLeft int8
}

// New makes a Rand that uses a source.
func New(src Source) *Rand {
	s64, _ := src.(Source64)
	return &Rand{src: src, s64: s64}
}

// Seed restarts the source with a new seed.
func (r *Rand) Seed(seed int64) {
	r.src.Seed(seed)
	r.readLeft = 0
}

// Int63 returns a random integer in [0, 1<<63).
func (r *Rand) Int63() int64 { return r.src.Int63() }

// Uint32 returns a random uint32.
func (r *Rand) Uint32() uint32 { return uint32(r.Int63() >> 31) }

// Uint64 returns a random uint64.
func (r *Rand) Uint64() uint64 {
	if r.s64 != nil {
		return r.s64.Uint64()
	}
	return uint64(r.Int63())>>31 | uint64(r.Int63())<<32
}

// Int31 returns a random integer in [0, 1<<31).
func (r *Rand) Int31() int32 { return int32(r.Int63() >> 32) }

// Int returns a random non-negative int.
func (r *Rand) Int() int { return int(uint(r.Int63())) }

// Int63n returns a random integer in [0, n).
func (r *Rand) Int63n(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int63n")
	}
	if n&(n-1) == 0 {
		return r.Int63() & (n - 1)
	}
	// Numbers from the last whole multiple of n on would make small results more likely.
	for end := 1<<63 - (1<<63)%uint64(n); ; {
		if v := uint64(r.Int63()); v < end {
			return int64(v % uint64(n))
		}
	}
}

// Int31n returns a random integer in [0, n).
func (r *Rand) Int31n(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int31n")
	}
	if n&(n-1) == 0 {
		return r.Int31() & (n - 1)
	}
	for end := 1<<31 - (1<<31)%uint32(n); ; {
		if v := uint32(r.Int31()); v < end {
			return int32(v % uint32(n))
		}
	}
}

// int31n returns a random integer in [0, n), by multiplication (Lemire's method).
func (r *Rand) int31n(n int32) int32 {
	prod := uint64(r.Uint32()) * uint64(n)
	if low := uint32(prod); low < uint32(n) {
		thresh := uint32(-n) % uint32(n)
		for low < thresh {
			prod = uint64(r.Uint32()) * uint64(n)
			low = uint32(prod)
		}
	}
	return int32(prod >> 32)
}

// Intn returns a random integer in [0, n).
func (r *Rand) Intn(n int) int {
	if n <= 0 {
		panic("invalid argument to Intn")
	}
	if n <= 1<<31-1 {
		return int(r.Int31n(int32(n)))
	}
	return int(r.Int63n(int64(n)))
}

// Float64 returns a random number in [0, 1).
func (r *Rand) Float64() float64 {
	for {
		if f := float64(r.Int63()) / (1 << 63); f != 1 {
			return f
		}
	}
}

// Float32 returns a random number in [0, 1).
func (r *Rand) Float32() float32 {
	for {
		if f := float32(r.Float64()); f != 1 {
			return f
		}
	}
}

// Perm returns the numbers below n in random order.
func (r *Rand) Perm(n int) []int {
	m := make([]int, n)
	for i := 0; i < n; i++ {
		j := r.Intn(i + 1)
		m[i] = m[j]
		m[j] = i
	}
	return m
}

// Shuffle puts n elements in random order; swap exchanges two of them.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	i := n - 1
	for ; i > 1<<31-1-1; i-- {
		swap(i, int(r.Int63n(int64(i+1))))
	}
	for ; i > 0; i-- {
		swap(i, int(r.int31n(int32(i+1))))
	}
}

// Read fills p with random bytes.
func (r *Rand) Read(p []byte) (n int, err error) {
	left, val := r.readLeft, r.readVal
	for n = 0; n < len(p); n++ {
		if left == 0 {
			val = r.Int63()
			left = 7
		}
		p[n] = byte(val)
		val >>= 8
		left--
	}
	r.readLeft, r.readVal = left, val
	return n, nil
}
