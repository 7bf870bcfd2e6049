// A conversion of a constant to a type parameter is no constant, and neither are lengths and sizes that depend on one.
package main

import (
	"fmt"
	"math"
	"unsafe"
)

type I8 interface{ uint8 | int8 }
type Num interface {
	~int8 | ~uint8 | ~int16 | ~float32 | ~float64
}
type Int interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~int | ~uint
}
type Fl interface{ ~float32 | ~float64 }
type Cx interface{ ~complex64 | ~complex128 }
type Str interface{ ~string }
type StrB interface{ ~string | ~[]byte }

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, "panic:", e)
		}
	}()
	f()
}

func neg[T I8](s []T) []T       { s = append(s, -T(5)); return s }
func add[T Int]() T             { return T(100) + T(100) }
func sub[T Int]() T             { return T(3) - T(4) }
func mul[T Int]() T             { return T(100) * T(100) }
func div0[T Int]() T            { return T(5) / T(0) }
func rem0[T Int]() T            { return T(5) % T(0) }
func compl[T Int]() T           { return ^T(5) }
func shl[T Int]() T             { return T(100) << 7 }
func shl2[T Int]() int          { return 1 << (T(5) - T(6)) }
func shr2[T Int]() T            { return T(100) >> T(100) }
func conv[T Int]() uint8        { return uint8(T(3) - T(4)) }
func conv2[T Int]() int8        { return int8(T(100) + T(100)) }
func mk[T Int]() []int          { return make([]int, T(5)-T(6)) }
func mk2[T Int]() []int         { return make([]int, T(6), T(5)) }
func idx[T Int]() int           { a := [3]int{1, 2, 3}; return a[T(5)] }
func idxs[T Int]() byte         { return "abc"[T(5)] }
func idxn[T Int]() int          { a := []int{1, 2, 3}; return a[T(5)-T(6)] }
func sl[T Int]() []int          { a := []int{1, 2, 3}; return a[T(3):T(2)] }
func sl2[T Int]() []int         { a := [3]int{1, 2, 3}; return a[T(3):T(2)] }
func sl3[T Int]() string        { return "hello"[T(3):T(20)] }
func negz[T Fl]() T             { return -T(0) }
func fdiv[T Fl]() T             { return T(1) / T(0) }
func fdivn[T Fl]() T            { return T(1) / -T(0) }
func fprec[T Fl]() T            { return T(0.1) + T(0.2) }
func fbig[T Fl]() T             { return T(3e38) * T(10) }
func fint[T Fl]() int           { return int(T(1e10) / T(3)) }
func mixdiv[T Num](x T) T       { return x / 0 }
func mixdiv2[T Num]() T         { return T(5) / 0 }
func mixneg[T Num]() T          { return -T(100) - T(100) }
func cdiv[T Cx]() T             { return T(1+2i) / T(0) }
func cmul[T Cx]() T             { return T(1e30+2e30i) * T(1e30) }
func cneg[T Cx]() T             { return -T(0) }
func ceq[T Cx]() bool           { return T(1i)*T(1i) == T(-1) }
func str[T Str]() T             { return T("abc") + T("def") }
func strl[T Str]() int          { return len(T("abc")) - 4 }
func strlu[T Str]() uint8       { return uint8(len(T("abc")) - 4) }
func strr[T Str]() T            { return T('x') + T(rune(0x10FFFF)) }
func strs[T Int]() string       { return string(rune(T(65))) }
func strbig[T StrB]() int       { return len(T("hello")) }
func stri[T Str](i int) byte    { return T("abc")[i] }
func strix[T Str]() byte        { return T("abc")[3] }
func strsl[T Str]() T           { return T("abc")[2:4] }
func lenArr[T [3]int | [5]int](x T) uint8      { return uint8(len(x) - 4) }
func lenArr2[T [3]int | [5]int](x T) int       { return 1 << (len(x) - 3) }
func lenArr3[T [3]int | [5]int](x T) byte      { return "abcd"[len(x)] }
func capArr[T [3]int | [5]int](x T) uint8      { return uint8(cap(x) - 4) }
func lenPtr[T *[3]int | *[5]int](x T) uint8    { return uint8(len(x) - 4) }
func size[T any](x T) uintptr   { return unsafe.Sizeof(x) - 5 }
func size2[T any](x T) uint8    { return uint8(unsafe.Sizeof(x) * 100) }
func size3[T any]() uintptr   { var s struct{ a byte; b T; c byte }; return unsafe.Offsetof(s.c) - 10 }
func align[T any](x T) uint8    { return uint8(unsafe.Alignof(x) - 5) }
func cmp[T Int]() (bool, bool)  { return T(1) == T(2), T(5)-T(6) < T(0) }
func sw[T Int](x T) string {
	switch x {
	case T(1):
		return "one"
	case T(1) + T(1):
		return "two"
	case T(1):
		return "one again"
	case T(100) + T(100):
		return "two hundred"
	}
	return "other"
}
func swt[T any](x any) string {
	switch x.(type) {
	case T:
		return "T"
	case int:
		return "int"
	case string:
		return "string"
	}
	return "?"
}
func swt2[T any](x any) string {
	switch x.(type) {
	case int, string:
		return "int, string"
	case T:
		return "T"
	case []T:
		return "[]T"
	case []int:
		return "[]int"
	}
	return "?"
}
func mapl[T comparable](a T) int { return len(map[T]int{a: 1, a: 2}) }
func mapc[T Int]() map[T]int     { return map[T]int{T(1): 1, T(1): 2, T(100) + T(100): 3} }
func mapi[T Int]() int           { return len(map[any]int{T(1): 1, int(1): 2, int8(1): 3}) }
func mn[T Int]() (T, T)          { return min(T(100)+T(100), T(3)), max(T(3)-T(4), T(2), 5) }
func mnf[T Fl]() (T, T)          { return min(-T(0), T(0)), max(T(0), -T(0)) }
func sws[T Str]() string {
	switch T("a") {
	case T("a"):
		return "a"
	case T("a"):
		return "b"
	}
	return ""
}
func inc[T Int]() T { x := T(127); x++; x += T(100); x *= T(2); x -= T(5) * T(50); x <<= T(3); x /= T(7); return x }
func for1[T Int]() (n int) {
	for i := T(120); i > T(100) && n < 300; i++ {
		n++
	}
	return
}
func rng[T ~uint8]() (n int) {
	for i := range T(5) {
		n += int(i)
	}
	for range T(3) - T(4) {
		n++
		if n > 100 {
			break
		}
	}
	return
}
func arr[T Int]() [4]T { return [...]T{T(1), -T(1), ^T(0), T(100) + T(100)} }

