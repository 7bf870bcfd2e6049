// Elements of every form change places: words, pointers, strings, structs with and without pointers, parts of words, large ones.
package main

import (
	"fmt"
	"math/rand"
	"reflect"
	"sort"
)

type small struct{ a, b int32 }
type pair struct{ a, b int }
type triple struct{ a, b, c int }
type rec struct {
	k int
	s string
}
type big struct {
	k   int
	pad [9000]int
}

func check[T any](name string, x []T, less func(a, b T) bool) {
	sort.Slice(x, func(i, j int) bool { return less(x[i], x[j]) })
	fmt.Println(name, sort.SliceIsSorted(x, func(i, j int) bool { return less(x[i], x[j]) }))
	sw := reflect.Swapper(x)
	a, b := x[1], x[2]
	sw(1, 2)
	fmt.Println(reflect.DeepEqual(x[1], b), reflect.DeepEqual(x[2], a))
	sw(2, 1)
	rand.Shuffle(len(x), func(i, j int) { sw(i, j) })
	sort.SliceStable(x, func(i, j int) bool { return less(x[i], x[j]) })
	fmt.Println(name, sort.SliceIsSorted(x, func(i, j int) bool { return less(x[i], x[j]) }))
}

func main() {
	n := 300
	r := rand.New(rand.NewSource(1))
	var is []int
	var i8 []int8
	var ss []string
	var ps []*int
	var sm []small
	var pr []pair
	var tr []triple
	var re []rec
	var es []any
	var fs []func() int
	var bg []big
	var a7 [][7]byte
	for i := 0; i < n; i++ {
		k := r.Intn(1000)
		is = append(is, k)
		i8 = append(i8, int8(k))
		ss = append(ss, fmt.Sprint(k))
		ps = append(ps, &k)
		sm = append(sm, small{int32(k), int32(i)})
		pr = append(pr, pair{k, i})
		tr = append(tr, triple{k, i, -k})
		re = append(re, rec{k, fmt.Sprint(i)})
		es = append(es, k)
		fs = append(fs, func() int { return k })
		a7 = append(a7, [7]byte{byte(k), 1, 2, 3, 4, 5, byte(k >> 8)})
		if i < 20 {
			bg = append(bg, big{k: k})
		}
	}
	check("ints", is, func(a, b int) bool { return a < b })
	check("int8", i8, func(a, b int8) bool { return a < b })
	check("strings", ss, func(a, b string) bool { return a < b })
	check("pointers", ps, func(a, b *int) bool { return *a < *b })
	check("small", sm, func(a, b small) bool { return a.a < b.a })
	check("pairs", pr, func(a, b pair) bool { return a.a < b.a })
	check("triples", tr, func(a, b triple) bool { return a.a < b.a })
	check("recs", re, func(a, b rec) bool { return a.k < b.k })
	check("anys", es, func(a, b any) bool { return a.(int) < b.(int) })
	check("arrays", a7, func(a, b [7]byte) bool { return a[0] < b[0] })
	check("big", bg, func(a, b big) bool { return a.k < b.k })
	sort.Slice(fs, func(i, j int) bool { return fs[i]() < fs[j]() })
	fmt.Println(sort.SliceIsSorted(fs, func(i, j int) bool { return fs[i]() < fs[j]() }))
}

// Output:
// ints true
// true true
// ints true
// int8 true
// true true
// int8 true
// strings true
// true true
// strings true
// pointers true
// true true
// pointers true
// small true
// true true
// small true
// pairs true
// true true
// pairs true
// triples true
// true true
// triples true
// recs true
// true true
// recs true
// anys true
// true true
// anys true
// arrays true
// true true
// arrays true
// big true
// true true
// big true
// true
