package p

type T struct{ n int }

func none()                  {}
func one() int               { return 1 }
func two() (int, string)     { return 1, "" }
func take(int, string)       {}
func vari(int, ...string)    {}
func anys(...any)            {}
func fptr(func(int) string)  {}

var (
	i   int
	s   string
	sl  []int
	ss  []string
	m   map[string]int
	f   func()
	ch  chan int
	ro  <-chan int
	arr [4]int
	b   []byte
	t   T
	e   error
	x   any
)

func calls() {
	none(1)
	one()
	take(1)
	take()
	take(1, "a", 2)
	take("a", 1)
	take(two())
	take(two(), 1)
	take(none())
	vari()
	vari(1, "a", "b")
	vari(1, 2)
	vari(1, ss...)
	vari(1, sl...)
	vari(1, "a", ss...)
	vari(two())
	take(1, ss...)
	anys(sl...)
	anys(sl)
	anys(nil)
	anys(two())
	i()
	nil()
	one()()
	f(1)
	x()
	undefinedf(1)
	_ = none()
	_ = f()
	i = two()
	var a, c, d = two()
	_, _, _ = a, c, d
	fptr(func(int) int { return 1 })
	fptr(one)
	one
	i
	1
	"a" + "b"
	-i
	i == 1
	func() {}
	func() {}()
	T{}
	take
	int
	len
	len(s)
	append(sl, 1)
	<-ch
	(<-ch)
	copy(sl, sl)
	recover()
	new(int)
	int(i)
	go one
	go one()
	go len(s)
	go int(1)
	defer recover()
	defer append(sl, 1)
	defer func() {}
	defer f
	defer undefinedg()
}

func conversions() {
	_ = int("a")
	_ = int(s)
	_ = string(1.5)
	_ = string(sl)
	_ = []int(s)
	_ = []byte(s)
	_ = []rune("a")
	_ = string(b)
	_ = T(1)
	_ = T(struct{ n int }{1})
	_ = T(struct{ m int }{1})
	_ = error(t)
	_ = any(t)
	_ = int()
	_ = int(1, 2)
	_ = int(two())
	_ = (*int)(nil)
	_ = int(nil)
	_ = []int(nil)
	_ = bool(1)
	_ = bool(i == 1)
	_ = complex128(1)
	_ = complex128(i)
	_ = float64(i)
	_ = (*string)(&i)
	_ = [4]int(sl)
	_ = [4]byte(sl)
	_ = (*[2]int)(sl)
	_ = (func())(nil)
	_ = chan int(ro)
	_ = (<-chan int)(ch)
	_ = int(sl...)
	_ = undefinedT(1)
	_ = e.(T)
}

func builtins() {
	_ = len()
	_ = len(1)
	_ = len(s, s)
	_ = len(m)
	_ = cap(m)
	_ = cap(s)
	_ = len(nil)
	_ = append()
	_ = append(1, 2)
	_ = append(nil, 1)
	_ = append(sl, "a")
	_ = append(sl, sl)
	_ = append(sl, sl...)
	_ = append(b, s...)
	_ = append(sl, s...)
	_ = append(sl, 1, 2, sl...)
	append(sl)
	_ = copy(sl)
	_ = copy(sl, ss)
	_ = copy(b, s)
	_ = copy(s, b)
	_ = copy(1, 2)
	delete(m)
	delete(m, 1)
	delete(sl, 1)
	close(ro)
	close(i)
	close(ch)
	clear(i)
	clear(m)
	_ = make(int)
	_ = make([]int)
	_ = make([]int, "a")
	_ = make([]int, -1)
	_ = make([]int, 2, 1)
	_ = make([]int, 1, 2, 3)
	_ = make(map[string]int, 1.5)
	_ = make(chan int, 1<<70)
	_ = make()
	_ = make(1)
	_ = make(T)
	_ = new()
	_ = new(int, int)
	_ = new(1)
	_ = new(nil)
	_ = new(undefinedU)
	panic()
	panic(1, 2)
	panic(nil)
	print(nil)
	println(int)
	_ = min()
	_ = min(1, "a")
	_ = min(i, 1.5)
	_ = min(sl)
	_ = max(i, s)
	_ = max("a", s)
	_ = complex(1)
	_ = complex(i, i)
	_ = complex(1, "a")
	_ = complex(float32(1), float64(1))
	_ = real(i)
	_ = real(1)
	_ = imag("a")
	_ = recover(1)
	_ = len
	len = 1
	_ = panic(1)
	const c = len(arr)
	const d = len([2]int{one(), 2})
	const g = cap(arr[:])
}