type S[T Int] struct{ v T }

func (s S[T]) neg() T            { return -T(5) }
func (s *S[T]) set()             { s.v = T(100) + T(100) }
func (s S[T]) clos() func() T    { return func() T { return -T(7) - s.v } }
func nested[T Int]() []T         { return outer[T]() }
func outer[U Int]() []U          { f := func(x U) U { return x - U(200&127) }; return []U{f(U(1)), -U(1)} }

type My int8

func alias[T Int]() T { type U = T; return -U(5) + U(100) + U(100) }
func consts[T Int]() T { const c = 100; return T(c) + T(c) + c }
func ptr[T Int]() *T { x := -T(1); return &x }
func newx[T Int]() *T { return new(-T(1)) }
func iface[T Int]() any { return -T(1) }
func dfr[T Int]() (r T) { defer func(x T) { r = x }(T(100) + T(100)); return 0 }
func ret2[T Int]() (T, string) { return -T(1), fmt.Sprint(-T(2)) }
func send[T Int]() T { c := make(chan T, T(2)-T(1)); c <- -T(1); return <-c }
func mapk[T Int](m map[T]string) string { return m[-T(1)] }
func cond[T Int]() string {
	if T(100)+T(100) > T(0) {
		return "pos"
	} else if -T(1) > T(0) {
		return "unsigned"
	}
	return "neg"
}
func sels[T Int]() T { s := struct{ a, b T }{T(1) - T(2), T(3)}; return s.a & s.b }
func logic[T Int]() bool { return T(1)-T(2) > T(0) && !(T(5) == T(6)) || T(0) > T(1) }
func slicearr[T [2]int | [3]int | [4]int](s []int) T { return T(s) }
func ptrarr[T [2]int | [4]int](s []int) *T { p := T(s); return &p }
func cplx[F Fl]() any { return complex128(complex(float64(F(1)), float64(-F(0)))) }
func fromFloat[T Fl]() (int8, uint8) { return int8(T(100)), uint8(int(T(300))) }
func intToFl[T Num]() T { return T(100) * T(3) }
func xor[T Int]() T { return T(127) ^ ^T(0) }
func andnot[T Int]() T { return T(127) &^ T(3) }
func shiftcount[T Int]() int { var s T = 100; return 1 << s >> T(3) }
func shiftneg[T Int](x T) T { return x << (T(1) - T(2)) }
func minInt[T Int]() T { return T(-128&127) / -T(1) }
func runes[T ~[]rune | ~string]() int { return len(T("héé")) }
func bytes[T ~[]byte]() T { return T("xyz") }
func convs[T Int]() (float32, float64, int, uint) { return float32(-T(1)), float64(T(100) + T(100)), int(-T(1)), uint(-T(1)) }
func ufl[T ~uint8 | ~float64]() T { return -T(1) }
func strcmp[T Str]() bool { return T("a") < T("b") && T("a")+T("b") == "ab" }
func stridx[T Str]() string { return fmt.Sprint(T("abc")[1], T("abc")[1:], len(T("abc")+"d")) }
func arrlen[T Int]() int { var a [len("abc")]T; return len(a) - 3 + cap(a[:2]) }
func rngs[T Str]() (n int) { for i, r := range T("aé") { n += i + int(r) }; return }
func app[T Int](s []T) []T { return append(s, T(1)-T(2), T(100)*T(100), s[T(0)]) }
func cpy[T ~[]byte]() T { b := make(T, 3); copy(b, T("abc")); return b }
func del[T Int](m map[T]int) int { delete(m, -T(1)); return len(m) }
func vari[T Int](xs ...T) []T { return xs }
func vari2[T Int]() []T { return vari(T(1)-T(2), -T(3)) }
func uns[T Int](p *[4]int) []int { return unsafe.Slice(&p[0], T(2)-T(1)) }
func glob[T Int]() T { return g + T(100) + T(g) }
func fmtc[T Int]() string { return fmt.Sprintf("%T %v", T(5), T(5)-T(6)) }

