package main

import "testing"
import "fmt"

type S struct{ t *testing.T }

func (s *S) M()             { go func() { s.t.Fatal("a") }(); s.t.Fatal("x") }
func (s *S) N(t *testing.T) { go func() { s.t.Fatal("a") }(); go s.M() }
func noT()                  { go func() { var t *testing.T; t.Fatal("a") }() }
func A(x int, t *testing.T) { go func() { t.Fatal("a") }() }
func B(ts ...*testing.T)    { go func() { ts[0].Fatal("a") }() }
func C(f *testing.F)        { go func() { f.Fatal("a") }() }
func D(b *testing.B, t *testing.T) {
	go func() { t.Fatal("a") }()
	go func() {
		b.Run("x", func(b *testing.B) { t.Fatal("q") })
		helper2(t)
	}()
	go helper2(t)
	go helper3(t)
	go (helper2)(t)
	go helper4(t, 1)
	go helper5[int](t, 1)
	go helper5(t, 1)
	var s S
	go s.M()
	go s.N(t)
	h := func() { t.Run("a", func(t *testing.T) { t.Fatal("a") }) }
	go h()
	var k = func() { t.Fatal("a") }
	go k()
	go func() { k() }()
	var l func()
	l = func() { t.Fatal("a") }
	go l()
	l = func() { t.Skip("a") }
	go l()
	m := func() { t.Log("a") }
	m = func() { t.Fatal("a") }
	go m()
	var q, r = func() { t.Fatal("a") }, func() { t.Skip("b") }
	go q()
	go r()
	func() { t.Fatal("z") }()
	go fmt.Println(func() int { t.Fatal("a"); return 1 }())
	go func() {
		func() { go func() { t.Fatal("deep") }() }()
	}()
	go func() {
		(t).Fatal("p")
		(t.Fatal)("q")
		(*testing.T).Fatal(t, "z")
		f := t.Fatal
		f("a")
		g(t)().Fatal("x")
	}()
	go g(t)().Fatal("g")
	go func() func() { return func() { t.Fatal("r") } }()()
	go func() {
		e := E{t}
		e.Fatal("a")
		e.T.Fatal("b")
		var p *E
		p.Skip("c")
		var i I
		i.Fatal("x")
		i.Other()
	}()
}

type E struct{ *testing.T }
type I interface {
	testing.TB
	Other()
}
type own struct{}

func (own) Fatal(...any)               {}
func g(t *testing.T) func() *testing.T { return func() *testing.T { return t } }
func helper2(t *testing.T) {
	t.Log("x")
	if true {
		t.SkipNow()
	}
	t.Fatal("x")
}
func helper3(t *testing.T)             { func() { t.Fatal("x") }() }
func helper4(t testing.TB, n int)      { t.Fatal("x") }
func helper5[P any](t testing.TB, n P) { t.Fatal("x"); go func() { t.Fatal("in") }() }
func R(t *testing.T)                   { go R2(t); var o own; go func() { o.Fatal("a") }(); go o.Fatal("a") }
func R2(t *testing.T)                  { go R2(t); t.Fatal(R2) }
func V(t testing.T)                    { go func() { t.Fatal("a") }() }
func W(t **testing.T)                  { go func() { (*t).Fatal("a") }() }
func X[T testing.TB](t T)              { go func() { t.Fatal("a") }() }
func Y(t E)                            { go func() { t.Fatal("a") }() }
func Z() func(t *testing.T)            { return func(t *testing.T) { go func() { t.Fatal("a") }() } }
func tt(t *testing.T) {
	ff := func(int) {}
	go ff(func() int { t.Fatal("a"); return 1 }())
	go func(int) {}(func() int { t.Fatal("a"); return 1 }())
	go fmt.Println(t.FailNow)
	q := func() { t.Fatal("x") }
	q = func() { t.Log("y") }
	go q()
	t.Run("a", q2)
	go q2(t)
	r := func(t *testing.T) { t.Fatal("x") }
	t.Run("a", r)
	go r(t)
}
func q2(t *testing.T) { t.Fatal("x") }

var gl = func() { go func() { var t *testing.T; t.Fatal("x") }() }
var gl2 = func(t *testing.T) { t.Fatal("x") }

func t2(t *testing.T) { go gl2(t) }

func main() {}
