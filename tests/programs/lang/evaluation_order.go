package main

import "fmt"

type T struct{ x, y int }

var g int

//go:noinline
func f() int { g++; return g }

// The spec orders calls only. gc makes them first and reads variables and memory when their values are needed.
func main() {
	sl := []int{0, 0, 0, 0, 0}
	i := 1
	inc := func() int { i++; return i }
	sl[i] = inc()
	fmt.Println("1", sl)
	sl[i] += inc()
	fmt.Println("2", sl)
	g += f()
	fmt.Println("3", g)
	p, q := &T{1, 1}, &T{2, 2}
	sw := func() int { p, q = q, p; return 50 }
	p.x = sw()
	fmt.Println("4", *p, *q)
	p.x += sw()
	fmt.Println("5", *p, *q)
	m := map[int]int{}
	m[g] = f()
	fmt.Println("6", m, g)
	m[g] += f()
	fmt.Println("7", m, g)
	s2 := sl
	re := func() int { sl = []int{9, 9, 9, 9, 9}; return 7 }
	sl[0] = re()
	fmt.Println("8", sl, s2)
	s2 = sl
	sl[0] += re()
	fmt.Println("9", sl, s2)
	a, b := sl[i], inc()
	fmt.Println("10", a, b)
	i = 1
	sl[i], b = inc(), i
	fmt.Println("11", sl, b, i)
	sl[g%3], sl[f()%3] = g, f()
	fmt.Println("12", sl, g)
	i = 0
	for i+inc()*10 < 100 {
	}
	fmt.Println("13", i)
	if i+inc() > i*inc() {
		fmt.Println("yes")
	}
	ch := make(chan int, 1)
	ch2 := make(chan int, 1)
	c := ch
	swc := func() int { c = ch2; return 1 }
	c <- swc()
	fmt.Println("14", len(ch), len(ch2))
	defer fmt.Println("15", g, f(), g)
	var arr [3]int
	arr[g%3] = f()
	fmt.Println("16", arr)
	pa := &arr
	pb := &[3]int{}
	swa := func() int { pa, pb = pb, pa; return 5 }
	pa[0] = swa()
	fmt.Println("17", *pa, *pb)
	x := T{g, f()}
	fmt.Println("18", x)
	y := &T{g, f()}
	fmt.Println("19", *y)
	x.x, x.y = g, f()
	fmt.Println("20", x)
	x = T{x.y, x.x}
	fmt.Println("21", x)
	switch g {
	case f() - 1:
		fmt.Println("22 early")
	default:
		fmt.Println("22 late")
	}
	z := g == f()
	w := g+1 == f() || g == f()
	fmt.Println("23", z, w)
	fmt.Println("24", g > 0 && f() > 0, g, f(), sl[1:len(sl)-1], g)
	fmt.Println("25", len(m), func() int { m[100] = 1; return 0 }(), len(m))
	var e any = g
	fmt.Println("26", e.(int), func() int { e = 5; return 0 }(), e.(int))
	str := []byte("abc")
	fmt.Println("27", string(str), func() int { str[0] = 'X'; return 0 }(), string(str))
	*func() *int { g += 10; return &g }() = g
	fmt.Println("28", g)
	fmt.Println("29", T{g, 1}, f(), [2]int{g, g}, []int{g}, &T{g, 0} == nil, map[int]int{g: g})
	bs := "a"
	fmt.Println("30", []byte(bs), func() int { bs = "b"; return 1 }(), []byte(bs))
	fmt.Println("31", append(sl[:1:1], g), f(), -g, ^g, !(g > 0), float64(g))
	fn := func() int { return 1 }
	swf := func() int { fn = func() int { return 2 }; return 0 }
	fmt.Println("32", fn(), swf(), fn())
	ad := func(x int) int { return fn() }
	ad2 := ad
	_ = ad2
	swad := func() int { ad = func(x int) int { return -1 }; return 0 }
	fmt.Println("33", ad(swad()))
	var st fmt.Stringer = S1("a")
	sws := func() string { st = S1("b"); return "z" }
	fmt.Println("34", st.String()+sws()+st.String(), g)
	mv := st.String
	st = S1("c")
	fmt.Println("35", mv(), min(g, 3), f(), max(g, 1))
}

type S1 string

func (s S1) String() string { return string(s) }

// Output:
// 1 [0 0 2 0 0]
// 2 [0 0 2 3 0]
// 3 2
// 4 {50 2} {1 1}
// 5 {51 1} {50 2}
// 6 map[3:3] 3
// 7 map[3:3 4:4] 4
// 8 [7 9 9 9 9] [0 0 2 3 0]
// 9 [16 9 9 9 9] [7 9 9 9 9]
// 10 9 4
// 11 [16 9 2 9 9] 2 2
// 12 [6 9 6 9 9] 6
// 13 10
// 14 0 1
// 16 [0 0 8]
// 17 [5 0 0] [0 0 8]
// 18 {9 9}
// 19 {10 10}
// 20 {11 11}
// 21 {11 11}
// 22 early
// 23 true true
// 24 true 17 17 [9 6 9] 17
// 25 2 0 3
// 26 17 0 5
// 27 Xbc 0 Xbc
// 28 27
// 29 {27 1} 28 [28 28] [28] false map[28:28]
// 30 [97] 1 [98]
// 31 [6 28] 29 -29 -30 false 29
// 32 1 0 2
// 33 -1
// 34 azb 29
// 35 b 3 30 30
// 15 7 7 7