const g = 50

func all[T Int]() {
	var z T
	n := fmt.Sprintf("%T", z)
	try(n+" add", func() { fmt.Println(add[T]()) })
	try(n+" sub", func() { fmt.Println(sub[T]()) })
	try(n+" mul", func() { fmt.Println(mul[T]()) })
	try(n+" div0", func() { fmt.Println(div0[T]()) })
	try(n+" rem0", func() { fmt.Println(rem0[T]()) })
	try(n+" compl", func() { fmt.Println(compl[T]()) })
	try(n+" shl", func() { fmt.Println(shl[T]()) })
	try(n+" shl2", func() { fmt.Println(shl2[T]()) })
	try(n+" shr2", func() { fmt.Println(shr2[T]()) })
	try(n+" conv", func() { fmt.Println(conv[T]()) })
	try(n+" conv2", func() { fmt.Println(conv2[T]()) })
	try(n+" mk", func() { if unsafe.Sizeof(z) < 4 { fmt.Println(len(mk[T]())) } })
	try(n+" mk2", func() { fmt.Println(mk2[T]()) })
	try(n+" idx", func() { fmt.Println(idx[T]()) })
	try(n+" idxs", func() { fmt.Println(idxs[T]()) })
	try(n+" idxn", func() { fmt.Println(idxn[T]()) })
	try(n+" sl", func() { fmt.Println(sl[T]()) })
	try(n+" sl2", func() { fmt.Println(sl2[T]()) })
	try(n+" sl3", func() { fmt.Println(sl3[T]()) })
	try(n+" cmp", func() { fmt.Println(cmp[T]()) })
	try(n+" sw", func() { fmt.Println(sw[T](1), sw[T](2), sw(T(100)+T(100)), sw(T(7))) })
	try(n+" mapc", func() { fmt.Println(mapc[T]()) })
	try(n+" mapi", func() { fmt.Println(mapi[T]()) })
	try(n+" mn", func() { fmt.Println(mn[T]()) })
	try(n+" inc", func() { fmt.Println(inc[T]()) })
	try(n+" for1", func() { fmt.Println(for1[T]()) })

	try(n+" arr", func() { fmt.Println(arr[T]()) })
	try(n+" S", func() { s := S[T]{1}; fmt.Println(s.neg()); s.set(); fmt.Println(s.v, s.clos()()) })
	try(n+" nested", func() { fmt.Println(nested[T]()) })
	try(n+" alias", func() { fmt.Println(alias[T]()) })
	try(n+" consts", func() { fmt.Println(consts[T]()) })
	try(n+" ptr", func() { fmt.Println(*ptr[T](), *newx[T](), iface[T](), dfr[T]()) })
	try(n+" ret2", func() { fmt.Println(ret2[T]()) })
	try(n+" send", func() { fmt.Println(send[T]()) })
	try(n+" mapk", func() { fmt.Println(mapk(map[T]string{sub[T](): "m"})) })
	try(n+" cond", func() { fmt.Println(cond[T]()) })
	try(n+" sels", func() { fmt.Println(sels[T](), logic[T]()) })
	try(n+" xor", func() { fmt.Println(xor[T](), andnot[T](), shiftcount[T](), minInt[T]()) })
	try(n+" shiftneg", func() { fmt.Println(shiftneg[T](3)) })
	try(n+" convs", func() { fmt.Println(convs[T]()) })
	try(n+" arrlen", func() { fmt.Println(arrlen[T](), app([]T{3}), del(map[T]int{sub[T](): 1}), vari2[T](), uns[T](new([4]int)), glob[T](), fmtc[T]()) })
}

