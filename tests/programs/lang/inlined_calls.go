package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
)

// Small functions stand in place of their calls; nobody may notice.

type vec struct{ x, y, z int }

func (a vec) add(b vec) vec  { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a *vec) wrap(m int)    { a.x %= m; a.y %= m; a.z %= m }
func swap(a, b int) (int, int) { return b, a }

func named(a int) (r, s int) {
	r = a
	if a > 3 {
		s = 7
		return
	}
	return s, r
}

func countdown(n int) int {
	n--
	if n > 0 {
		return countdown(n)
	}
	return n
}

func where() string {
	pc, _, line, _ := runtime.Caller(0)
	up, _, above, _ := runtime.Caller(1)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), line, " ", runtime.FuncForPC(up).Name(), above)
}

func outer() string { return where() }

func get(a []int, i int) int  { return a[i] }
func deep(a []int, i int) int { return get(a, i) + 1 }

func kind(x int) string {
	switch x {
	case 1:
		return "one"
	case 2, 3:
		x++
		return "some"
	}
	return "many"
}

func try(f func()) {
	defer func() {
		fmt.Println("recovered:", recover())
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for {
			frame, more := frames.Next()
			if strings.HasPrefix(frame.Function, "main.") {
				fmt.Println(" ", frame.Function, frame.Line)
			}
			if !more {
				break
			}
		}
	}()
	f()
}

func main() {
	v := vec{1, 2, 3}
	v = v.add(v).add(vec{1, 1, 1})
	v.wrap(4)
	fmt.Println(v)
	a, b := 1, 2
	a, b = swap(a, b)
	a, b = swap(b, a+b)
	fmt.Println(a, b)
	fmt.Println(named(3))
	fmt.Println(named(5))
	fmt.Println(countdown(10))
	fmt.Println(where())
	fmt.Println(outer())
	fmt.Println(kind(1), kind(2), kind(5))

	var n atomic.Int32
	fmt.Println(n.Add(5), n.Load(), n.CompareAndSwap(5, 9), n.Load(), n.Swap(2), n.Load())
	var u uint32 = 1
	fmt.Println(atomic.AddUint32(&u, ^uint32(0)), atomic.AddUint32(&u, ^uint32(0)), atomic.SwapUint32(&u, 4))
	for !atomic.CompareAndSwapUint32(&u, u, 7) {
	}
	if atomic.CompareAndSwapUint32(&u, 6, 8) || !atomic.CompareAndSwapUint32(&u, 7, 9) {
		fmt.Println("wrong")
	}
	var w struct {
		pad int64
		n   int64
	}
	p := &w
	fmt.Println(u, atomic.AddInt64(&p.n, -3), atomic.SwapInt64(&p.n, 8), atomic.CompareAndSwapInt64(&p.n, 8, 1<<40), atomic.LoadInt64(&p.n))
	atomic.StoreInt64(&p.n, 1)
	fmt.Println(w.n, w.pad)

	xs := []int{1}
	try(func() { fmt.Println(deep(xs, 3)) })
	try(func() { (*vec)(nil).wrap(2) })
	try(func() {
		var q *int32
		atomic.AddInt32(q, 1)
	})
}

// Output:
// {3 1 3}
// 3 1
// 0 3
// 5 7
// 0
// main.where36 main.main87
// main.where36 main.outer41
// one some many
// 5 5 true 9 9 2
// 0 4294967295 4294967295
// 9 -3 -3 true 1099511627776
// 1 0
// recovered: runtime error: index out of range [3] with length 1
//   main.try.func1 61
//   main.get 43
//   main.deep 44
//   main.main.func1 110
//   main.try 72
//   main.main 110
// recovered: runtime error: invalid memory address or nil pointer dereference
//   main.try.func1 61
//   main.(*vec).wrap 15
//   main.main.func2 111
//   main.try 72
//   main.main 111
// recovered: runtime error: invalid memory address or nil pointer dereference
//   main.try.func1 61
//   main.main.func3 114
//   main.try 72
//   main.main 112
