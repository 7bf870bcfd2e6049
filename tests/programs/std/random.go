// Seeded random numbers are the same as Go's.
package main

import (
	"fmt"
	"math/rand"
	rand2 "math/rand/v2"
)

func main() {
	r := rand.New(rand.NewSource(42))
	fmt.Println(r.Int63(), r.Uint64(), r.Intn(100), r.Int31n(7), r.Int63n(1<<40), r.Float64(), r.Float32(), r.Perm(5))
	fmt.Println(r.NormFloat64(), r.ExpFloat64())
	sum := 0.0
	for range 10000 {
		sum += r.NormFloat64() + r.ExpFloat64() + r.Float64()
	}
	fmt.Println(sum, r.Int63())
	r.Seed(-5)
	fmt.Println(r.Int())
	x := []int{1, 2, 3, 4, 5, 6}
	r.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
	b := make([]byte, 10)
	r.Read(b)
	fmt.Println(x, b)
	z := rand.NewZipf(r, 1.5, 2, 100)
	fmt.Println(z.Uint64(), z.Uint64(), z.Uint64())

	p := rand2.New(rand2.NewPCG(1, 2))
	fmt.Println(p.Uint64(), p.IntN(1000003), p.Int64N(1<<50+1), p.Uint32N(77), p.Float64(), p.Float32(), p.Perm(5), p.NormFloat64(), p.ExpFloat64())
	c := rand2.NewChaCha8([32]byte([]byte("a seed that has 32 bytes in all!")))
	var s uint64
	for range 1000 {
		s ^= c.Uint64()
	}
	fmt.Println(s, c.Uint64())
	n, err := c.Read(b)
	fmt.Println(n, err, b)
	m, _ := c.MarshalBinary()
	fmt.Printf("%q\n", m)
	fmt.Println(rand2.IntN(10) < 10, rand.Intn(10) < 10)
	func() {
		defer func() { fmt.Println(recover()) }()
		rand2.IntN(0)
	}()
}

// Output:
// 3440579354231278675 9832119173398632219 68 1 959163784457 0.38319329992238566 0.8128771 [1 3 4 2 0]
// 1.262161514763978 0.3061630864778211
// 14985.331150579861 4318572865524364785
// 1811683815564572222
// [6 5 4 2 1 3] [182 42 158 125 33 72 246 122 207 86]
// 1 93 0
// 14192431797130687760 616438 883187413992638 61 0.797802349388613 0.5485458 [1 3 0 4 2] -0.04750789419852852 0.21508763681487764
// 1859176575421640678 925812707661170994
// 10 <nil> [251 14 230 120 93 133 10 183 54 148]
// "readbuf:\x06ҹ\x065j;chacha8:\x00\x00\x00\x00\x00\x00\x00\v\xcbu&\xc2\xed\xb3\x00\x92R\xc1|\x95\xc7\\\xf8\xa5\xd0>\xb7Z\xf7\xf6<\x0f\xb0\t\vmBC#\xdb"
// true true
// invalid argument to IntN
