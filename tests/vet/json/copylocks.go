package main

import "sync"

type T struct{ sync.Mutex }

func f(t T) T { return t }
func (t T) m() {}
func main() {
	var t T
	u := t
	u = t
	_ = u
	for _, v := range []T{{}, t} {
		_ = v
	}
	for v := range map[*T]T{} {
		_ = v
	}
	for i, v = range x {
	}
	f(t)
	g := func() T { return t }
	_ = g
	_ = [2]T{t}
	_ = []T{0: t}
	_ = struct{ T }{t}
	_ = append([]T{}, t)
	var w, y = t, *&t
	_, _ = w, y
	w, y = t, y
	var c chan T
	c <- t
	var e any = t
	_ = e
	switch t2 := e.(type) {
	case T:
		_ = t2
	}
}

var x []T
var i int
var v T
