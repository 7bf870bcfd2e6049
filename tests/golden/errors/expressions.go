package p

type T struct{ f, g int }

func (T) V()  {}
func (*T) P() {}

type I interface{ M() }
type S []int
type MyInt int

var (
	t   T
	pt  *T
	i   int
	u8  uint8
	f64 float64
	str string
	sl  []int
	arr [3]int
	m   map[string]int
	mf  map[string]T
	ch  chan int
	so  chan<- int
	ro  <-chan int
	fn  func(int) int
	b   bool
	my  MyInt
	any1 any
	ifc I
	cx  complex128
)

func none()            {}
func two() (int, bool) { return 0, false }

func unary() {
	_ = -str
	_ = !i
	_ = ^f64
	_ = +b
	_ = &i
	_ = &5
	_ = &none()
	_ = &m["a"]
	_ = *i
	_ = *nil
	_ = <-i
	_ = <-so
	_ = ~i
	_ = ~f64
	_ = &T{}
	_ = -"a"
	_ = ^-1
	_ = -u8
	const c uint8 = 1
	_ = -c
	_ = ^c
}

func binary() {
	_ = i + str
	_ = i + f64
	_ = i + 1.5
	_ = u8 + 256
	_ = str + 1
	_ = str - "a"
	_ = b + b
	_ = b && i
	_ = 1 && 2
	_ = i % 2.0
	_ = f64 % 2
	_ = i / 0
	_ = f64 / 0
	_ = 1 / 0.0
	_ = 1 % 0
	_ = i == nil
	_ = nil == nil
	_ = t == T{}
	_ = sl == sl
	_ = sl == nil
	_ = m != m
	_ = fn == fn
	_ = t < t
	_ = ifc == 5
	_ = ifc == t
	_ = any1 == sl
	_ = any1 < any1
	_ = b < b
	_ = i == str
	_ = my == i
	_ = "a" == 'a'
	_ = pt == ifc
	_ = cx < cx
	_ = nil + nil
	_ = nil + 1
	_ = none() + 1
	_ = two() + 1
	_ = int + 1
	_ = len + 1
	_ = undefined1 + undefined2
	_ = arr == [2]int{}
	_ = struct{ f []int }{} == struct{ f []int }{}
}

func shifts() {
	_ = 1 << -1
	_ = 1 << 1.5
	_ = 1.5 << 1
	_ = i << "a"
	_ = str << 1
	_ = i << f64
	_ = f64 << i
	_ = 1.0 << i
	var f float64 = 1 << i
	var g float32 = 1.0 << i
	var h uint8 = 1.0 << i
	var k = 1.0 << i
	var l int64 = 1.5 << i
	_, _, _, _, _ = f, g, h, k, l
	_ = 1 << 2000
	_ = 1 << 600
	_ = sl[1.0<<i]
	_ = float64(1 << i)
	_ = string(1 << i)
	_ = any(1 << i)
	_ = u8 << 9
	_ = uint8(1) << 9
	_ = int64(1) << 63
	_ = i << (1 << 70)
	_ = make([]int, 1.0<<i)
	_ = 1<<i == 2.0
	_ = 1<<i + 1.5
	_ = i>>u8 + 1
}

func consts() {
	const big = 1 << 100
	var x int = big
	var y float64 = big
	_, _ = x, y
	_ = big * big * big * big * big * big
	_ = int8(128)
	_ = uint(-1)
	_ = int(1.5)
	_ = uint8(1.0)
	_ = string(65)
	_ = float32(1e39)
	var z float32 = 1e39
	_ = z
	const a int8 = 100
	_ = a * 2
	_ = a + 28
	const d = 10 / 4
	const e = 10 / 4.0
	var w int = e
	_ = w
	_ = d
	const h = len("abc")
	const j = len(sl)
	const k = i
	const l int = "a"
	const q []int = nil
	const r = nil
	_ = "a" + 1
	_ = 'a' + "b"
	_ = 0x1p-2000
	_ = 1e1000000000
	_ = -1 << 63
	_ = uint64(1<<64 - 1)
	_ = uint64(1 << 64)
	_ = 5.0 % 3
	_ = 'a' * 2.5
	_ = complex(1, 2) < 3
	_ = iota
}

func selectors() {
	t.V()
	t.P()
	T{}.P()
	T{}.V()
	T.P(t)
	T.V(t)
	(*T).P(pt)
	(*T).V(pt)
	_ = t.x
	_ = t.F
	_ = pt.f
	_ = i.x
	_ = ifc.N
	_ = ifc.m
	_ = any1.M
	_ = T.f
	_ = sl.len
	var pp **T
	_ = pp.f
	var pi *I
	pi.M()
	_ = two().x
	_ = none().x
	_ = nil.x
	_ = t._
	_ = int.x
	mf["a"].f = 1
	mf["a"].P()
}

func indexing() {
	_ = sl["a"]
	_ = sl[1.5]
	_ = sl[1.0]
	_ = sl[-1]
	_ = arr[3]
	_ = arr[i]
	_ = "abc"[3]
	_ = str[1<<70]
	_ = m[1]
	_ = m["a"]
	_ = i[0]
	_ = pt[0]
	_ = fn[0]
	_ = arr[:4]
	_ = arr[2:1]
	_ = sl[2:1]
	_ = str[1:2:3]
	_ = [3]int{}[:]
	_ = m[:]
	_ = i[1:]
	_ = sl[f64:]
	_ = (&arr)[1]
	_ = (&arr)[5]
	_ = (&sl)[0]
	str[0] = 1
	"abc"[0] = 1
	_ = sl[nil]
	_ = sl[none()]
}

func asserts() {
	_ = any1.(int)
	_ = ifc.(int)
	_ = ifc.(T)
	_ = i.(int)
	_ = any1.(undefined3)
	_ = ifc.(interface{ M() int })
}
