// Every verb with flags, widths and precisions on values of all kinds; a hash of all that is printed for a value.

package main

import (
	"fmt"
	"io"
	"math"
	"reflect"
)

type I int
type S string
type B []byte
type BA [3]byte
type F float64
type T struct {
	A int
	b string
	C any
	d *T
	E []I
	f map[string]any
	G [2]bool
	e error
}
type St struct{ n int }

func (s St) String() string { return fmt.Sprint("St#", s.n) }

type PS struct{ n int }

func (s *PS) String() string { return "PS" }

type Er struct{ s string }

func (e Er) Error() string { return e.s }

type G struct{ n int }

func (g G) GoString() string { return "G!" }

type Pan struct{ v any }

func (p Pan) String() string { panic(p.v) }

type PanE int

func (p *PanE) Error() string { return fmt.Sprint(*p) }

type Fm struct{ n int }

func (f Fm) Format(s fmt.State, verb rune) {
	w, wo := s.Width()
	p, po := s.Precision()
	io.WriteString(s, "Fm")
	s.Write([]byte(fmt.FormatString(s, verb)))
	fmt.Fprint(s, w, wo, p, po, s.Flag('+'), s.Flag('-'), s.Flag('#'), s.Flag(' '), s.Flag('0'))
}

type Em struct {
	St
	X int
}
type em2 struct {
	*St
	T2
}
type T2 struct{ Y any }
type MK struct {
	a int
	b string
}
type IS []I
type By byte
type Inner struct {
	S St
	E Er
	p *int
}

var ch chan int
var nilmap map[string]int
var nilT *T
var nilSt *St
var nilPS *PS
var nilerr error
var nilPan *PanE

func values() []any {
	t := T{1, "x", 3.5, nil, []I{1, 2}, map[string]any{"a": 1, "b": []any{nil, "x", 1.5}}, [2]bool{true, false}, nil}
	return []any{nil, true, false, 0, 1, -1, 12345, -12345, math.MaxInt64, math.MinInt64, int8(-128), int16(300), int32('x'), int32(0x1F600), int64(-7), uint(7), uint8(200), uint16(65535), uint32(1 << 31), uint64(math.MaxUint64), uintptr(0xdead), uintptr(0),
		0.0, math.Copysign(0, -1), 1.0, -1.5, 3.14159265358979, 1e21, 1e20, 1e-5, 1e6, 123456789.0, 1e100, math.Inf(1), math.Inf(-1), math.NaN(), float32(3.4), float32(1e-10), float32(16777216), math.MaxFloat64, 5e-324, float32(0.1), 100000.0, 1000000.0, 0.000123,
		complex(1, -2), complex64(complex(0.5, 3)), complex(math.Inf(1), math.NaN()), complex(0, 0),
		"", "hello", "héllo wörld", "a\x00b\xff\n\t\"`", "日本語", "\U0001F600 smile", S("named"), I(42), I(-1), F(2.5), By(7),
		[]byte(nil), []byte{}, []byte("bytes\xff"), B("named bytes"), BA{1, 2, 3}, [3]byte{65, 66, 67}, &[3]byte{65, 66, 67}, []By{1, 2}, [0]int{},
		[]int{1, 2, 3}, []int(nil), []int{}, [2]string{"a", "b"}, []string{"x", "y z", ""}, []any{1, "a", nil, 2.5, St{3}}, [][]int{{1}, {2, 3}, nil}, []float64{1, 2.5}, []bool{true}, IS{4, 5}, []error{nil, Er{"q"}},
		map[string]int{"z": 26, "a": 1, "m": 13}, nilmap, map[int]string{3: "c", 1: "a", 2: "b"}, map[float64]int{math.NaN(): 1, 1.5: 2, -1: 3}, map[any]int{"b": 1, "a": 3, nil: 6}, map[MK]int{{2, "a"}: 1, {1, "z"}: 2, {1, "b"}: 3}, map[bool]int{true: 1, false: 0}, map[[2]int]string{{2, 1}: "x", {1, 9}: "y"}, map[string]St{"k": {1}}, map[St]string{{5}: "v"},
		struct{}{}, struct{ a, b int }{1, 2}, t, &t, nilT, &struct{ p *int }{nil}, struct{ X any }{nil}, struct{ E error }{nil}, struct{ f func() }{nil}, struct {
			c chan int
			m map[int]int
			s []int
		}{},
		St{1}, &St{2}, nilSt, PS{3}, &PS{4}, nilPS, Er{"err"}, &Er{"perr"}, G{1}, &G{2}, []G{{1}}, map[string]G{"a": {}}, Pan{"boom"}, Pan{Er{"eboom"}}, Pan{42}, Pan{nil}, []any{Pan{"in"}}, nilPan, Fm{1}, &Fm{2}, []Fm{{1}, {2}}, map[string]Fm{"f": {}}, struct{ F Fm }{}, Em{St{7}, 8}, &Em{St{7}, 8}, Inner{St{1}, Er{"z"}, nil}, []Inner{{St{1}, Er{"z"}, nil}},
		[]*int{nil}, nilerr, reflect.Int, ch, (func())(nil), &[]int{1}, &map[string]int{"a": 1}, struct {
			a any
			b fmt.Stringer
		}{1, St{9}}, struct{ a *St }{nil},
		[]string(nil), map[string][]byte{"a": []byte("x")}, []B{B("x"), nil}, []S{"a"}, map[S]I{"k": 1}, [2][]byte{{1}, nil}, []int8{-1, 2}, []rune("héy"), []uint16{1, 2}, [3]rune{'a', 'b', 'c'}}
}

