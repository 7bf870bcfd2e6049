// Structs are values; embedded fields and their methods are promoted.
package main

import "fmt"

type Base struct {
	ID   int
	Name string
}

func (b Base) Hello() string   { return "hello " + b.Name }
func (b *Base) Rename(n string) { b.Name = n }

type Middle struct {
	*Base
	Tag int8
}

type Top struct {
	Middle
	small  uint8
	flag   bool
	f32    float32
	nested struct{ a, b int16 }
}

type Namer interface{ Hello() string }

func change(t Top) { t.small = 9; t.Rename("changed") }

func main() {
	t := Top{Middle: Middle{&Base{1, "one"}, -5}, small: 200, flag: true, f32: 1.5}
	t.nested.b = -7
	u := t
	u.small++
	u.nested.a = 300
	fmt.Println(t.small, u.small, t.nested, u.nested, t.Hello(), u.ID, t.Tag)
	change(t)
	fmt.Println(t.Name, u.Name, t.small)
	var n Namer = t
	f := t.Hello
	g := (*Base).Rename
	g(t.Base, "again")
	fmt.Println(n.Hello(), f(), Top.Hello(t))
	fmt.Printf("%v %+v %T\n", struct {
		A int
		B string
	}{1, "x"}, t.nested, t)
	fmt.Println(struct{}{} == struct{}{}, Base{1, "a"} == Base{1, "a"}, Base{1, "a"} == Base{2, "a"})
	p := &u.nested
	p.a++
	pp := &p.b
	*pp *= 2
	fmt.Println(u.nested)
	arr := [3]Base{{1, "a"}, {2, "b"}}
	for i := range arr {
		arr[i].ID *= 10
	}
	for _, b := range arr {
		b.ID = 0
	}
	fmt.Println(arr)
	m := map[string]Base{"k": {7, "seven"}}
	fmt.Println(m["k"].Name, m["none"].ID, new(Base).Name == "")
	type list struct {
		v    int
		next *list
	}
	var l *list
	for i := range 4 {
		l = &list{i, l}
	}
	for ; l != nil; l = l.next {
		fmt.Print(l.v, " ")
	}
	fmt.Println()
}

// Output:
// 200 201 {0 -7} {300 -7} hello one 1 -5
// changed changed 200
// hello again hello changed hello again
// {1 x} {a:0 b:-7} main.Top
// true true false
// {301 -14}
// [{10 a} {20 b} {0 }]
// seven 0 true
// 3 2 1 0
