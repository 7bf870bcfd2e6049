// Weak pointers become nil with their objects and before finalizers run; unique values are found again and released.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"
	"unique"
	"weak"
)

type node struct {
	a, b int
	next *node
	text string
}

//go:noinline
func build() (*node, weak.Pointer[node], weak.Pointer[int]) {
	n := &node{a: 1, b: 2, text: strings.Repeat("x", 100)}
	return n, weak.Make(n), weak.Make(&n.b)
}

// gone collects until is says so.
func gone(is func() bool) bool {
	for range 2000 {
		runtime.GC()
		if is() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// apart runs f on a stack of its own, so that nothing is left of it.
func apart(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

func weakPointers() {
	var w, zero weak.Pointer[node]
	var wb weak.Pointer[int]
	apart(func() { w, wb = whileAlive() })
	fmt.Println(gone(func() bool { return w.Value() == nil && wb.Value() == nil }))
	fmt.Println(w == zero)
}

func whileAlive() (weak.Pointer[node], weak.Pointer[int]) {
	n, w, wb := build()
	fmt.Println(w.Value() == n, wb.Value() == &n.b, *wb.Value())
	fmt.Println(w == weak.Make(n), wb == weak.Make(&n.b), weak.Make(&n.a) == wb)
	var zero weak.Pointer[node]
	fmt.Println(zero.Value() == nil, zero == weak.Make[node](nil), zero == w)
	runtime.GC()
	fmt.Println(w.Value() == n, wb.Value() == &n.b)
	runtime.KeepAlive(n)
	return w, wb
}

var global = 7

func globals() {
	w := weak.Make(&global)
	runtime.GC()
	fmt.Println(*w.Value(), w == weak.Make(&global))
}

//go:noinline
func finalized(ch chan int) weak.Pointer[node] {
	n := &node{a: 5}
	w := weak.Make(n)
	runtime.SetFinalizer(n, func(n *node) { ch <- n.a })
	return w
}

func beforeFinalizers() {
	ch := make(chan int, 1)
	var w weak.Pointer[node]
	apart(func() { w = finalized(ch) })
	gone(func() bool { return len(ch) == 1 })
	fmt.Println(<-ch, w.Value() == nil)
}

type key struct {
	s string
	n int
}

func uniques() {
	a, b := unique.Make("hello"), unique.Make(strings.Join([]string{"hel", "lo"}, ""))
	fmt.Println(a == b, a.Value(), a == unique.Make("other"))
	fmt.Println(unique.Make(key{"x", 1}) == unique.Make(key{"x", 1}), unique.Make(key{"x", 1}) == unique.Make(key{"x", 2}))
	fmt.Println(unique.Make(1) == unique.Make(1), unique.Make[any](1) == unique.Make[any]("1"))
	type alias string
	fmt.Println(unique.Make(alias("q")).Value())
	m := map[unique.Handle[string]]int{a: 3}
	fmt.Println(m[b], m[unique.Make("none")])
	var ms runtime.MemStats
	apart(func() {
		for i := range 600 {
			unique.Make(fmt.Sprint(i%200, strings.Repeat("y", 50_000)))
		}
	})
	ok := gone(func() bool { runtime.ReadMemStats(&ms); return ms.HeapAlloc < 4<<20 })
	fmt.Println(ok, a == unique.Make("hello"))
}

func main() {
	weakPointers()
	globals()
	beforeFinalizers()
	uniques()
}

// Output:
// true true 2
// true true false
// true true false
// true true
// true
// false
// 7 true
// 5 true
// true hello false
// true false
// true false
// q
// 3 0
// true true
