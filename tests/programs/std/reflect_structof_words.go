// Methods of first fields of up to eight bytes, in types that StructOf makes: an interface holds the struct otherwise than the field.
package main

import (
	"fmt"
	"reflect"
)

type I interface{ M() int }

type S8 int8

func (s S8) M() int { return int(s) * 2 }

type S16 uint16

func (s S16) M() int { return int(s) * 3 }

type S32 int32

func (s S32) M() int { return int(s) * 4 }

type W int64

func (s W) M() int { return int(s) * 5 }

type F32 float32

func (s F32) M() int { return int(s * 6) }

type F64 float64

func (s F64) M() int { return int(s * 7) }

type B bool

func (s B) M() int {
	if s {
		return 1
	}
	return 0
}

type One struct{ n int16 }

func (s One) M() int { return int(s.n) * 8 }

type Two struct{ a, b int8 }

func (s Two) M() int { return int(s.a)*100 + int(s.b) }

type Str string

func (s Str) M() int { return len(s) }

type Arr [1]int32

func (s Arr) M() int { return int(s[0]) }

type Arr3 [3]int8

func (s Arr3) M() int { return int(s[0]) + 10*int(s[1]) + 100*int(s[2]) }

type Fn func() int

func (s Fn) M() int { return s() }

type Mp map[string]int

func (s Mp) M() int { return len(s) }

type Nil struct{}

func (Nil) M() int { return 42 }

type C64 complex64

func (c C64) M() int { return int(real(c))*10 + int(imag(c)) }

func emb(v any) reflect.StructField {
	t := reflect.TypeOf(v)
	return reflect.StructField{Name: t.Name(), Anonymous: true, Type: t}
}

func try(v any, more ...reflect.StructField) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%T with %d more panics: %v\n", v, len(more), e)
		}
	}()
	t := reflect.StructOf(append([]reflect.StructField{emb(v)}, more...))
	s := reflect.New(t).Elem()
	s.Field(0).Set(reflect.ValueOf(v))
	for i := range more {
		s.Field(1 + i).SetInt(int64(-1 - i))
	}
	fmt.Println(t, t.Size(), t.NumMethod(), s.Interface().(I).M(), s.Method(0).Call(nil)[0], s.MethodByName("M").Call(nil)[0], s.Addr().Type().NumMethod())
	m := t.Method(0)
	fmt.Println(m.Type, m.Func.Call([]reflect.Value{s})[0], m.Func.Type())
	f := s.Interface().(I).M
	g := s.Method(0).Interface().(func() int)
	h := m.Func.Interface()
	fmt.Printf("%d %d %T\n", f(), g(), h)
	a := []any{s.Interface(), s.Interface()}
	fmt.Println(a[0] == a[1])
}

type level int8

func (l level) String() string { return fmt.Sprint("level ", int8(l)) }

func (l level) Add(a string, b ...float64) (string, int8, error) {
	return fmt.Sprint(a, b), int8(l) + int8(len(b)), fmt.Errorf("level %d", l)
}

func levels() {
	t := reflect.StructOf([]reflect.StructField{{Name: "Level", Anonymous: true, Type: reflect.TypeFor[level]()}, {Name: "N", Type: reflect.TypeFor[uint16]()}})
	v := reflect.New(t).Elem()
	v.Field(0).SetInt(-7)
	v.Field(1).SetUint(65535)
	fmt.Println(v.Interface(), t.NumMethod())
	fmt.Printf("%v %+v\n", v, []any{v.Interface()})
	x := v.Interface().(interface {
		Add(string, ...float64) (string, int8, error)
	})
	fmt.Println(x.Add("a", 1, 2))
	add := x.Add
	done := make(chan bool)
	go func() { fmt.Println(add("b")); done <- true }()
	<-done
	defer func() { fmt.Println(recover()) }()
	defer fmt.Println(v.MethodByName("Add").CallSlice([]reflect.Value{reflect.ValueOf("c"), reflect.ValueOf([]float64{5})})[1])
	panic(x.(fmt.Stringer))
}

