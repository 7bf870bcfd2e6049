package main

import (
	"fmt"
	"reflect"
)

type B struct{ a [33000]uint64 }
type A = [70000]int32
type PB struct {
	p *int
	a [2000]uint64
	s string
}

func mk(n uint64) B          { var b B; b.a[0] = n; b.a[32999] = n + 1; return b }
type C struct{ a [8000]uint64 }

func mkc(n uint64) (c C) { c.a[0] = n; c.a[7999] = n + 1; return }
func id(b B) B               { return b }
func mod(b B) B              { b.a[1] = 7; return b }
func two(b B, c A) (A, B)    { c[5] = 9; return c, b }
func named() (r B, err error) {
	defer func() { r.a[2] = 99 }()
	r.a[1] = 3
	return
}
func named2(x B) (r B) {
	defer func() {
		if e := recover(); e != nil {
			r.a[7] = 70
		}
	}()
	r = x
	panic(1)
}

type I interface{ Sum() uint64 }

func (b B) Sum() uint64   { return b.a[0] + b.a[1] + b.a[32999] }
func (b *B) Set(n uint64) { b.a[1] = n }
func (b B) With(n uint64) B {
	b.a[1] = n
	return b
}

func gen[T any](x T) T       { y := x; return y }
func gen2[T any](x ...T) []T { return append([]T(nil), x...) }

func show(name string, b B) { fmt.Println(name, b.a[0], b.a[1], b.a[2], b.a[7], b.a[32999]) }

var glob B

