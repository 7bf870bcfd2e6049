// Values: arithmetic of all widths, conversions, literals, strings, slices, complex numbers.
package main

func ints(a int8, b uint16, c uint32, d uint64, n int) uint64 {
	a += 100
	b <<= 3
	c = c<<7 | c>>25
	d = d/8 + d%16 + d/10
	n = n/3 - n%8
	return uint64(a) + uint64(b) + uint64(c)>>n + d&^255
}

func floats(x float32, y float64) int32 {
	x = x*2 + 1
	return int32(x) + int32(min(y, 1, float64(x)))
}

func complexes(z complex128, w complex64) float64 {
	z = z*z + complex(1, 2)
	w /= 2
	return real(z) + float64(imag(w))
}

func strings(s string, bs []byte, n int) string {
	s += "-" + string(bs) + string(rune(n))
	for _, b := range []byte(s) {
		n += int(b)
	}
	return s[1:n] + s[:2]
}

func slices(xs []int, n int) []int {
	ys := make([]int, n, n*2)
	copy(ys, xs[1:])
	ys = append(ys, xs...)
	zs := [...]int{1, 2, 3}
	ys = append(ys, zs[:]...)
	clear(xs)
	return ys[:2:cap(ys)]
}

type pair struct {
	a any
	b *int
}

func equal(p, q pair, x, y [2]string, f func(), i any) bool {
	n := max(1, len(x))
	return p == q && x == y && f != nil && i == any(n) && i != nil && p.b != q.b
}

func main() {
	println(ints(1, 2, 3, 4, 5), floats(1, 2), complexes(1i, 2), strings("a", nil, 3))
	println(len(slices(nil, 3)), equal(pair{}, pair{a: 1.5}, [2]string{}, [2]string{}, nil, nil))
}