func floats[T Fl]() {
	try("negz", func() { z := negz[T](); fmt.Println(z, math.Signbit(float64(z)), fdiv[T](), fdivn[T](), fprec[T](), fbig[T](), fint[T]()) })
	try("mnf", func() { a, b := mnf[T](); fmt.Println(math.Signbit(float64(a)), math.Signbit(float64(b))) })
	try("cplx", func() { fmt.Println(cplx[T]()) })
	try("ff", func() { fmt.Println(fromFloat[T]()) })
}
func main() {
	fmt.Println(rng[uint8]())
	fmt.Println(neg([]int8{1}), neg([]uint8{1}))
	all[int8]()
	all[uint8]()
	all[int64]()
	all[uint64]()
	all[int]()
	all[My]()
	floats[float32]()
	floats[float64]()
	try("mixdiv", func() { fmt.Println(mixdiv[float64](1)) })
	try("mixdiv", func() { fmt.Println(mixdiv[int8](1)) })
	try("mixdiv", func() { fmt.Println(mixdiv2[float32]()) })
	try("mixdiv", func() { fmt.Println(mixdiv2[uint8]()) })
	fmt.Println(mixneg[int8](), mixneg[uint8](), mixneg[float32](), intToFl[int8](), intToFl[float64](), ufl[uint8](), ufl[float64]())
	fmt.Println(cdiv[complex64](), cdiv[complex128](), cmul[complex64](), cneg[complex64](), cneg[complex128](), ceq[complex64]())
	fmt.Println(str[string](), strl[string](), strlu[string](), strbig[string](), strbig[[]byte](), stri[string](1))
	fmt.Println(strr[string](), strs[int8]())
	try("strix", func() { fmt.Println(strix[string]()) })
	try("strsl", func() { fmt.Println(strsl[string]()) })
	fmt.Println(lenArr([3]int{}), lenArr([5]int{}), lenArr2([5]int{}), capArr([3]int{}), lenPtr(&[3]int{}))
	try("lenArr3", func() { fmt.Println(lenArr3([3]int{})); fmt.Println(lenArr3([5]int{})) })
	fmt.Println(size(int8(1)), size(int64(1)), size2(int64(1)), size3[int32](), align(int8(1)))
	fmt.Println(swt[int](1), swt[string]("a"), swt[int8]("a"), swt2[int](1), swt2[int]([]int{}), swt2[string]([]int{}), swt2[int8](int8(3)))
	fmt.Println(mapl(1), mapl("a"), sws[string]())
	try("slicearr", func() { fmt.Println(slicearr[[3]int]([]int{1, 2, 3}), *ptrarr[[2]int]([]int{1, 2, 3})) })
	try("slicearr", func() { fmt.Println(slicearr[[4]int]([]int{1, 2, 3})) })
	fmt.Println(runes[string](), runes[[]rune](), bytes[[]byte](), strcmp[string](), stridx[string](), rngs[string](), cpy[[]byte]())
}

