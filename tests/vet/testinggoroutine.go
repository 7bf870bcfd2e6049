package main

import (
	"sync"
	"testing"
)

func helper(t *testing.T) { t.Fatal("x") }

type my struct{ *testing.T }

func TestA(t *testing.T) {
	go func() { t.Fatal("oops") }()
	go func() {
		t.Fatalf("oops")
		t.FailNow()
		t.Skip("a")
		t.Skipf("a")
		t.SkipNow()
		t.Error("a")
		t.Fail()
		t.Log("a")
	}()
	go helper(t)
	go t.Fatal("x")
	go func() { helper(t) }()
	f := func() { t.Fatal("a") }
	go f()
	var wg sync.WaitGroup
	wg.Go(func() { t.Fatal("a") })
	go func() {
		func() { t.Fatal("nested") }()
		if true {
			t.Fatal("in if")
		}
		defer t.Fatal("d")
		defer func() { t.FailNow() }()
		go t.FailNow()
		go func() { t.FailNow() }()
	}()
	go func(t *testing.T) { t.Fatal("own") }(t)
	t.Run("a", func(t *testing.T) {
		go func() { t.Fatal("sub") }()
		t.Fatal("ok")
	})
	go func() {
		t.Run("b", func(t *testing.T) { t.Fatal("ok") })
	}()
	go t.Run("b", func(t *testing.T) { t.Fatal("ok") })
	t.Run("c", func(u *testing.T) {
		t.Fatal("outer")
		go func() { t.Fatal("outer"); u.Fatal("inner") }()
	})
	var m my
	go func() { m.Fatal("emb") }()
	g := helper
	go g(t)
	t.Cleanup(func() { t.Fatal("x") })
	go func() {
		t := t
		t.Fatal("shadow")
	}()
	go func() {
		x := t
		x.Fatal("copy")
	}()
	u := t
	go func() { u.Fatal("u") }()
	go (func() { t.Fatal("paren") })()
	go (t.Fatal)("x")
	go deep(t)
}

func deep(t *testing.T) { helper(t) }

func BenchmarkA(b *testing.B) {
	go func() { b.Fatal("oops") }()
	b.RunParallel(func(pb *testing.PB) {
		b.Fatal("x")
		go func() { b.Fatal("y") }()
	})
	b.Run("x", func(b *testing.B) { go b.FailNow() })
}

func FuzzA(f *testing.F) {
	go func() { f.Fatal("oops") }()
	f.Fuzz(func(t *testing.T, a []byte) {
		go func() { t.Fatal("oops") }()
	})
}

func TestTB(t *testing.T) {
	var tb testing.TB = t
	go func() { tb.Fatal("oops") }()
}

func notTest(t *testing.T) {
	go func() { t.Fatal("oops") }()
}

func tb(t testing.TB) {
	go func() { t.Fatal("oops") }()
}

func TestNoParam() {
	var t *testing.T
	go func() { t.Fatal("oops") }()
}

func (m my) TestM(t *testing.T) {
	go func() { t.Fatal("oops") }()
}

func TestTwo(t *testing.T, n int) {
	go func() { t.Fatal("oops") }()
}

func Test_(x *testing.T) {
	go func() { x.Fatal("oops") }()
	for range 3 {
		go func() {
			defer func() {}()
			x.Fatalf("%d", 1)
		}()
	}
	h := func(t *testing.T) { t.Fatal("a") }
	go h(x)
	go func() { h(x) }()
	select {
	default:
		go func() {
			switch {
			case true:
				x.Skip()
			}
		}()
	}
}

var global = func(t *testing.T) {
	go func() { t.Fatal("oops") }()
}

func main() {}
