// Objects move between globals, stacks, channels, maps, closures, interfaces, slices, atomics, defers and panics while collections mark:
// nothing that can still be reached is lost. Most telling with MINIGODEBUG=gcstress=1,gcverify=1.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"reflect"
)

type node struct {
	next *node
	id   int
	pay  []int
	any  interface{}
}

var globals [8]*node
var gmu sync.Mutex

func chain(n, base int) *node {
	var head *node
	for i := 0; i < n; i++ {
		head = &node{next: head, id: base + i, pay: []int{base + i}}
	}
	return head
}

func check(n *node, want int) {
	c := 0
	for p := n; p != nil; p = p.next {
		if len(p.pay) != 1 || p.pay[0] != p.id {
			panic(fmt.Sprint("corrupt ", p.id, p.pay))
		}
		if m, ok := p.any.(*node); ok && m.pay[0] != m.id {
			panic("corrupt any")
		}
		c++
	}
	if c != want {
		panic(fmt.Sprint("lost ", c, " of ", want))
	}
}

const L = 20

func shuffleGlobals(seed int, rounds int) {
	x := uint32(seed*7919 + 1)
	rnd := func() uint32 { x ^= x << 13; x ^= x >> 17; x ^= x << 5; return x }
	for r := 0; r < rounds; r++ {
		i, j := rnd()%8, rnd()%8
		gmu.Lock()
		globals[i], globals[j] = globals[j], globals[i]
		l := globals[i]
		globals[i] = nil
		gmu.Unlock()
		if l != nil {
			check(l, L)
			// move to the own stack only, rebuild from the other end
			var rev *node
			for p := l; p != nil; {
				nx := p.next
				p.next = rev
				rev = p
				p = nx
			}
			check(rev, L)
			gmu.Lock()
			for k := range globals {
				if globals[k] == nil {
					globals[k] = rev
					rev = nil
					break
				}
			}
			gmu.Unlock()
			if rev != nil {
				panic("no room")
			}
		}
		if r%16 == 0 {
			_ = chain(5, r)
		}
	}
}

func chans(rounds int) {
	un := make(chan *node)
	buf := make(chan *node, 4)
	wide := make(chan [3]*node, 2)
	done := make(chan bool)
	go func() {
		for l := range un {
			buf <- l
		}
		close(buf)
	}()
	go func() {
		for l := range buf {
			wide <- [3]*node{l, l.next, l.next.next}
		}
		close(wide)
	}()
	go func() {
		n := 0
		for w := range wide {
			check(w[0], L)
			check(w[2], L-2)
			n++
		}
		if n != rounds {
			panic("lost messages")
		}
		done <- true
	}()
	for i := 0; i < rounds; i++ {
		un <- chain(L, i)
	}
	close(un)
	<-done
}

func maps(rounds int) {
	m := map[int]*node{}
	s := map[string][]*node{}
	for i := 0; i < rounds; i++ {
		k := i % 37
		if old, ok := m[k]; ok {
			delete(m, k)
			check(old, L)
			old.any = old.next
			s[fmt.Sprint(k)] = append(s[fmt.Sprint(k)], old)
			if len(s[fmt.Sprint(k)]) > 4 {
				s[fmt.Sprint(k)] = nil
			}
		}
		m[k] = chain(L, i)
		if i%50 == 0 {
			for _, l := range m {
				check(l, L)
				m[i+1000] = l
				delete(m, i+1000)
			}
			for _, ls := range s {
				for _, l := range ls {
					check(l, L)
				}
			}
		}
		if i%200 == 199 {
			clear(m)
		}
	}
}

func closures(rounds int) {
	var fs []func() *node
	for i := 0; i < rounds; i++ {
		l := chain(L, i)
		fs = append(fs, func() *node { x := l; l = l.next; return x })
		if len(fs) > 10 {
			for _, f := range fs {
				a := f()
				check(a, L)
				check(f(), L-1)
			}
			copy(fs, fs[5:])
			fs = fs[:5]
			for j := range fs {
				l := chain(L, j)
				fs[j] = func() *node { x := l; l = l.next; return x }
			}
		}
	}
}

