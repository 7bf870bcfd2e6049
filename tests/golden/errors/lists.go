package p

import 42

import (
	"fmt"
	"io",
)

func a(x int, string) {}
func b(x ...int, y int) {}
func c() (x ...int) { return }
func () d() {}
func (a T, b T) e() {}
func h() {
	x := []int{
		1
	}
	f(1
	)
	y := a[1::2]
	w, a.b := 1, 2
	for a, b, c := range x {
	}
	_ = x.(type)
}

import "late"
