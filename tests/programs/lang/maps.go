// Maps: zero values, comma-ok, deletion while ranging, all kinds of keys.
package main

import (
	"fmt"
	"sort"
)

type point struct{ x, y int }

func main() {
	m := map[string]int{"a": 1, "b": 2}
	v, ok := m["c"]
	m["c"] += 5
	m["a"]++
	fmt.Println(v, ok, len(m), m["c"], m["a"], m)
	delete(m, "b")
	delete(m, "zz")
	_, ok = m["b"]
	fmt.Println(ok, len(m))
	var nilmap map[int]bool
	fmt.Println(nilmap[3], len(nilmap), nilmap == nil)
	for range nilmap {
		panic("unreachable")
	}
	pm := map[point]string{{1, 2}: "p", {3, 4}: "q"}
	fmt.Println(pm[point{1, 2}], pm[point{9, 9}] == "")
	im := map[any]int{1: 1, "1": 2, 1.0: 3, point{1, 1}: 4, [2]int{1, 2}: 5, nil: 6, true: 7}
	fmt.Println(im[1], im["1"], im[1.0], im[point{1, 1}], im[[2]int{1, 2}], im[nil], im[true], im[int8(1)])
	big := map[int]int{}
	for i := 0; i < 1000; i++ {
		big[i*7] = i
	}
	sum, n := 0, 0
	for k, v := range big {
		sum += k - v*7
		n++
		delete(big, k)
	}
	fmt.Println(sum, n, len(big))
	keys := []string{}
	words := map[string][]int{}
	for i, w := range []string{"x", "y", "x", "z", "y", "x"} {
		words[w] = append(words[w], i)
	}
	for k := range words {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println(keys, words)
	mm := map[string]map[string]int{"a": {"b": 1}}
	mm["a"]["c"] = 2
	fmt.Println(mm, len(mm["none"]))
	fm := map[float64]int{0: 1}
	nan := fm[0]*0 + 1
	_ = nan
	clear(words)
	fmt.Println(len(words))
	type key [3]string
	km := map[key]int{{"a", "b", "c"}: 1}
	km[key{"a", "b", "c"}]++
	fmt.Println(km)
	ch := make(chan int)
	cm := map[chan int]int{ch: 3}
	fmt.Println(cm[ch], cm[nil])
}

// Output:
// 0 false 3 5 2 map[a:2 b:2 c:5]
// false 2
// false 0 true
// p true
// 1 2 3 4 5 6 7 0
// 0 1000 0
// [x y z] map[x:[0 2 5] y:[1 4] z:[3]]
// map[a:map[b:1 c:2]] 0
// 0
// map[[a b c]:2]
// 3 0