func slices(rounds int) {
	var a []*node
	b := make([]interface{}, 16)
	for i := 0; i < rounds; i++ {
		a = append(a, chain(L, i))
		if len(a) > 20 {
			last := a[len(a)-1]
			copy(a, a[10:])
			a = a[:len(a)-10]
			check(last, L)
			for _, l := range a {
				check(l, L)
			}
		}
		x := b[i%16]
		b[i%16] = a[len(a)/2]
		b[(i*5)%16] = x
		if n, ok := x.(*node); ok && n != nil {
			check(n, L)
		}
		if i%100 == 0 {
			clear(b)
		}
		v := reflect.ValueOf(&a[0]).Elem()
		old := v.Interface().(*node)
		v.Set(reflect.ValueOf(chain(L, i)))
		check(old, L)
		sw := reflect.Swapper(a)
		sw(0, len(a)-1)
	}
}

var ap atomic.Pointer[node]
var av atomic.Value

func atomics(rounds int) {
	for i := 0; i < rounds; i++ {
		n := chain(L, i)
		old := ap.Swap(n)
		if old != nil {
			check(old, L)
		}
		if o := ap.Load(); o != nil && ap.CompareAndSwap(o, chain(L, i)) {
			check(o, L)
		}
		if v, ok := av.Load().(*node); ok {
			av.Store(chain(L, i))
			check(v, L)
		} else {
			av.Store(chain(L, i))
		}
	}
}

func deferred(i int) (l *node) {
	defer func() {
		r := recover()
		l = r.(*node)
	}()
	keep := chain(L, i)
	defer func(k *node) { check(k, L) }(chain(L, i))
	panic(keep)
}

type tree struct{ l, r *tree; v [4]*node }

func structs(rounds int) {
	var t [8]tree
	p := &t
	for i := 0; i < rounds; i++ {
		a, b := i%8, (i*3)%8
		old := p[a]
		p[a] = tree{l: &tree{}, r: old.r, v: [4]*node{chain(L, i), old.v[0], old.v[1], old.v[2]}}
		p[b], p[a] = p[a], p[b]
		for _, n := range old.v {
			if n != nil {
				check(n, L)
			}
		}
		if i%64 == 0 {
			*p = [8]tree{}
		}
	}
}

func selects(rounds int) {
	a, b, quit := make(chan *node), make(chan *node, 3), make(chan bool)
	go func() {
		for i := 0; i < rounds; i++ {
			select {
			case a <- chain(L, i):
			case b <- chain(L, i):
			}
		}
		close(quit)
	}()
	for {
		select {
		case l := <-a:
			check(l, L)
		case l := <-b:
			check(l, L)
		case <-quit:
			return
		}
	}
}

func main() {
	n := 200
	for i := range globals {
		if i < 4 {
			globals[i] = chain(L, i*100)
		}
	}
	var wg sync.WaitGroup
	run := func(f func()) { wg.Add(1); go func() { defer wg.Done(); f() }() }
	for i := 0; i < 3; i++ {
		i := i
		run(func() { shuffleGlobals(i, n*10) })
	}
	run(func() { chans(n) })
	run(func() { chans(n) })
	run(func() { maps(n) })
	run(func() { closures(n) })
	run(func() { slices(n) })
	run(func() { atomics(n) })
	run(func() { atomics(n) })
	run(func() { structs(n) })
	run(func() { selects(n) })
	run(func() {
		for i := 0; i < n; i++ {
			check(deferred(i), L)
		}
	})
	wg.Wait()
	runtime.GC()
	c := 0
	for _, l := range globals {
		if l != nil {
			check(l, L)
			c++
		}
	}
	fmt.Println("lists", c)
}

// Output:
// lists 4
