package rand

// global is the Rand behind the package's functions: the machine's randomness.
var global = New(machineSource{})

// Seed does nothing.
//
// Deprecated: use New(NewSource(seed)).
func Seed(seed int64) {}

// Int63 is below 1<<63.
func Int63() int64 { return global.Int63() }

// Uint32 is any uint32.
func Uint32() uint32 { return global.Uint32() }

// Uint64 is any uint64.
func Uint64() uint64 { return global.Uint64() }

// Int31 is below 1<<31.
func Int31() int32 { return global.Int31() }

// Int is not negative.
func Int() int { return global.Int() }

// Int63n is below n.
func Int63n(n int64) int64 { return global.Int63n(n) }

// Int31n is below n.
func Int31n(n int32) int32 { return global.Int31n(n) }

// Intn is below n.
func Intn(n int) int { return global.Intn(n) }

// Float64 is in [0, 1).
func Float64() float64 { return global.Float64() }

// Float32 is in [0, 1).
func Float32() float32 { return global.Float32() }

// Perm is the numbers below n in random order.
func Perm(n int) []int { return global.Perm(n) }

// Shuffle puts n things in random order.
func Shuffle(n int, swap func(i, j int)) { global.Shuffle(n, swap) }

// Read fills p.
//
// Deprecated: use crypto/rand.
func Read(p []byte) (n int, err error) { return New(machineSource{}).Read(p) }

// NormFloat64 is normally distributed: mean 0, deviation 1.
func NormFloat64() float64 { return global.NormFloat64() }

// ExpFloat64 is exponentially distributed with rate 1.
func ExpFloat64() float64 { return global.ExpFloat64() }