func main() {
	b := mk(5)
	show("mk", b)
	c := id(b)
	c.a[1] = 4
	show("b", b)
	show("c", c)
	d := mod(c)
	show("c", c)
	show("d", d)
	var arr A
	arr[4] = 4
	x, y := two(d, arr)
	fmt.Println(x[4], x[5], arr[5], y == d, y == c, x == arr)
	r, _ := named()
	show("named", r)
	show("named2", named2(b))
	// interface
	var i I = b
	fmt.Println(i.Sum())
	b.a[1] = 100
	fmt.Println(i.Sum(), b.Sum(), i.(B) == b)
	e, ok := i.(B)
	e.a[1]++
	fmt.Println(ok, e.a[1], i.(B).a[1])
	var any2 any = 5
	f, ok := any2.(B)
	fmt.Println(ok, f.a[0], f == B{})
	switch v := any(b).(type) {
	case B:
		v.a[1] = 55
		fmt.Println("switch", v.a[1], b.a[1])
	}
	fmt.Println(any(b) == any(b), any(b) == any(c))
	// channels
	cv := mkc(5)
	ch := make(chan C, 2)
	ch <- cv
	cv.a[1] = 1
	ch <- cv
	close(ch)
	for v := range ch {
		v.a[3] = 5
		fmt.Println("range", v.a[0], v.a[1], v.a[7999])
	}
	v, ok := <-ch
	fmt.Println(ok, v == C{})
	u := make(chan C)
	go func() { u <- mkc(77) }()
	fmt.Println("unbuf", (<-u).a[0])
	go func() { u <- mkc(78) }()
	select {
	case w, ok := <-u:
		fmt.Println("select", w.a[0], w.a[7999])
		fmt.Println(ok)
	}
	select {
	case w, ok := <-ch:
		fmt.Println(w.a[0], ok)
	default:
	}
	// maps
	m := map[string]B{"x": b}
	b.a[1] = 2
	m["y"] = b
	b.a[1] = 3
	fmt.Println(m["x"].a[1], m["y"].a[1], m["z"].a[1], len(m))
	t := m["x"]
	t.a[1] = 1000
	fmt.Println(m["x"].a[1])
	if _, ok := m["q"]; !ok {
		fmt.Println("no q")
	}
	q, ok := m["q"]
	fmt.Println(q == B{}, ok)
	mk2 := map[B]int{b: 1, c: 2}
	mk2[b]++
	fmt.Println(mk2[b], mk2[c], mk2[d], len(mk2))
	for k, v := range mk2 {
		if k.a[1] == 3 {
			fmt.Println("key", v)
		}
	}
	delete(mk2, b)
	fmt.Println(len(mk2))
	// closures
	fn := func() uint64 { return b.a[1] }
	b.a[1] = 8
	fmt.Println(fn())
	cc := mk(9)
	fn2 := func(z B) B { z.a[1] = cc.a[0]; return z }
	show("fn2", fn2(b))
	// method values
	mv := b.Sum
	b.a[1] = 12
	fmt.Println(mv(), b.Sum())
	me := B.With
	show("with", me(b, 66))
	st := b.Set
	st(13)
	show("set", b)
	iv := i.Sum
	fmt.Println(iv())
	// generics
	g := gen(b)
	fmt.Println(g == b)
	sl := gen2(b, c, d)
	fmt.Println(len(sl), sl[0] == b, sl[1] == c, sl[2] == d)
	sl = append(sl, b)
	sl = append(sl, c, d)
	sl[0].a[1] = 21
	fmt.Println(len(sl), sl[0] == b, sl[5] == d, cap(sl) >= 6)
	copy(sl, sl[1:])
	fmt.Println(sl[0] == c)
	// defer, go
	func() {
		defer show("deferred", b)
		b.a[1] = 14
	}()
	done := make(chan bool)
	go func(z B, n int) { show("go", z); done <- true }(b, 1)
	<-done
	// pointers, new
	p := &B{}
	*p = b
	pc := *p
	p.a[1] = 15
	fmt.Println(pc.a[1], b.a[1], p.a[1])
	np := new(B)
	*np, *p = *p, *np
	fmt.Println(np.a[1], p.a[1])
	b, c = c, b
	fmt.Println(b.a[1], c.a[1])
	glob = b
	b.a[1]++
	fmt.Println(glob.a[1], b.a[1], glob != b)
	// pointers inside
	n := 5
	pb := PB{p: &n, s: "hi"}
	pb.a[100] = 3
	pbs := map[int]PB{1: pb}
	ich := make(chan PB, 1)
	ich <- pb
	var ia any = pb
	n = 6
	fmt.Println(*pbs[1].p, pbs[1].s, *(<-ich).p, *ia.(PB).p, ia.(PB).a[100])
	// arrays
	var s uint64
	for _, v := range b.a {
		s += v
	}
	for i, v := range b.a {
		if i == 0 {
			b.a[1] = 1 << 40
		}
		s += v
	}
	fmt.Println(s)
	arr2 := arr
	idx := 4
	arr2[idx]++
	fmt.Println(arr2[idx], arr[idx], arr2 == arr, [...]A{arr, arr2}[1][idx])
	// reflection
	rv := reflect.ValueOf(b)
	fmt.Println(rv.Field(0).Len(), rv.Field(0).Index(0).Uint())
	out := reflect.ValueOf(mod).Call([]reflect.Value{rv})
	fmt.Println(out[0].Interface().(B).a[1])
	rm := reflect.ValueOf(m)
	fmt.Println(rm.MapIndex(reflect.ValueOf("y")).Field(0).Index(1).Uint())
	rm.SetMapIndex(reflect.ValueOf("new"), rv)
	fmt.Println(m["new"].a[0], len(m))
	rc := reflect.ValueOf(make(chan C, 1))
	rc.Send(reflect.ValueOf(cv))
	got, _ := rc.Recv()
	fmt.Println(got.Interface() == any(cv))
	mf := reflect.MakeFunc(reflect.TypeOf(id), func(a []reflect.Value) []reflect.Value { return a }).Interface().(func(B) B)
	fmt.Println(mf(b) == b, reflect.DeepEqual(b, c))
	it := rm.MapRange()
	cnt := uint64(0)
	for it.Next() {
		cnt += it.Value().Interface().(B).a[0]
	}
	fmt.Println(cnt)
	sa := [33000]uint64(sl[0].a[:])
	fmt.Println(sa[0], len(fmt.Sprint(b)))
	lit := B{a: [33000]uint64{1, 2, 5: 9}}
	show("lit", lit)
	lit = B{a: [33000]uint64{3, lit.a[0]}}
	show("lit", lit)
	func(bs ...B) { fmt.Println(len(bs), bs[1].a[0]) }(lit, mk(3))
	fmt.Println(mk(4).a[0], mk(4).With(5).With(6).a[1], id(mk(1)) == mk(1))
	for i := (B{}); i.a[0] < 2; i.a[0]++ {
		fmt.Println("loop", i.a[0])
	}
}

// Output:
// mk 5 0 0 0 6
// b 5 0 0 0 6
// c 5 4 0 0 6
// c 5 4 0 0 6
// d 5 7 0 0 6
// 4 9 0 true false false
// named 0 3 99 0 0
// named2 5 0 0 70 6
// 11
// 11 111 false
// true 1 0
// false 0 true
// switch 55 100
// true false
// range 5 0 6
// range 5 1 6
// false true
// unbuf 77
// select 78 79
// true
// 0 false
// 100 2 0 2
// 100
// no q
// true false
// 2 2 0 2
// key 2
// 1
// 8
// fn2 5 9 0 0 6
// 19 23
// with 5 66 0 0 6
// set 5 13 0 0 6
// 11
// true
// 3 true true true
// 6 false true true
// true
// deferred 5 13 0 0 6
// go 5 14 0 0 6
// 14 14 15
// 15 0
// 4 14
// 4 5 true
// 6 hi 6 6 3
// 32
// 5 4 false 5
// 33000 5
// 7
// 2
// 5 3
// true
// true false
// 15
// 5 66015
// lit 1 2 0 0 0
// lit 3 1 0 0 0
// 2 3
// 4 6 true
// loop 0
// loop 1
