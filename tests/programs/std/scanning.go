// Scans pseudo-random input with pseudo-random formats; a hash of results, errors and what is left to read.

package main

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

type I int8
type S string
type B []byte

type slow struct{ r io.Reader }

func (s slow) Read(b []byte) (int, error) { return s.r.Read(b) }

func main() {
	r := &rng{88172645463325252}
	pieces := []string{"1", "23", "-4", "+5", "0x1F", "0b101", "0o17", "017", "1_000", "abc", "héllo", "3.14", "-1e5", "1p3", "0x1p-2", "nan", "Inf", "true", "F", "tru", "(1+2i)", "3-4i", "\"quoted str\"", "`raw`", "\"un", "deadBEEF", "abc", "U+1F600", "%", " ", " ", " ", "\n", "\t", "  ", "\r\n", ",", ":", "300", "99999999999999999999", "x", "世"}
	fmts := []string{"%d", "%v", "%s", "%q", "%x", "%f", "%t", "%c", "%5d", "%2s", "%3x", "%g", "%b", "%o", "%U", "%%", " ", "\n", ",", "x", ":", "%z", "%e", "%1d", "%3v"}
	mk := func() []any {
		var out []any
		for n := r.Intn(4); n >= 0; n-- {
			out = append(out, []any{new(int), new(string), new(float64), new(bool), new(I), new(S), new(B), new([]byte), new(uint8), new(uint), new(complex128), new(rune), new(int8), new(float32), 5, new([]int), new(complex64)}[r.Intn(17)])
		}
		return out
	}
	show := func(n int, err error, a []any, rest string) string {
		s := fmt.Sprint(n, " ", err, " ")
		for _, x := range a {
			if reflect.TypeOf(x).Kind() == reflect.Pointer {
				s += fmt.Sprintf("%#v ", reflect.ValueOf(x).Elem())
			}
		}
		return s + fmt.Sprintf("rest %q", rest)
	}
	for block := 0; block < 40; block++ {
		h := hash(14695981039346656037)
		for i := 0; i < 100; i++ {
			in := ""
			for n := r.Intn(8); n > 0; n-- {
				in += pieces[r.Intn(len(pieces))]
				if r.Intn(2) == 0 {
					in += " "
				}
			}
			a := mk()
			format := ""
			for n := r.Intn(5); n >= 0; n-- {
				format += fmts[r.Intn(len(fmts))]
			}
			sr := strings.NewReader(in)
			var rd io.Reader = sr
			if r.Intn(3) == 0 {
				rd = slow{sr}
			}
			var n int
			var err error
			switch r.Intn(3) {
			case 0:
				n, err = fmt.Fscan(rd, a...)
			case 1:
				n, err = fmt.Fscanln(rd, a...)
			case 2:
				n, err = fmt.Fscanf(rd, format, a...)
			}
			rest, _ := io.ReadAll(sr)
			h = h.add(show(n, err, a, string(rest)))
		}
		fmt.Printf("%d %016x\n", block, uint64(h))
	}
}

// hash is FNV-1a.
type hash uint64

func (h hash) add(s string) hash {
	for i := 0; i < len(s); i++ {
		h = (h ^ hash(s[i])) * 1099511628211
	}
	return h
}

// rng is a xorshift generator.
type rng struct{ s uint64 }

func (r *rng) Intn(n int) int {
	r.s ^= r.s << 13
	r.s ^= r.s >> 7
	r.s ^= r.s << 17
	return int(r.s>>1) % n
}

// Output:
// 0 9bf8b1e2e901cea7
// 1 ee18b5ef215833dd
// 2 217735b0c0e63b93
// 3 a0a8903744c7f488
// 4 5050558791a9cb8d
// 5 f7ee380246412248
// 6 29e3b154b06652a1
// 7 72266ff5256d1091
// 8 e52a68408a80bfcb
// 9 2135e5fe3a223c86
// 10 c904e8c8451cde70
// 11 44aa036bf6ac1cce
// 12 d85c77b5b1e7040d
// 13 8c9daac78c131bd0
// 14 872022a332acc2fc
// 15 e95890587679fee7
// 16 fff79438e350bfd1
// 17 e68c19909c4f056e
// 18 0ec77ac41cf37cd1
// 19 5f84454a69ff2d66
// 20 85c7129fb7499524
// 21 ef6f1cdffac98add
// 22 3c196f0830b1a4ab
// 23 d36f6b1e95df9dc2
// 24 b0dbad65dda44694
// 25 6da8fc1e6b26499c
// 26 d17185631321aa8b
// 27 07126a113f8076a4
// 28 a1544f7165d76766
// 29 c64b3473ada1ae68
// 30 e5d9d025b033e5c6
// 31 a4d2c1282ec8275a
// 32 62ef15b3e6e94dcf
// 33 e3a54e73c7342d49
// 34 7f90dd1997ab811c
// 35 554ff63f04b51e35
// 36 9e2e0aa016c2fb5c
// 37 5f23cad2f66b5980
// 38 2823f704718cd275
// 39 0358fba4c7525df4
