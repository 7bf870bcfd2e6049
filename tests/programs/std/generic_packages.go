// Packages slices, maps, cmp and iter, and the iterators of strings and bytes.

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type P struct {
	a int
	b string
}
type E struct{ n int }

func (e E) Error() string { return fmt.Sprint("E", e.n) }

func main() {
	s := []int{3, 1, 2, 5, 4}
	slices.Sort(s)
	fmt.Println(s, slices.Contains(s, 3), slices.Index(s, 5), slices.Max(s), slices.Min(s))
	ps := []P{{3, "c"}, {1, "a"}, {2, "b"}}
	slices.SortFunc(ps, func(x, y P) int { return cmp.Compare(x.a, y.a) })
	fmt.Println(ps)
	i, ok := slices.BinarySearchFunc(ps, 2, func(p P, t int) int { return cmp.Compare(p.a, t) })
	fmt.Println(i, ok, slices.Insert(s, 1, 9, 8), slices.Delete([]int{1, 2, 3, 4}, 1, 3))
	m := map[string]int{"z": 1, "a": 2}
	keys := slices.Sorted(maps.Keys(m))
	fmt.Println(keys, slices.Collect(maps.Values(map[int]int{1: 2})))
	for i, v := range slices.Backward(s) {
		fmt.Print(i, v, " ")
	}
	for c := range slices.Chunk(s, 2) {
		fmt.Print(c)
	}
	fmt.Println()
	for l := range strings.Lines("a\nb\nc") {
		fmt.Printf("%q ", l)
	}
	for p := range strings.SplitSeq("x,y,z", ",") {
		fmt.Print(p, ";")
	}
	for p := range bytes.FieldsSeq([]byte(" q w ")) {
		fmt.Printf("%s;", p)
	}
	next, stop := iter.Pull(slices.Values([]string{"u", "v"}))
	a, ok1 := next()
	b, ok2 := next()
	_, ok3 := next()
	stop()
	fmt.Println(a, ok1, b, ok2, ok3)
	err := fmt.Errorf("w: %w", E{4})
	e, ok := errors.AsType[E](err)
	fmt.Println(e, ok, cmp.Or(0, 3, 4), slices.Equal(s, s), slices.Compact([]int{1, 1, 2}), maps.Equal(m, maps.Clone(m)))
	fmt.Println(slices.Repeat([]int{1, 2}, 2), slices.Concat(s, s), slices.IndexFunc(ps, func(p P) bool { return p.b == "c" }))
}

// Output:
// [1 2 3 4 5] true 4 5 1
// [{1 a} {2 b} {3 c}]
// 1 true [1 9 8 2 3 4 5] [1 4]
// [a z] [2]
// 4 5 3 4 2 3 1 2 0 1 [1 2][3 4][5]
// "a\n" "b\n" "c" x;y;z;q;w;u true v true false
// E4 true 3 true [1 2] true
// [1 2 1 2] [1 2 3 4 5 1 2 3 4 5] 2
