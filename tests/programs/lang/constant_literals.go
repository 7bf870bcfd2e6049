// Literals of constants, in variables, in the heap and as slices: each evaluation makes a new value.
package main

import "fmt"

type point struct{ x, y int32 }

type padded struct {
	a int8
	_ int32
	b uint64
	c bool
	d point
}

type named [6]float32

var (
	bytes   = [...]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251, 252, 253, 254, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
	signed  = [12]int16{-1, 2: -3, -32768, 32767, 6: 5, 6, 7}
	sparse  = [1 << 16]int32{5: 1, 1 << 15: -2, 3, 4, 5, 6, 1<<16 - 1: 7}
	points  = []point{{1, 2}, {3, -4}, {}, {x: 5}, {y: -6}}
	deep    = [2][2][3]uint16{{{1, 2, 3}, {4, 5}}, {1: {6, 7, 65535}}}
	pads    = []padded{{1, 2, 3, true, point{4, 5}}, {a: -1, b: 1 << 63, d: point{-7, 8}}}
	floats  = named{0.5, -1.25, 1e30, 3: 1.0 / 3, 5: -0.0}
	doubles = []float64{1, 2.5, -3.75, 1e300, 1.0 / 3}
	complxs = []complex128{1 + 2i, -3i, 4, 5.5 - 6.25i, 7}
	small   = []complex64{1 + 2i, -3i, 4, 5.5 - 6.25i, 7}
	bools   = []bool{true, false, true, true, false, true, 9: true}
	runes   = []rune{'a', 'ä', '\U0010ffff', 0, -1, 7: 'z', 'x'}
	large   = []uint64{1<<64 - 1, 1 << 63, 0, 7, 1<<32 + 1}
	mixed   = []struct {
		name string
		ns   [6]int
	}{{"a", [6]int{1, 2, 3, 4, 5, 6}}, {"b", [6]int{5: -1, 0: 9}}}
	maps     = map[string][]int8{"x": {1, 2, 3, 4, 5, 6}, "y": {-1, -2, -3, -4, -5}}
	pointers = []*[5]int{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}
)

func table() []int { return []int{10, 20, 30, 40, 50, 60} }

func array() *[7]int { return &[7]int{1, 2, 3, 4, 5, 6, 7} }

func generic[T int8 | uint32 | float64]() []T { return []T{1, 2, 3, 4, 5, 127} }

type inner[T any] struct {
	t    T
	a, b uint16
}

func instances[T ~int8 | ~int64]() []inner[T] {
	return []inner[T]{{1, 2, 3}, {-4, 5, 6}, {b: 9}, {t: 127}}
}

func parts(n int) [8]int { return [8]int{1, 2, 3, n, 5, 6, 7, 8} }

func main() {
	fmt.Println(bytes, signed)
	fmt.Println(sparse[5], sparse[6], sparse[1<<15], sparse[1<<15+4], sparse[1<<16-1])
	fmt.Println(points, deep)
	fmt.Println(len(pads), pads[0].a, pads[0].b, pads[0].c, pads[0].d, pads[1].a, pads[1].b, pads[1].c, pads[1].d)
	fmt.Println(floats, doubles, complxs, small)
	fmt.Println(bools, runes, large, cap(large))
	fmt.Println(mixed, maps, *pointers[0], *pointers[1])

	a, b := table(), table()
	a[0] = -1
	fmt.Println(a, b, len(b), cap(b))
	p, q := array(), array()
	p[6] = 0
	fmt.Println(*p, *q)
	bytes[0] = 100
	again := [...]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251, 252, 253, 254, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
	fmt.Println(bytes[0], again[0], bytes == again)
	fmt.Println(generic[int8](), generic[uint32](), generic[float64]())
	fmt.Println(instances[int8](), instances[int64]())
	fmt.Println(parts(4), parts(-4))
	for i := range 2 {
		local := [9]int{1, 2, 3, 4, 5, 6, 7, 8, 9}
		local[i] = 0
		keep := &local
		defer func() { fmt.Println(*keep) }()
	}
	// Assignments build the value before they change the variable.
	v := [6]int{1, 2, 3, 4, 5, 6}
	w := &v
	*w = [6]int{6, 5, 4, 3, 2, 1}
	fmt.Println(v)
	v = [6]int{v[5], 1, 1, 1, 1, v[0]}
	fmt.Println(v)
	var nilp *[6]int
	defer func() { fmt.Println(recover() != nil) }()
	*nilp = [6]int{1, 2, 3, 4, 5, 6}
}

// Output:
// [1 2 3 4 5 6 7 8 9 250 251 252 253 254 255 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17] [-1 0 -3 -32768 32767 0 5 6 7 0 0 0]
// 1 0 -2 6 7
// [{1 2} {3 -4} {0 0} {5 0} {0 -6}] [[[1 2 3] [4 5 0]] [[0 0 0] [6 7 65535]]]
// 2 1 3 true {4 5} -1 9223372036854775808 false {-7 8}
// [0.5 -1.25 1e+30 0.33333334 0 0] [1 2.5 -3.75 1e+300 0.3333333333333333] [(1+2i) (0-3i) (4+0i) (5.5-6.25i) (7+0i)] [(1+2i) (0-3i) (4+0i) (5.5-6.25i) (7+0i)]
// [true false true true false true false false false true] [97 228 1114111 0 -1 0 0 122 120] [18446744073709551615 9223372036854775808 0 7 4294967297] 5
// [{a [1 2 3 4 5 6]} {b [9 0 0 0 0 -1]}] map[x:[1 2 3 4 5 6] y:[-1 -2 -3 -4 -5]] [1 2 3 4 5] [6 7 8 9 10]
// [-1 20 30 40 50 60] [10 20 30 40 50 60] 6 6
// [1 2 3 4 5 6 0] [1 2 3 4 5 6 7]
// 100 1 false
// [1 2 3 4 5 127] [1 2 3 4 5 127] [1 2 3 4 5 127]
// [{1 2 3} {-4 5 6} {0 0 9} {127 0 0}] [{1 2 3} {-4 5 6} {0 0 9} {127 0 0}]
// [1 2 3 4 5 6 7 8] [1 2 3 -4 5 6 7 8]
// [6 5 4 3 2 1]
// [1 1 1 1 1 6]
// true
// [1 0 3 4 5 6 7 8 9]
// [0 2 3 4 5 6 7 8 9]
