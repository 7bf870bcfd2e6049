// Instructions that do the work of two or three: elements of slices in fields, sums with products, intervals, returns with the
// last move or addition. Their panics, orders and roundings are those of the parts.
package main

import (
	"fmt"
	"math"
	"math/bits"
)

type table struct {
	name  string
	bytes []byte
	flags []bool
	words []int
	reals []float64
	next  *table
	pad   [3]int
}

func (t *table) at(i int) (b byte, w int, r float64, c byte, f bool) {
	return t.bytes[i], t.words[i], t.reals[i], t.name[i], t.flags[i]
}

func (t *table) put(i int, b byte, w int, r float64, f bool) {
	t.bytes[i] = b
	t.words[i] = w
	t.reals[i] = r
	t.flags[i] = f
}

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "panics:", r)
		}
	}()
	f()
	fmt.Println(what, "went on")
}

func letter(c byte) bool  { return c >= 'a' && c <= 'z' || 'A' <= c && 'Z' >= c || c == '_' }
func outside(n int) bool  { return n < 10 || n > 20 }
func within(n int8) bool  { return n > 9 && n < 21 }
func far(n uint64) bool   { return n >= 200 && n <= 455 }
func negative(n int) bool { return n >= -3 && n <= 3 }
func empty(n int) bool    { return n >= 5 && n <= 3 }
func both(a, b int) bool  { return a >= 5 && b <= 9 }

func swapped(a, b int) (int, int)       { return b, a }
func sum(a, b int) int                  { return a + b }
func named(a int) (r int)               { r = a * 2; return }
func kept(a int) (r int)                { defer func() { r += a }(); return a + a }
func three(a, b, c int) (int, int, int) { return a + b, b + c, c }

func scan(s string) (words, digits int) {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case letter(c):
			for i < len(s) && letter(s[i]) {
				i++
			}
			words++
		case c >= '0' && c <= '9':
			digits++
			i++
		default:
			i++
		}
	}
	return
}

func halves(n int) [6]int  { return [...]int{n / 2, n % 2, n / 64, n % 64, n / 16384, n % 16384} }
func small(n int8) [4]int8 { return [...]int8{n / 2, n % 2, n / 64, n % 64} }
func word(n uint32) [4]uint32 {
	return [...]uint32{n / 2, n % 8, n + n + n, n<<3 | n>>29}
}
func turned(n uint64) [4]uint64 {
	return [...]uint64{n<<13 | n>>51, n>>1 | n<<63, bits.RotateLeft64(n, 60), bits.RotateLeft64(n, -7)}
}
func sums(a, b, c, d int) [4]int { return [...]int{a + b + c, a + b + c + d, a + 1 + b, a - b + c} }

func marked(marks []bool, fixed *[4]bool) (n int) {
	var local [3]bool
	local[1] = true
	for i := 0; ; i++ {
		if i < len(local) && local[i] {
			n += 100
		}
		if !fixed[i&3] {
			n += 10
		}
		if marks[i] {
			n++
		} else if !marks[i+1] {
			n += 1000
		}
	}
}

type vec struct{ x, y, z float64 }

func (a *vec) dot(b *vec) float64 { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a *vec) away(b *vec) vec    { return vec{a.x - b.x, a.y - b.y, a.z + b.z} }

func main() {
	t := &table{name: "abc", bytes: []byte{1, 2, 255}, flags: make([]bool, 3), words: []int{-1, 5, math.MaxInt}, reals: []float64{1.5, -2, 3}}
	t.next = &table{bytes: []byte{7}}
	fmt.Println(t.at(2))
	t.put(2, 200, math.MinInt, 0.1, true)
	fmt.Println(t.at(2))
	t.next.bytes[len(t.next.bytes)-1] = t.bytes[t.words[1]-3]
	fmt.Println(t.next.bytes, t.bytes, t.words)
	try("index", func() { t.at(3) })
	try("negative index", func() { t.put(-1, 0, 0, 0, false) })
	try("nil", func() { t.next.next.at(0) })
	try("nil store", func() { t.next.next.put(0, 1, 1, 1, true) })
	try("empty name", func() { fmt.Println(t.next.name[0]) })
	try("value first", func() { t.words[7] = t.words[9] })
	words := []int{4, 5, 6}
	add := func(i, n int) { words[i] = n; words = append(words, words[i]+n) }
	add(1, 9)
	add(3, words[2])
	fmt.Println(words)

	for _, c := range []byte{0, '@', 'A', 'Z', '[', '_', '`', 'a', 'z', '{', 255} {
		fmt.Print(letter(c), " ")
	}
	fmt.Println()
	for _, n := range []int{math.MinInt, -1, 0, 9, 10, 20, 21, math.MaxInt} {
		fmt.Print(outside(n), within(int8(n)), far(uint64(n)), negative(n), empty(n), both(n, n), " ")
	}
	fmt.Println(far(199), far(200), far(455), far(456), negative(-4), negative(-3), negative(3), negative(4))
	fmt.Println(scan("one 2 three_4 55"))

	fmt.Println(swapped(1, 2))
	fmt.Println(three(1, 2, 3))
	fmt.Println(sum(math.MaxInt, 1), named(4), kept(5))

	a, b, c := math.MaxInt, 3, 7
	fmt.Println(a*b+c, c+a*b, c*31+b, b+c*-5, a*2+a*3)
	h := 17
	for _, n := range words {
		h = h*31 + n
		c += n * b
		c += n * 100
	}
	fmt.Println(h, c)
	x, y := 1+math.Ldexp(1, -30), 1-math.Ldexp(1, -30)
	fmt.Println(x*y-1, -1+x*y, x*y+-1)
	d := -1.0
	d += x * y
	fmt.Println(d)
	fmt.Println(x*0+y, d+y*0, 2+x*0.0)
	p, q := &vec{1, 2, 3}, &vec{x, y, -1}
	fmt.Println(p.dot(q), p.away(q), 2*p.x+q.y, p.z*q.z+p.x)
	try("nil vec", func() { fmt.Println(p.dot(nil)) })
	for _, n := range []int{math.MinInt, -16385, -65, -64, -3, -1, 0, 1, 63, 64, math.MaxInt} {
		fmt.Println(n, halves(n), small(int8(n)), word(uint32(n)), turned(uint64(n)), sums(n, n, 5, 7))
	}
	try("marks", func() { marked([]bool{true, false, true, false, false, false, true}, &[4]bool{2: true}) })
	try("no array", func() { marked([]bool{true}, nil) })
}

