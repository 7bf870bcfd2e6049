package rand

import (
	"internal/settings"
	"sync"
)

// global is the Rand of the package's functions: it uses the machine's randomness, unless Seed or GODEBUG says otherwise.
var global = automatic()

func automatic() *Rand {
	if settings.Of("randautoseed") == "0" {
		return locked(1)
	}
	return New(machineSource{})
}

// lockedSource is a source with a seed that all goroutines may use.
type lockedSource struct {
	mu sync.Mutex
	s  rngSource
}

func locked(seed int64) *Rand {
	r := New(new(lockedSource))
	r.Seed(seed)
	return r
}

func (l *lockedSource) Seed(seed int64) {
	l.mu.Lock()
	l.s.Seed(seed)
	l.mu.Unlock()
}

func (l *lockedSource) Int63() int64 { return int64(l.Uint64() & (1<<63 - 1)) }

func (l *lockedSource) Uint64() uint64 {
	l.mu.Lock()
	n := l.s.Uint64()
	l.mu.Unlock()
	return n
}

// All goroutines share the bytes that Read of a seeded global source has left.
var (
	seeding sync.Mutex
	reading sync.Mutex
)

// Seed does nothing, unless GODEBUG has randseednop=0: then the package's functions return the sequence for
// the seed.
//
// Deprecated: use New(NewSource(seed)).
func Seed(seed int64) {
	if settings.Of("randseednop") != "0" {
		return
	}
	seeding.Lock()
	defer seeding.Unlock()
	if _, ok := global.src.(*lockedSource); !ok {
		global = locked(seed)
		return
	}
	reading.Lock()
	defer reading.Unlock()
	global.Seed(seed)
}

// Int63 returns a random integer in [0, 1<<63).
func Int63() int64 { return global.Int63() }

// Uint32 returns a random uint32.
func Uint32() uint32 { return global.Uint32() }

// Uint64 returns a random uint64.
func Uint64() uint64 { return global.Uint64() }

// Int31 returns a random integer in [0, 1<<31).
func Int31() int32 { return global.Int31() }

// Int returns a random non-negative int.
func Int() int { return global.Int() }

// Int63n returns a random integer in [0, n).
func Int63n(n int64) int64 { return global.Int63n(n) }

// Int31n returns a random integer in [0, n).
func Int31n(n int32) int32 { return global.Int31n(n) }

// Intn returns a random integer in [0, n).
func Intn(n int) int { return global.Intn(n) }

// Float64 returns a random number in [0, 1).
func Float64() float64 { return global.Float64() }

// Float32 returns a random number in [0, 1).
func Float32() float32 { return global.Float32() }

// Perm returns the numbers below n in random order.
func Perm(n int) []int { return global.Perm(n) }

// Shuffle puts n elements in random order; swap exchanges two of them.
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }

// Read fills p with random bytes.
//
// Deprecated: use crypto/rand.
func Read(p []byte) (n int, err error) {
	if _, ok := global.src.(*lockedSource); !ok {
		return New(machineSource{}).Read(p)
	}
	reading.Lock()
	defer reading.Unlock()
	return global.Read(p)
}

// NormFloat64 returns a normally distributed number with mean 0 and standard deviation 1.
func NormFloat64() float64 { return global.NormFloat64() }

// ExpFloat64 returns an exponentially distributed number with rate 1.
func ExpFloat64() float64 { return global.ExpFloat64() }