// hash is FNV-1a.
type hash uint64

func (h hash) add(s string) hash {
	for i := 0; i < len(s); i++ {
		h = (h ^ hash(s[i])) * 1099511628211
	}
	return h
}

func try(f string, v any) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = "PANIC " + fmt.Sprint(e)
		}
	}()
	return fmt.Sprintf(f, v)
}

func main() {
	for i, v := range values() {
		h := hash(14695981039346656037)
		for _, verb := range "vdsxXqtTbocUeEfFgGOw%z" {
			for _, fl := range []string{"", "+", "#", "-", " ", "0", "+#", "-0", "# ", "#0", "+0"} {
				for _, w := range []string{"", "7", ".2", "9.3", "012"} {
					h = h.add(try("%"+fl+w+string(verb), v))
				}
			}
		}
		h = h.add(fmt.Sprintln(v, v, "s", v)).add(fmt.Sprint(v, v, "s", v))
		h = h.add(fmt.Sprintf("%v %+v", reflect.ValueOf(v), reflect.ValueOf(v)))
		fmt.Printf("%d %T %016x\n", i, v, uint64(h))
	}
}

// Output:
// 0 <nil> 6154706426616bd9
// 1 bool cbb0969e8061499e
// 2 bool a2a937e6fc2cd931
// 3 int 08d8bad9022e69c4
// 4 int af75cc422b5bf127
// 5 int 05912196659098bf
// 6 int aad86fc5a82537a0
// 7 int 0c61eaac66455b37
// 8 int eb89ae707dc64abe
// 9 int 1df2796172da2c23
// 10 int8 e4dbd6b34d6e8da9
// 11 int16 55705e83d0a7dde6
// 12 int32 531cfab4bce27b4e
// 13 int32 01a6117e8e3ad196
// 14 int64 c3cf362b7b4ef574
// 15 uint 08fab76724196959
// 16 uint8 20143b9faf54843b
// 17 uint16 0c6adb6956e22b5c
// 18 uint32 f4d84ffb60e96f86
// 19 uint64 731d4fce9e319119
// 20 uintptr 3535c0f017d5be8a
// 21 uintptr b5f0ae23db444cca
// 22 float64 4bb2ec9e812a5c25
// 23 float64 a50fccedd0eb8cd8
// 24 float64 0a27722e8e6005d5
// 25 float64 dddc935b951b8521
// 26 float64 4da2c730b13d0451
// 27 float64 00d4f6de74d25ef3
// 28 float64 6b2edc3c6121d020
// 29 float64 9af36bb702c65ad4
// 30 float64 9bb450b4e0d00a0f
// 31 float64 3e6d8b4e8c3b7558
// 32 float64 73bc9102fc1db108
// 33 float64 0f750a85faf9b940
// 34 float64 a8c66f6d5b1f7f0a
// 35 float64 12ec342ab9f4204b
// 36 float32 7e2f141ce13e8bf5
// 37 float32 eb68e3145b8aaa31
// 38 float32 b44a40e4d589e516
// 39 float64 86c2e5379abe2d60
// 40 float64 fd4c6c6a335edfd4
// 41 float32 678144b32df9efb6
// 42 float64 5a14055affaf7f6c
// 43 float64 9bb450b4e0d00a0f
// 44 float64 99ecda1476db3430
// 45 complex128 e368358760d90df2
// 46 complex64 3d6292338560e938
// 47 complex128 b09a0f13667a30c8
// 48 complex128 af245d1958614c4f
// 49 string 49d5ea78df663f8e
// 50 string 938c0d76bdae2ed4
// 51 string ef8fe72052e94e25
// 52 string 2e6e1763bbd165b9
// 53 string 79561ab41cd263a4
// 54 string 211eea2615894985
// 55 main.S bf59580f88b9eac1
// 56 main.I 2b3d80f1d7495e01
// 57 main.I abf61c06ab971816
// 58 main.F ac18d9f6fc91b036
// 59 main.By cccfd043e3505330
// 60 []uint8 510bdf3a7623adf3
// 61 []uint8 cfa6381bf1497acf
// 62 []uint8 32fd8cfc1e19b958
// 63 main.B b3383aefbd7f13ad
// 64 main.BA 8b3135a29878cdb9
// 65 [3]uint8 6964f98f6c1897e7
// 66 *[3]uint8 b637521e391ec213
// 67 []main.By 47e920578c2408ec
// 68 [0]int df2d6bda7d692c79
// 69 []int 1169d9ddbf815e3d
// 70 []int fda89aca8ba6bb7b
// 71 []int 9ec7ea313b527f27
// 72 [2]string e4e1a3c7ead8620a
// 73 []string 36b2dd1414dcf7b8
// 74 []interface {} 948d80bf85d6ddd2
// 75 [][]int 62ce0805ad9e3f69
// 76 []float64 0d43517fb69a9c76
// 77 []bool 171df2f515b872a9
// 78 main.IS db12094d089d6466
// 79 []error 5dc7667682762abe
// 80 map[string]int f91d2edfeee39457
// 81 map[string]int 5035d11cb8484963
// 82 map[int]string b24a0767666e6ed5
// 83 map[float64]int c36a80b40f1407c1
// 84 map[interface {}]int 3e7c3336fe7f89b2
// 85 map[main.MK]int f320f98c0982cd00
// 86 map[bool]int afce9841a397ad8a
// 87 map[[2]int]string 5fa79418b6d61176
// 88 map[string]main.St 0879488c1795b86e
// 89 map[main.St]string e6c67c7b2607ce88
// 90 struct {} 19137442ab8005da
// 91 struct { a int; b int } 16958e7cf674c63d
// 92 main.T a56208543bbb52a6
// 93 *main.T 8862f4b1c6c4cfc8
// 94 *main.T 153f52207ecb206e
// 95 *struct { p *int } 376054681654b444
// 96 struct { X interface {} } 2c4df79304c6942c
// 97 struct { E error } 73e9f14c88d4c58d
// 98 struct { f func() } e24f06f9ab3af50c
// 99 struct { c chan int; m map[int]int; s []int } 960ad23f97487ef7
// 100 main.St d5cbfab694a67a97
// 101 *main.St 384b5a2f5ee83fa7
// 102 *main.St 8862ce0f9b416644
// 103 main.PS 4cdfca3ff81979d0
// 104 *main.PS 39257f39570cfe7e
// 105 *main.PS 2d040008e322a260
// 106 main.Er c784d3b751f67117
// 107 *main.Er aa02603972abcb35
// 108 main.G 9441478781070187
// 109 *main.G 9393f928d06af8b9
// 110 []main.G 8c29d62aa1997b11
// 111 map[string]main.G 4ac4362309679cdb
// 112 main.Pan a268e45dcf821afc
// 113 main.Pan dee3ff11e795cb7f
// 114 main.Pan 47f36bfeb17d124d
// 115 main.Pan aab0c6f3d792772d
// 116 []interface {} f9c27317ae53660e
// 117 *main.PanE 135dd73f5d32f088
// 118 main.Fm ed0f6236f41b929d
// 119 *main.Fm 388db72ab8907bd2
// 120 []main.Fm f3a66ed321e8393b
// 121 map[string]main.Fm 4662675621af9e6a
// 122 struct { F main.Fm } a31c4efb00e41630
// 123 main.Em 60d469fcb0c116da
// 124 *main.Em b824a3d7d516a6e4
// 125 main.Inner ac5460dc1883cf81
// 126 []main.Inner 3ded540fbf8d25f3
// 127 []*int 31ab02f425d90771
// 128 <nil> 6154706426616bd9
// 129 reflect.Kind 55ecebb9386f16d2
// 130 chan int a7a701c7f83a4fe0
// 131 func() cca3b18eb8d02dcb
// 132 *[]int 72a08714ac4a875a
// 133 *map[string]int 75d18a2d22092baa
// 134 struct { a interface {}; b fmt.Stringer } ad21ad7132108115
// 135 struct { a *main.St } e52af7bcf77187bc
// 136 []string ff7c4ea679c1758d
// 137 map[string][]uint8 2bf36e444ee4ad1b
// 138 []main.B f11b1a8f4dacdf5f
// 139 []main.S a85ef7e4cf686099
// 140 map[main.S]main.I 88f5e7dd5c97ebf2
// 141 [2][]uint8 cc13fa1c28f2500a
// 142 []int8 b9615d5a1041001d
// 143 []int32 fb55583504f8839a
// 144 []uint16 ff0fd04819c69847
// 145 [3]int32 f0b41ed1561b5425