// Output:
// 255 9223372036854775807 3 99 false
// 200 -9223372036854775808 0.1 99 true
// [200] [1 2 200] [-1 5 -9223372036854775808]
// index panics: runtime error: index out of range [3] with length 3
// negative index panics: runtime error: index out of range [-1]
// nil panics: runtime error: invalid memory address or nil pointer dereference
// nil store panics: runtime error: invalid memory address or nil pointer dereference
// empty name panics: runtime error: index out of range [0] with length 0
// value first panics: runtime error: index out of range [9] with length 3
// [4 9 6 6 12]
// false false true true false true false true true false false
// true false false false false false true false false true false false true false false true false false true false false false false true false true false false false false false true false false false false true false false false false false true false false false false false false true true false false true true false
// 2 4
// 2 1
// 3 5 3
// -9223372036854775808 8 15
// -9223372036854775804 -9223372036854775804 220 -32 9223372036854775803
// 490663734 3818
// 0 0 0
// 0
// 0.9999999990686774 0 2
// -9.313225746154785e-10 {-9.313225746154785e-10 1.0000000009313226 2} 2.9999999990686774 -2
// nil vec panics: runtime error: invalid memory address or nil pointer dereference
// -9223372036854775808 [-4611686018427387904 0 -144115188075855872 0 -562949953421312 0] [0 0 0 0] [0 0 0 0] [4096 4611686018427387904 576460752303423488 72057594037927936] [5 12 1 5]
// -16385 [-8192 -1 -256 -1 -1 -1] [0 -1 0 -1] [2147475455 7 4294918141 4294836223] [18446744073575333887 18446744073709543423 18446744073709550591 18446744073709551487] [-32765 -32758 -32769 5]
// -65 [-32 -1 -1 -1 0 -65] [-32 -1 -1 -1] [2147483615 7 4294967101 4294966783] [18446744073709027327 18446744073709551583 18446744073709551611 9223372036854775807] [-125 -118 -129 5]
// -64 [-32 0 -1 0 0 -64] [-32 0 -1 0] [2147483616 0 4294967104 4294966791] [18446744073709035519 9223372036854775776 1152921504606846972 9367487224930631679] [-123 -116 -127 5]
// -3 [-1 -1 0 -3 0 -3] [-1 -1 0 -3] [2147483646 5 4294967287 4294967279] [18446744073709535231 18446744073709551614 16140901064495857663 18158513697557839871] [-1 6 -5 5]
// -1 [0 -1 0 -1 0 -1] [0 -1 0 -1] [2147483647 7 4294967293 4294967295] [18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615] [3 10 -1 5]
// 0 [0 0 0 0 0 0] [0 0 0 0] [0 0 0 0] [0 0 0 0] [5 12 1 5]
// 1 [0 1 0 1 0 1] [0 1 0 1] [0 1 3 8] [8192 9223372036854775808 1152921504606846976 144115188075855872] [7 14 3 5]
// 63 [31 1 0 63 0 63] [31 1 0 63] [31 7 189 504] [516096 9223372036854775839 17293822569102704643 9079256848778919936] [131 138 127 5]
// 64 [32 0 1 0 0 64] [32 0 1 0] [32 0 192 512] [524288 32 4 9223372036854775808] [133 140 129 5]
// 9223372036854775807 [4611686018427387903 1 144115188075855871 63 562949953421311 16383] [0 -1 0 -1] [2147483647 7 4294967293 4294967295] [18446744073709547519 13835058055282163711 17870283321406128127 18374686479671623679] [3 10 -1 5]
// marks panics: runtime error: index out of range [7] with length 7
// no array panics: runtime error: invalid memory address or nil pointer dereference
