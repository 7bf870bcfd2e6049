// Interfaces: dynamic types, assertions, switches, nil, comparison.
package main

import (
	"errors"
	"fmt"
)

type shape interface {
	area() float64
	name() string
}
type square struct{ s float64 }
type circle struct{ r float64 }
type rect struct{ w, h, extra float64 }

func (s square) area() float64  { return s.s * s.s }
func (s square) name() string   { return "square" }
func (c *circle) area() float64 { return 3 * c.r * c.r }
func (c *circle) name() string  { return "circle" }
func (r rect) area() float64    { return r.w * r.h }
func (r rect) name() string     { return "rect" }

type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprint("code ", e.code) }

func mayFail(fail bool) error {
	if fail {
		return &myErr{42}
	}
	return nil
}

func typed() error {
	var e *myErr
	return e
}

func kind(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("int-like %v", v)
	case string:
		return "string " + v
	case error:
		return "error " + v.Error()
	case []int:
		return fmt.Sprint("slice ", len(v))
	case func() int:
		return fmt.Sprint("func ", v())
	case shape:
		return "shape " + v.name()
	default:
		return fmt.Sprintf("other %T", v)
	}
}

func main() {
	for _, s := range []shape{square{2}, &circle{1}, rect{2, 3, 0}, &square{3}, &rect{1, 1, 1}} {
		fmt.Print(s.name(), " ", s.area(), "; ")
	}
	fmt.Println()
	fmt.Println(kind(nil), kind(1), kind(int64(2)), kind("s"), kind(mayFail(true)), kind([]int{1}), kind(func() int { return 5 }), kind(square{1}), kind(1.5), kind(struct{}{}))
	fmt.Println(mayFail(false) == nil, typed() == nil)
	var e *myErr
	fmt.Println(errors.As(fmt.Errorf("wrapped: %w", mayFail(true)), &e), e.code)
	var x any = 3
	n, ok := x.(int)
	_, ok2 := x.(string)
	fmt.Println(n, ok, ok2, x == 3, x == int64(3), x == any(3))
	_, ok3 := x.(fmt.Stringer)
	fmt.Println(ok3, any(square{1}) == any(square{1}), any(&circle{1}) == any(&circle{1}))
	defer func() {
		fmt.Println("recovered:", recover())
		defer func() { fmt.Println("recovered:", recover()) }()
		_ = any([]int{1}) == any([]int{1})
	}()
	_ = x.(string)
}

// Output:
// square 4; circle 3; rect 6; square 9; rect 1;
// nil int-like 1 int-like 2 string s error code 42 slice 1 func 5 shape square other float64 other struct {}
// true false
// true 42
// 3 true false true false true
// false true false
// recovered: interface conversion: interface {} is int, not string
// recovered: runtime error: comparing uncomparable type []int
