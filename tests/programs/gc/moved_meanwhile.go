// Pointers that are the only ones to their objects change places while the collector marks: by every means that the language and the
// library have. None gets lost.
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type T struct{ a, b, c int }
type S struct {
	p *T
	n int
	s string
	q *T
}

const n = 20000

func mk(i int) *T { return &T{i, i, i} }

func main() {
	var stop atomic.Bool
	stopped := make(chan bool)
	go func() {
		for !stop.Load() {
			runtime.GC()
			time.Sleep(20 * time.Microsecond) // also under a seed the others get on between two collections
		}
		close(stopped)
	}()
	p := make([]*T, n)
	for i := range p {
		p[i] = mk(i)
	}
	check := func(name string) {
		seen := 0
		for _, t := range p {
			if t == nil || t.a != t.b || t.b != t.c || t.a < 0 || t.a >= n {
				panic(name)
			}
			seen += t.a
		}
		if seen != n*(n-1)/2 {
			panic(name + " sum")
		}
	}
	for round := 0; round < 2; round++ {
		tmp := p[n-1]
		copy(p[1:], p[:n-1])
		p[0] = tmp
		check("copy")
		q := append([]*T(nil), p[n/2:]...)
		copy(p[n/2:], p[:n-n/2])
		_ = append(p[:0], q...)
		check("append")
		slices.Reverse(p)
		check("reverse")
		slices.SortFunc(p, func(a, b *T) int { return (a.a*7919)%n - (b.a*7919)%n })
		check("sortfunc")
		sw := reflect.Swapper(p)
		for i := 0; i < n/2; i++ {
			sw(i, n-1-i)
		}
		check("swapper")
		for i := 0; i < n; i++ {
			p[i], p[(i*31+7)%n] = p[(i*31+7)%n], p[i]
		}
		check("swap")
		// channels
		c := make(chan *T, n)
		for _, t := range p {
			c <- t
		}
		clear(p)
		for i := range p {
			p[i] = <-c
		}
		check("chan")
		// maps
		m := map[int]*T{}
		for i, t := range p {
			m[i] = t
		}
		clear(p)
		for i := range p {
			p[i] = m[i]
			delete(m, i)
		}
		check("map")
		// structs
		ss := make([]S, n)
		for i, t := range p {
			ss[i] = S{p: t, q: t}
		}
		clear(p)
		for i := range ss {
			j := (i*31 + 3) % n
			ss[i], ss[j] = ss[j], ss[i]
		}
		for i := range ss {
			x := ss[i]
			ss[i] = S{}
			p[i] = x.q
		}
		check("struct")
		// interfaces
		is := make([]any, n)
		for i, t := range p {
			is[i] = t
		}
		clear(p)
		for i := range is {
			j := (i*17 + 3) % n
			is[i], is[j] = is[j], is[i]
		}
		for i := range is {
			p[i] = is[i].(*T)
			is[i] = nil
		}
		check("iface")
		// closures
		fs := make([]func() *T, n)
		for i, t := range p {
			fs[i] = func() *T { return t }
		}
		clear(p)
		slices.Reverse(fs)
		for i := range fs {
			p[i] = fs[i]()
			fs[i] = nil
		}
		check("func")
		// atomics
		as := make([]atomic.Pointer[T], n)
		for i, t := range p {
			as[i].Store(t)
		}
		clear(p)
		for i := range as {
			j := (i*13 + 5) % n
			x := as[i].Swap(nil)
			y := as[j].Swap(x)
			if i == j {
				y = x
			}
			as[i].CompareAndSwap(nil, y)
			if i == j {
				as[i].Store(x)
			}
		}
		for i := range as {
			p[i] = as[i].Swap(nil)
		}
		check("atomic")
		av := make([]atomic.Value, n)
		for i, t := range p {
			av[i].Store(t)
		}
		clear(p)
		for i := range av {
			p[i] = av[i].Swap((*T)(nil)).(*T)
		}
		check("value")
		var sm sync.Map
		for i, t := range p {
			sm.Store(i, t)
		}
		clear(p)
		for i := range p {
			v, _ := sm.LoadAndDelete(i)
			p[i] = v.(*T)
		}
		check("syncmap")
		// linked list reversal
		type node struct {
			next *node
			t    *T
		}
		var head *node
		for _, t := range p {
			head = &node{head, t}
		}
		clear(p)
		var rev *node
		for head != nil {
			head, head.next, rev = head.next, rev, head
		}
		for i := range p {
			p[i], rev = rev.t, rev.next
		}
		check("list")
		// arrays
		type A [4]*T
		aa := make([]A, n/4)
		for i, t := range p {
			aa[i/4][i%4] = t
		}
		clear(p)
		for i := range aa {
			j := (i*7 + 1) % len(aa)
			aa[i], aa[j] = aa[j], aa[i]
		}
		for i := range aa {
			x := aa[i]
			aa[i] = A{}
			copy(p[i*4:], x[:])
		}
		check("array")
		// reflect set
		rv := reflect.ValueOf(p)
		for i := 0; i < n/2; i++ {
			a, b := p[i], p[n-1-i]
			rv.Index(i).Set(reflect.ValueOf(b))
			rv.Index(n - 1 - i).Set(reflect.ValueOf(a))
		}
		check("reflect")
		reflect.Copy(reflect.ValueOf(p[1:]), reflect.ValueOf(append([]*T(nil), p[:n-1]...)))
		p[0] = nil
		sum := 0
		for _, t := range p[1:] {
			sum += t.a
		}
		p[0] = mk(n*(n-1)/2 - sum)
		check("reflectcopy")
		p = slices.Insert(p, 5, mk(0))
		p = slices.Delete(p, 5, 6)
		check("insert")
		p = slices.Grow(p, 10)
		p = slices.Clip(p)
		// goroutines hand on
		var wg sync.WaitGroup
		for g := 0; g < 4; g++ {
			wg.Add(1)
			go func(part []*T) {
				defer wg.Done()
				for k := 0; k < 3; k++ {
					x := part[0]
					copy(part, part[1:])
					part[len(part)-1] = x
				}
			}(p[g*n/4 : (g+1)*n/4])
		}
		wg.Wait()
		check("par")
	}
	stop.Store(true)
	<-stopped
	fmt.Println("all there")
}

// Output:
// all there