// Output:
// 101
// [1 -5] [1 251]
// -56
// -1
// 16
// int8 div0 panic: runtime error: integer divide by zero
// int8 rem0 panic: runtime error: integer divide by zero
// -6
// 0
// int8 shl2 panic: runtime error: negative shift amount
// 0
// 255
// -56
// int8 mk panic: runtime error: makeslice: len out of range
// int8 mk2 panic: runtime error: makeslice: cap out of range
// int8 idx panic: runtime error: index out of range [5] with length 3
// int8 idxs panic: runtime error: index out of range [5] with length 3
// int8 idxn panic: runtime error: index out of range [-1]
// int8 sl panic: runtime error: slice bounds out of range [3:2]
// int8 sl2 panic: runtime error: slice bounds out of range [3:2]
// int8 sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false true
// one two two hundred other
// map[-56:3 1:2]
// 2
// -56 5
// 16
// 8
// [1 -1 -1 -56]
// -5
// -56 49
// [-71 -1]
// -61
// 44
// -1 -1 -1 -56
// -1 -2
// -1
// m
// neg
// 3 false
// -128 124 0 0
// int8 shiftneg panic: runtime error: negative shift amount
// -1 -56 -1 18446744073709551615
// 3 [3 -1 16 3] 0 [-1 -3] [0] -56 int8 -1
// 200
// 255
// 16
// uint8 div0 panic: runtime error: integer divide by zero
// uint8 rem0 panic: runtime error: integer divide by zero
// 250
// 0
// 0
// 0
// 255
// -56
// 255
// uint8 mk2 panic: runtime error: makeslice: cap out of range
// uint8 idx panic: runtime error: index out of range [5] with length 3
// uint8 idxs panic: runtime error: index out of range [5] with length 3
// uint8 idxn panic: runtime error: index out of range [255] with length 3
// uint8 sl panic: runtime error: slice bounds out of range [3:2]
// uint8 sl2 panic: runtime error: slice bounds out of range [3:2]
// uint8 sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false false
// one two two hundred other
// map[1:2 200:3]
// 3
// 3 255
// 16
// 136
// [1 255 255 200]
// 251
// 200 49
// [185 255]
// 195
// 44
// 255 255 255 200
// 255 254
// 255
// m
// pos
// 3 true
// 128 124 0 0
// 0
// 255 200 255 255
// 3 [3 255 16 3] 0 [255 253] [0] 200 uint8 255
// 200
// -1
// 10000
// int64 div0 panic: runtime error: integer divide by zero
// int64 rem0 panic: runtime error: integer divide by zero
// -6
// 12800
// int64 shl2 panic: runtime error: negative shift amount
// 0
// 255
// -56
// int64 mk2 panic: runtime error: makeslice: cap out of range
// int64 idx panic: runtime error: index out of range [5] with length 3
// int64 idxs panic: runtime error: index out of range [5] with length 3
// int64 idxn panic: runtime error: index out of range [-1]
// int64 sl panic: runtime error: slice bounds out of range [3:2]
// int64 sl2 panic: runtime error: slice bounds out of range [3:2]
// int64 sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false true
// one two two hundred other
// map[1:2 200:3]
// 3
// 3 5
// 235
// 300
// [1 -1 -1 200]
// -5
// 200 -207
// [-71 -1]
// 195
// 300
// -1 -1 -1 200
// -1 -2
// -1
// m
// pos
// 3 false
// -128 124 0 0
// int64 shiftneg panic: runtime error: negative shift amount
// -1 200 -1 18446744073709551615
// 3 [3 -1 10000 3] 0 [-1 -3] [0] 200 int64 -1
// 200
// 18446744073709551615
// 10000
// uint64 div0 panic: runtime error: integer divide by zero
// uint64 rem0 panic: runtime error: integer divide by zero
// 18446744073709551610
// 12800
// 0
// 0
// 255
// -56
// uint64 mk2 panic: runtime error: makeslice: cap out of range
// uint64 idx panic: runtime error: index out of range [5] with length 3
// uint64 idxs panic: runtime error: index out of range [5] with length 3
// uint64 idxn panic: runtime error: index out of range [18446744073709551615] with length 3
// uint64 sl panic: runtime error: slice bounds out of range [3:2]
// uint64 sl2 panic: runtime error: slice bounds out of range [3:2]
// uint64 sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false false
// one two two hundred other
// map[1:2 200:3]
// 3
// 3 18446744073709551615
// 235
// 300
// [1 18446744073709551615 18446744073709551615 200]
// 18446744073709551611
// 200 18446744073709551409
// [18446744073709551545 18446744073709551615]
// 195
// 300
// 18446744073709551615 18446744073709551615 18446744073709551615 200
// 18446744073709551615 18446744073709551614
// 18446744073709551615
// m
// pos
// 3 true
// 18446744073709551488 124 0 0
// 0
// 1.8446744e+19 200 -1 18446744073709551615
// 3 [3 18446744073709551615 10000 3] 0 [18446744073709551615 18446744073709551613] [0] 200 uint64 18446744073709551615
// 200
// -1
// 10000
// int div0 panic: runtime error: integer divide by zero
// int rem0 panic: runtime error: integer divide by zero
// -6
// 12800
// int shl2 panic: runtime error: negative shift amount
// 0
// 255
// -56
// int mk2 panic: runtime error: makeslice: cap out of range
// int idx panic: runtime error: index out of range [5] with length 3
// int idxs panic: runtime error: index out of range [5] with length 3
// int idxn panic: runtime error: index out of range [-1]
// int sl panic: runtime error: slice bounds out of range [3:2]
// int sl2 panic: runtime error: slice bounds out of range [3:2]
// int sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false true
// one two two hundred other
// map[1:2 200:3]
// 2
// 3 5
// 235
// 300
// [1 -1 -1 200]
// -5
// 200 -207
// [-71 -1]
// 195
// 300
// -1 -1 -1 200
// -1 -2
// -1
// m
// pos
// 3 false
// -128 124 0 0
// int shiftneg panic: runtime error: negative shift amount
// -1 200 -1 18446744073709551615
// 3 [3 -1 10000 3] 0 [-1 -3] [0] 200 int -1
// -56
// -1
// 16
// main.My div0 panic: runtime error: integer divide by zero
// main.My rem0 panic: runtime error: integer divide by zero
// -6
// 0
// main.My shl2 panic: runtime error: negative shift amount
// 0
// 255
// -56
// main.My mk panic: runtime error: makeslice: len out of range
// main.My mk2 panic: runtime error: makeslice: cap out of range
// main.My idx panic: runtime error: index out of range [5] with length 3
// main.My idxs panic: runtime error: index out of range [5] with length 3
// main.My idxn panic: runtime error: index out of range [-1]
// main.My sl panic: runtime error: slice bounds out of range [3:2]
// main.My sl2 panic: runtime error: slice bounds out of range [3:2]
// main.My sl3 panic: runtime error: slice bounds out of range [:20] with length 5
// false true
// one two two hundred other
// map[-56:3 1:2]
// 3
// -56 5
// 16
// 8
// [1 -1 -1 -56]
// -5
// -56 49
// [-71 -1]
// -61
// 44
// -1 -1 -1 -56
// -1 -2
// -1
// m
// neg
// 3 false
// -128 124 0 0
// main.My shiftneg panic: runtime error: negative shift amount
// -1 -56 -1 18446744073709551615
// 3 [3 -1 16 3] 0 [-1 -3] [0] -56 main.My -1
// -0 true +Inf -Inf 0.3 +Inf 3333333248
// true false
// (1-0i)
// 100 44
// -0 true +Inf -Inf 0.30000000000000004 3e+39 3333333333
// true false
// (1-0i)
// 100 44
// +Inf
// mixdiv panic: runtime error: integer divide by zero
// +Inf
// mixdiv panic: runtime error: integer divide by zero
// 56 56 -200 44 300 255 -1
// (+Inf+Infi) (+Inf+Infi) (+Inf+Infi) (-0-0i) (-0-0i) true
// abcdef -1 255 5 5 98
// x􏿿 A
// strix panic: runtime error: index out of range [3] with length 3
// strsl panic: runtime error: slice bounds out of range [:4] with length 3
// 255 1 4 255 255
// 100
// lenArr3 panic: runtime error: index out of range [5] with length 4
// 18446744073709551612 3 32 18446744073709551614 252
// T T string int, string []T []int T
// 1 1 a
// [1 2 3] [1 2]
// slicearr panic: runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// 5 3 [120 121 122] true 98bc4 331 [97 98 99]
