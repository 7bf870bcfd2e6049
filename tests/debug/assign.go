package main

import (
	"errors"
	"fmt"
)

type point struct{ X, Y int }

type shape struct {
	name   string
	points []point
	next   *shape
	at     point
}

func (p point) String() string { return fmt.Sprintf("(%d %d)", p.X, p.Y) }

type named interface{ String() string }

var home = point{1, 1}

func main() {
	a := &shape{name: "a", points: []point{{1, 2}, {3, 4}}}
	b := shape{name: "b", points: []point{{5, 6}}, next: a}
	var err error
	fail := errors.New("bad")
	var any1 any
	var n named = home
	counts := map[string]int{"x": 1}
	bytes, words := []byte("raw"), [2]string{"one", "two"}
	pointer := &b
	list := []*point{nil}
	local := 5
	fmt.Println(a.name, b.name, err, fail, any1, n, counts, bytes, words, pointer.name, list, local)
	for range 2 {
		fmt.Println(a, b, err, any1, n, counts, bytes, words, pointer.name, len(list), local)
	}
}
