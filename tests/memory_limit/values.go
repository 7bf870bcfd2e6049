// Ways to need memory without end: values of the language.
package main

import (
	"fmt"

	"memorylimit/ways"
)

type node struct {
	next  *node
	value [5]int
}

type pair struct {
	name string
	rest any
}

var (
	keep    []any
	big     = 64 << 20
	sink    any
	text    = "some text of a modest length, which is to become much longer"
	letters = []byte(text)
)

func deep(n int, frame [20]int) int {
	frame[n%20] = n
	return deep(n+1, frame) + frame[3]
}

func deeper(a, b, c, d string, n int) (int, string) {
	m, s := deeper(b, c, d, a, n+1)
	return m + len(a), s + b
}

func deferred(n int) {
	defer func() { sink = n }()
	deferred(n + 1)
}

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func generic[T any](n int) [][]T {
	var all [][]T
	for {
		all = append(all, make([]T, n))
	}
}

var table = map[string]func(){
	"append ints": func() {
		var s []int
		for {
			s = append(s, 1)
		}
	},
	"append strings": func() {
		var s []string
		for {
			s = append(s, text)
		}
	},
	"append slices to slices": func() {
		s := []int{1}
		for {
			s = append(s, s...)
		}
	},
	"make slices": func() {
		for {
			keep = append(keep, make([]byte, 100_000))
		}
	},
	"make one huge slice": func() { sink = make([]int, big) },
	"make growing slices": func() {
		for n := 1; ; n *= 2 {
			keep = append(keep, make([]int32, n))
		}
	},
	"make slices of arrays": func() { sink = make([][1 << 20]int, 100) },
	"new of a large array":  func() { sink = new([1 << 26]int) },
	"new of structs": func() {
		var list *node
		for {
			list = &node{next: list}
		}
	},
	"tiny objects": func() {
		var all []*int8
		for {
			x := int8(len(all))
			all = append(all, &x)
		}
	},
	"a tree": func() {
		for depth := 10; ; depth++ {
			keep = append(keep, grow(depth))
		}
	},
	"map of ints": func() {
		m := map[int]int{}
		for i := 0; ; i++ {
			m[i] = i
		}
	},
	"map of strings": func() {
		m := map[string]bool{}
		for i := 0; ; i++ {
			m[fmt.Sprint(i)] = true
		}
	},
	"map with a hint": func() {
		for {
			keep = append(keep, make(map[int]string, 10_000))
		}
	},
	"map with a huge hint": func() { sink = make(map[int][8]int, 1<<25) },
	"map of structs": func() {
		m := map[[4]int]pair{}
		for i := 0; ; i++ {
			m[[4]int{i, 1, 2, i}] = pair{text, i}
		}
	},
	"map of interfaces": func() {
		m := map[any]any{}
		for i := 0; ; i++ {
			m[float64(i)] = m
		}
	},
	"many small maps": func() {
		for i := 0; ; i++ {
			keep = append(keep, map[int]int{i: i})
		}
	},
	"interfaces of numbers": func() {
		for i := 0; ; i++ {
			keep = append(keep, pair{text, i})
		}
	},
	"concatenation": func() {
		s := text
		for {
			s += s
		}
	},
	"many concatenations": func() {
		var all []string
		for i := 0; ; i++ {
			all = append(all, text+string(rune('a'+i%26)))
		}
	},
	"string of bytes": func() {
		var all []string
		for {
			all = append(all, string(letters))
		}
	},
	"string of many bytes": func() {
		b := make([]byte, big)
		for {
			keep = append(keep, string(b))
		}
	},
	"bytes of a string": func() {
		var all [][]byte
		for {
			all = append(all, []byte(text))
		}
	},
	"runes of a string": func() {
		s := string(make([]byte, big))
		sink = []rune(s)
	},
	"string of runes": func() {
		r := make([]rune, 40<<20)
		for i := range r {
			r[i] = '\U0001F600'
		}
		sink = string(r)
	},
	"closures": func() {
		var all []func() int
		for i := 0; ; i++ {
			a, b := i, i
			all = append(all, func() int { a++; return a + b })
		}
	},
	"method values": func() {
		var all []func() string
		for i := 0; ; i++ {
			all = append(all, fmt.Errorf("%d", i).Error)
		}
	},
	"deep recursion":          func() { sink = deep(0, [20]int{}) },
	"deep recursion, strings": func() { sink, _ = deeper("a", "b", "c", "d", 0) },
	"recursion with defers":   func() { deferred(0) },
	"defers in a loop": func() {
		for i := 0; ; i++ {
			defer func() { sink = i }()
		}
	},
	"defers with arguments": func() {
		for i := 0; ; i++ {
			defer fmt.Println(i, text, i, i, i)
		}
	},
	"panics in deferred calls": func() {
		var again func(n int)
		again = func(n int) {
			defer func() { again(n + 1) }()
			panic(fmt.Sprint(n, text))
		}
		again(0)
	},
	"generic slices of structs": func() { sink = generic[pair](1000) },
	"variadic arguments": func() {
		for {
			keep = append(keep, func(args ...any) []any { return args }(1, 2, 3, text))
		}
	},
	"arrays by value in channels of interfaces": func() {
		c := make(chan any, 1<<22)
		for {
			c <- [1000]int{}
		}
	},
	"a two-dimensional slice": func() {
		m := make([][]float64, 20_000)
		for i := range m {
			m[i] = make([]float64, 20_000)
		}
	},
	"errors that wrap errors": func() {
		err := fmt.Errorf("first")
		for i := 0; ; i++ {
			err = fmt.Errorf("%d: %w", i, err)
			if i%100 == 0 {
				keep = append(keep, err)
			}
		}
	},
	"slices of slices of slices": func() {
		for {
			keep = append(keep, [][][]int{{{1}, {2}}, {{3, 4}}})
		}
	},
	"a huge string as map key": func() {
		m := map[string]int{}
		for i := 0; ; i++ {
			m[string(make([]byte, 1<<20+i))] = i
		}
	},
	"garbage beside what fills the memory": func() {
		for n := 0; ; n++ {
			keep = append(keep, make([]*int, 2000))
			for range 100 {
				sink = make([]byte, 1000)
			}
		}
	},
	"nearly full of live objects": func() {
		var list *node
		for range 4_000_000 {
			list = &node{next: list}
		}
		for i := 0; ; i++ {
			keep = append(keep, &node{next: list})
		}
	},
}

func main() { ways.Main(table) }
