package main

type integer int

type str string

func function() {}

type methods struct{ f func() }

func (methods) m() {}

func generic[T any]() {}

func nils(x methods, i interface{ n() }, v func()) {
	_ = function == nil
	_ = nil != function
	_ = x.m == nil
	_ = i.n == nil
	_ = x.f == nil
	_ = v == nil
	_ = generic[int] == nil
	_ = (function) == nil
	_ = methods.m == nil
}

func conversions(n int, r rune, b byte, i integer, u uint16) {
	_ = string(n)
	_ = string(r)
	_ = string(b)
	_ = string(i)
	_ = str(u)
	_ = string(65)
	_ = string('a')
	_ = string(rune(n))
	_ = []byte(string(n))
}

func params[T ~string, N int | rune, R ~rune](n N, r R, i int) {
	_ = string(n)
	_ = T(n)
	_ = T(i)
	_ = string(r)
	_ = T(r)
}

func shifts(i8 int8, u16 uint16, i32 int32, n int, u uint, i64 int64) {
	_ = i8 << 8
	_ = i8 >> 7
	_ = u16 << 16
	_ = i32 >> 32
	_ = n << 63
	_ = n << 64
	_ = i64 << 70
	_ = (i8 + 1) << 8
	_ = n << u
	_ = 1 << 8
	i8 <<= 8
	u16 >>= 15
	i32 <<= n
	const wide = 64
	if wide == 32 {
		_ = i32 << 40
	} else {
		_ = i32 << 41
	}
	switch wide {
	case 32:
		_ = i32 << 42
	case 64:
		_ = i32 << 43
	}
	switch {
	case wide == 32:
		_ = i32 << 44
	default:
		_ = i32 << 45
	}
}

func shiftParams[T int8 | int64, U int32 | uint32](t T, u U) {
	_ = t << 8
	_ = t << 7
	_ = u << 32
}

func conditions(x, y int, a, b bool, f func() bool, p *int, ch chan bool) {
	_ = a || a
	_ = a && b && a
	_ = x == 1 || x == 1
	_ = x == 1 || x == 2 || y == 1 || x == 1
	_ = x != 1 || x != 2
	_ = x == 1 && x == 2
	_ = x != 1 && x != 2
	_ = 1 != x || 2 != x
	_ = f() || f()
	_ = a || f() || a
	_ = a || (b || a)
	_ = a || b && a
	_ = <-ch || <-ch
	_ = *p == 1 || *p == 1
	_ = x != y || x != y+1
	_ = len(ch) == 1 || len(ch) == 1
	_ = x == 1 || y == 1 || x == 1 || y == 1
}

type named interface{ Name() string }
type numbered interface{ Name() int }
type other interface{ Other() }
type generics[T any] interface{ Name() T }

func assertions[T any](x named, y other, g generics[T]) {
	_ = x.(numbered)
	_, _ = x.(numbered)
	_ = x.(other)
	_ = y.(numbered)
	_ = x.(generics[int])
	_ = x.(generics[string])
	_ = g.(numbered)
	switch x.(type) {
	case numbered, other:
	case interface{ Name() bool }:
	case nil:
	}
	switch v := any(x).(type) {
	case numbered:
		_ = v
	}
}

func main() {}
