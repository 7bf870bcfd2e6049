package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type counter struct {
	mu sync.Mutex
	n  int
}

type holder struct{ c counter }

type pointer struct{ mu *sync.Mutex }

type own struct{}

func (*own) Lock()   {}
func (*own) Unlock() {}

type byValue struct{}

func (byValue) Lock()   {}
func (byValue) Unlock() {}

func (c counter) get() int   { return c.n }
func (c *counter) get2() int { return c.n }

func param(c counter)                         {}
func params(a, b sync.WaitGroup, p *counter)  {}
func variadic(list ...counter)                {}
func array(list [2]counter)                   {}
func result() (c counter)                     { return c }
func result2(c *counter) counter              { return *c }
func unnamed(sync.Once, *sync.Once)           {}
func fine(p pointer, v byValue, list []counter) {}

var global counter
var copyOfGlobal = global

func assignments(p *counter, list []counter, m map[string]counter) {
	a := *p
	var b = a
	b = a
	_ = a
	_, _ = a, 1
	c, d := a, b
	e := counter{}
	f := result()
	g := list[0]
	h := m["a"]
	i := holder{c: a}.c
	j := &a
	k := (a)
	var o own
	q := o
	n := *new(counter)
	_, _, _, _, _, _, _, _, _, _ = &c, &d, &e, &f, &g, &h, &i, j, &k, &q
	_ = &n
}

func calls(p *counter) {
	param(*p)
	fmt.Println(*p)
	array([2]counter{})
	_ = len([2]counter{*p})
	var arr [2]counter
	_ = len(arr)
	array(arr)
	variadic(*p)
	p.get()
	_ = append([]counter{}, *p)
	func(c counter) {}(*p)
}

func ranges(list []counter, m map[counter]int, arr [2]counter) {
	for _, c := range list {
		_ = &c
	}
	for i := range list {
		_ = i
	}
	var c counter
	for _, c = range list {
		_ = &c
	}
	for k, v := range m {
		_, _ = &k, v
	}
	for i, wg := 0, (sync.WaitGroup{}); i < 2; i++ {
		wg.Wait()
	}
	for i, c := 0, (&counter{}); i < 2; i++ {
		c.get2()
	}
}

func library(w *sync.WaitGroup, o *sync.Once, p *sync.Pool, c *sync.Cond, m *sync.Map, rw *sync.RWMutex) {
	_, _, _ = *w, *o, *p
	_, _, _ = *c, *m, *rw
	var n atomic.Int64
	var b atomic.Bool
	var v atomic.Value
	_, _, _ = n, b, v
	var ptr atomic.Pointer[int]
	_ = ptr
}

func composite(p *counter) {
	_ = holder{*p}
	_ = []counter{*p, {}}
	_ = map[string]counter{"a": *p}
}

func generic[T any, L counter | *counter](t T, l L) {
	u := t
	_ = u
	k := l
	_ = k
}

func main() {}