func main() {
	levels()
	f8 := reflect.StructField{Name: "A", Type: reflect.TypeFor[int8]()}
	f16 := reflect.StructField{Name: "C", Type: reflect.TypeFor[int16]()}
	f64 := reflect.StructField{Name: "E", Type: reflect.TypeFor[int64]()}
	for _, v := range []any{S8(-3), S16(60000), S32(-5), W(7), F32(1.5), F64(2.5), B(true), One{-9}, Two{3, -4}, Str("abc"), Arr{-6}, Arr3{1, 2, 3}, Nil{}, C64(3 + 4i)} {
		try(v)
		try(v, f8)
		try(v, f16, f64)
	}
	n := 5
	try(Fn(func() int { return n }))
	try(Mp{"a": 1})
	try(Mp{"a": 1}, f8)
	try(Fn(func() int { return n }), f64)
}

// Output:
// level -7 2
// level -7 [level -7]
// a[1 2] -5 level -7
// b[] -7 level -7
// -6
// level -7
// struct { main.S8 } 1 1 -6 -6 -6 0
// func(struct { main.S8 }) int -6 func(struct { main.S8 }) int
// -6 -6 func(struct { main.S8 }) int
// true
// struct { main.S8; A int8 } 2 1 -6 -6 -6 0
// func(struct { main.S8; A int8 }) int -6 func(struct { main.S8; A int8 }) int
// -6 -6 func(struct { main.S8; A int8 }) int
// true
// struct { main.S8; C int16; E int64 } 16 1 -6 -6 -6 0
// func(struct { main.S8; C int16; E int64 }) int -6 func(struct { main.S8; C int16; E int64 }) int
// -6 -6 func(struct { main.S8; C int16; E int64 }) int
// true
// struct { main.S16 } 2 1 180000 180000 180000 0
// func(struct { main.S16 }) int 180000 func(struct { main.S16 }) int
// 180000 180000 func(struct { main.S16 }) int
// true
// struct { main.S16; A int8 } 4 1 180000 180000 180000 0
// func(struct { main.S16; A int8 }) int 180000 func(struct { main.S16; A int8 }) int
// 180000 180000 func(struct { main.S16; A int8 }) int
// true
// struct { main.S16; C int16; E int64 } 16 1 180000 180000 180000 0
// func(struct { main.S16; C int16; E int64 }) int 180000 func(struct { main.S16; C int16; E int64 }) int
// 180000 180000 func(struct { main.S16; C int16; E int64 }) int
// true
// struct { main.S32 } 4 1 -20 -20 -20 0
// func(struct { main.S32 }) int -20 func(struct { main.S32 }) int
// -20 -20 func(struct { main.S32 }) int
// true
// struct { main.S32; A int8 } 8 1 -20 -20 -20 0
// func(struct { main.S32; A int8 }) int -20 func(struct { main.S32; A int8 }) int
// -20 -20 func(struct { main.S32; A int8 }) int
// true
// struct { main.S32; C int16; E int64 } 16 1 -20 -20 -20 0
// func(struct { main.S32; C int16; E int64 }) int -20 func(struct { main.S32; C int16; E int64 }) int
// -20 -20 func(struct { main.S32; C int16; E int64 }) int
// true
// struct { main.W } 8 1 35 35 35 0
// func(struct { main.W }) int 35 func(struct { main.W }) int
// 35 35 func(struct { main.W }) int
// true
// struct { main.W; A int8 } 16 1 35 35 35 0
// func(struct { main.W; A int8 }) int 35 func(struct { main.W; A int8 }) int
// 35 35 func(struct { main.W; A int8 }) int
// true
// struct { main.W; C int16; E int64 } 24 1 35 35 35 0
// func(struct { main.W; C int16; E int64 }) int 35 func(struct { main.W; C int16; E int64 }) int
// 35 35 func(struct { main.W; C int16; E int64 }) int
// true
// struct { main.F32 } 4 1 9 9 9 0
// func(struct { main.F32 }) int 9 func(struct { main.F32 }) int
// 9 9 func(struct { main.F32 }) int
// true
// struct { main.F32; A int8 } 8 1 9 9 9 0
// func(struct { main.F32; A int8 }) int 9 func(struct { main.F32; A int8 }) int
// 9 9 func(struct { main.F32; A int8 }) int
// true
// struct { main.F32; C int16; E int64 } 16 1 9 9 9 0
// func(struct { main.F32; C int16; E int64 }) int 9 func(struct { main.F32; C int16; E int64 }) int
// 9 9 func(struct { main.F32; C int16; E int64 }) int
// true
// struct { main.F64 } 8 1 17 17 17 0
// func(struct { main.F64 }) int 17 func(struct { main.F64 }) int
// 17 17 func(struct { main.F64 }) int
// true
// struct { main.F64; A int8 } 16 1 17 17 17 0
// func(struct { main.F64; A int8 }) int 17 func(struct { main.F64; A int8 }) int
// 17 17 func(struct { main.F64; A int8 }) int
// true
// struct { main.F64; C int16; E int64 } 24 1 17 17 17 0
// func(struct { main.F64; C int16; E int64 }) int 17 func(struct { main.F64; C int16; E int64 }) int
// 17 17 func(struct { main.F64; C int16; E int64 }) int
// true
// struct { main.B } 1 1 1 1 1 0
// func(struct { main.B }) int 1 func(struct { main.B }) int
// 1 1 func(struct { main.B }) int
// true
// struct { main.B; A int8 } 2 1 1 1 1 0
// func(struct { main.B; A int8 }) int 1 func(struct { main.B; A int8 }) int
// 1 1 func(struct { main.B; A int8 }) int
// true
// struct { main.B; C int16; E int64 } 16 1 1 1 1 0
// func(struct { main.B; C int16; E int64 }) int 1 func(struct { main.B; C int16; E int64 }) int
// 1 1 func(struct { main.B; C int16; E int64 }) int
// true
// struct { main.One } 2 1 -72 -72 -72 0
// func(struct { main.One }) int -72 func(struct { main.One }) int
// -72 -72 func(struct { main.One }) int
// true
// struct { main.One; A int8 } 4 1 -72 -72 -72 0
// func(struct { main.One; A int8 }) int -72 func(struct { main.One; A int8 }) int
// -72 -72 func(struct { main.One; A int8 }) int
// true
// struct { main.One; C int16; E int64 } 16 1 -72 -72 -72 0
// func(struct { main.One; C int16; E int64 }) int -72 func(struct { main.One; C int16; E int64 }) int
// -72 -72 func(struct { main.One; C int16; E int64 }) int
// true
// struct { main.Two } 2 1 296 296 296 0
// func(struct { main.Two }) int 296 func(struct { main.Two }) int
// 296 296 func(struct { main.Two }) int
// true
// struct { main.Two; A int8 } 3 1 296 296 296 0
// func(struct { main.Two; A int8 }) int 296 func(struct { main.Two; A int8 }) int
// 296 296 func(struct { main.Two; A int8 }) int
// true
// struct { main.Two; C int16; E int64 } 16 1 296 296 296 0
// func(struct { main.Two; C int16; E int64 }) int 296 func(struct { main.Two; C int16; E int64 }) int
// 296 296 func(struct { main.Two; C int16; E int64 }) int
// true
// struct { main.Str } 16 1 3 3 3 0
// func(struct { main.Str }) int 3 func(struct { main.Str }) int
// 3 3 func(struct { main.Str }) int
// true
// struct { main.Str; A int8 } 24 1 3 3 3 0
// func(struct { main.Str; A int8 }) int 3 func(struct { main.Str; A int8 }) int
// 3 3 func(struct { main.Str; A int8 }) int
// true
// struct { main.Str; C int16; E int64 } 32 1 3 3 3 0
// func(struct { main.Str; C int16; E int64 }) int 3 func(struct { main.Str; C int16; E int64 }) int
// 3 3 func(struct { main.Str; C int16; E int64 }) int
// true
// struct { main.Arr } 4 1 -6 -6 -6 0
// func(struct { main.Arr }) int -6 func(struct { main.Arr }) int
// -6 -6 func(struct { main.Arr }) int
// true
// struct { main.Arr; A int8 } 8 1 -6 -6 -6 0
// func(struct { main.Arr; A int8 }) int -6 func(struct { main.Arr; A int8 }) int
// -6 -6 func(struct { main.Arr; A int8 }) int
// true
// struct { main.Arr; C int16; E int64 } 16 1 -6 -6 -6 0
// func(struct { main.Arr; C int16; E int64 }) int -6 func(struct { main.Arr; C int16; E int64 }) int
// -6 -6 func(struct { main.Arr; C int16; E int64 }) int
// true
// struct { main.Arr3 } 3 1 321 321 321 0
// func(struct { main.Arr3 }) int 321 func(struct { main.Arr3 }) int
// 321 321 func(struct { main.Arr3 }) int
// true
// struct { main.Arr3; A int8 } 4 1 321 321 321 0
// func(struct { main.Arr3; A int8 }) int 321 func(struct { main.Arr3; A int8 }) int
// 321 321 func(struct { main.Arr3; A int8 }) int
// true
// struct { main.Arr3; C int16; E int64 } 16 1 321 321 321 0
// func(struct { main.Arr3; C int16; E int64 }) int 321 func(struct { main.Arr3; C int16; E int64 }) int
// 321 321 func(struct { main.Arr3; C int16; E int64 }) int
// true
// struct { main.Nil } 0 1 42 42 42 0
// func(struct { main.Nil }) int 42 func(struct { main.Nil }) int
// 42 42 func(struct { main.Nil }) int
// true
// struct { main.Nil; A int8 } 1 1 42 42 42 0
// func(struct { main.Nil; A int8 }) int 42 func(struct { main.Nil; A int8 }) int
// 42 42 func(struct { main.Nil; A int8 }) int
// true
// struct { main.Nil; C int16; E int64 } 16 1 42 42 42 0
// func(struct { main.Nil; C int16; E int64 }) int 42 func(struct { main.Nil; C int16; E int64 }) int
// 42 42 func(struct { main.Nil; C int16; E int64 }) int
// true
// struct { main.C64 } 8 1 34 34 34 0
// func(struct { main.C64 }) int 34 func(struct { main.C64 }) int
// 34 34 func(struct { main.C64 }) int
// true
// struct { main.C64; A int8 } 12 1 34 34 34 0
// func(struct { main.C64; A int8 }) int 34 func(struct { main.C64; A int8 }) int
// 34 34 func(struct { main.C64; A int8 }) int
// true
// struct { main.C64; C int16; E int64 } 24 1 34 34 34 0
// func(struct { main.C64; C int16; E int64 }) int 34 func(struct { main.C64; C int16; E int64 }) int
// 34 34 func(struct { main.C64; C int16; E int64 }) int
// true
// struct { main.Fn } 8 1 5 5 5 0
// func(struct { main.Fn }) int 5 func(struct { main.Fn }) int
// 5 5 func(struct { main.Fn }) int
// main.Fn with 0 more panics: runtime error: comparing uncomparable type struct { main.Fn }
// struct { main.Mp } 8 1 1 1 1 0
// func(struct { main.Mp }) int 1 func(struct { main.Mp }) int
// 1 1 func(struct { main.Mp }) int
// main.Mp with 0 more panics: runtime error: comparing uncomparable type struct { main.Mp }
// main.Mp with 1 more panics: reflect: embedded type with methods not implemented for non-pointer type
// main.Fn with 1 more panics: reflect: embedded type with methods not implemented for non-pointer type
