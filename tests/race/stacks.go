// Each race's earlier access was made in calls that have returned since, mostly by a goroutine that has ended. The
// comments are the stacks that `go run -race` shows of them: functions and lines, the innermost first, those of the
// library left out.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"sort"
	"time"
)

type counter struct {
	n, m int
	buf  [64]byte
}

//go:noinline
func (c *counter) add(by int) {
	c.n += by
}

//go:noinline
func first(c *counter) {
	c.add(1)
}

//go:noinline
func second(c *counter) {
	first(c)
	c.add(2)
}

func set(p *int, value int) {
	*p = value
}

func setAll(c *counter) {
	set(&c.n, 1)
	set(&c.m, 2)
}

type adder interface{ add(by int) }

//go:noinline
func through(a adder, times int) {
	if times > 0 {
		through(a, times-1)
		return
	}
	a.add(3)
}

//go:noinline
func fill(buf []byte, value byte) {
	for i := range buf {
		buf[i] = value
	}
}

//go:noinline
func clear(c *counter) {
	fill(c.buf[:], 1)
}

//go:noinline
func apply(f func(int), value int) {
	f(value)
}

//go:noinline
func save(list []int) {
	json.Marshal(map[string]any{"list": list})
}

//go:noinline
func order(list []int) {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
}

//go:noinline
func show(m map[string]int) {
	fmt.Fprintln(io.Discard, m)
}

//go:noinline
func report(m map[string]int) {
	show(m)
}

func finish(c *counter) {
	defer func() { c.m = 1 }()
	c.buf[0]++
}

var total int

// later runs the first function in a goroutine, which ends, and then the second one.
func later(early, late func()) {
	go early()
	time.Sleep(20 * time.Millisecond)
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	late()
}

func main() {
	// previous: main.(*counter).add:22 main.first:27 main.second:32 main.main.func1:115
	// In the same epoch the callee has changed another variable, and was called in another way.
	a, b := &counter{}, &counter{}
	later(func() {
		second(a)
		first(b)
		a.add(5)
	}, func() { a.n = 1 })

	// previous: main.set:37 main.setAll:42 main.main.func3:122
	c := &counter{}
	later(func() { setAll(c) }, func() { println(c.m) })

	// previous: main.(*counter).add:22 main.through:53 main.through:50 main.through:50 main.main.func5:126
	d := &counter{}
	later(func() { through(d, 2) }, func() { d.n++ })

	// previous: main.fill:59 main.clear:65 main.main.func7:130
	e := &counter{}
	later(func() { clear(e) }, func() { println(e.buf[47]) })

	// previous: main.main.func9.1:136 main.apply:70 main.main.func9:138
	later(func() {
		once := 1
		step := func(by int) {
			total += by * once
		}
		apply(step, 4)
	}, func() { total = 0 })

	// previous: main.(*counter).add:22 main.through:53 main.main.func11:147
	// In one epoch, under two stacks.
	many := make([]counter, 4000)
	later(func() {
		for i := range many {
			if c := &many[i]; i%2 == 0 {
				through(c, 0)
			} else {
				through(c, 1)
			}
		}
	}, func() { println(many[200].n) })

	// previous: main.save:75 main.main.func13:156
	list := []int{3}
	later(func() { save(list) }, func() { list[0] = 2 })

	// previous: main.order:80 main.main.func15:160
	numbers := []int{3, 1, 2}
	later(func() { order(numbers) }, func() { numbers[1] = 7 })

	// previous: main.show:85 main.report:90 main.main.func17:164
	ages := map[string]int{"a": 1}
	later(func() { report(ages) }, func() { ages["b"] = 2 })

	// previous: main.finish.func1:94 main.finish:96 main.main.func19:169
	// Go leaves out the function that has deferred.
	g := &counter{}
	later(func() { finish(g) }, func() { g.m++ })

	// previous: main.(*counter).add:22 main.first:27 main.main:179
	// The main goroutine goes on.
	f := &counter{}
	go func() {
		// Virtual time, so that a slow machine has time for the main goroutine's access.
		time.Sleep(2 * time.Second)
		println(f.n)
	}()
	first(f)
	time.Sleep(4 * time.Second)
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
}
