// Loops of few steps that each take long, on the only P, until somebody else has had a turn: how many steps were that?
package main

import (
	"strings"
	"sync/atomic"
)

const size = 1 << 20

var found int

func until(name string, step func()) {
	var done atomic.Bool
	go done.Store(true)
	steps := 0
	for !done.Load() {
		step()
		steps++
	}
	println(name, steps < 10000)
}

func main() {
	a, b := make([]byte, size), make([]byte, size)
	s := strings.Repeat("ab", size/2)
	t := strings.Clone(s)
	p, q := new([size / 8]int), new([size / 8]int)
	until("copy", func() { copy(a, b) })
	until("clear", func() { clear(a) })
	until("compare", func() {
		if s == t {
			found++
		}
	})
	until("array", func() { *p = *q })
	until("native", func() { found += strings.Index(s, "bb") })
}
